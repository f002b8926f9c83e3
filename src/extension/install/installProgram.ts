// The verbs of the shipped program that install and uninstall the command line.

import * as z from '../../core/base/schema.ts';
import { Nothing, verbs } from '../app/callVerb.ts';

const InstalledCommandLine = z.looseObject({
  bin: z.string(),
  onPath: z.boolean(),
  notes: z.array(z.string()),
  steps: z.array(z.looseObject({ do: z.string(), path: z.string(), why: z.optional(z.string()) })),
});

export type InstalledCommandLine = z.infer<typeof InstalledCommandLine>;

/** It may wait for another installation, and copies a few megabytes. */
const timeoutMs = 90_000;

export const installProgram = {
  install: verbs(['install'], { timeoutMs, by: 'human' })(InstalledCommandLine, () => []),
  uninstall: verbs(['uninstall'], { timeoutMs, by: 'human' })(Nothing, () => []),
};
