// What `party install` has put into the user's home, and what was there before. It is written before the first change,
// so that the next call can finish or undo what a killed one began.

import * as z from '../base/schema.ts';

const Common = {
  path: z.string(),
  /** The name of the copy of what was there, in the folder of the backups; null when nothing was there. */
  backup: z.nullable(z.string()),
  /** Folders that did not exist, the outermost first. */
  folders: z.array(z.string()),
};

const LinkStep = z.looseObject({ do: z.literal('link'), ...Common, target: z.string() });

const MergeStep = z.looseObject({
  do: z.literal('merge'),
  ...Common,
  added: z.array(z.looseObject({ path: z.array(z.string()), value: z.optional(z.unknown()) })),
  /** The SHA-256 of what Party wrote, so that a later change by the user is seen; null before it is written. */
  wrote: z.nullable(z.string()),
});

export const InstallRecord = z.looseObject({
  version: z.literal(1),
  state: z.enum(['installing', 'installed', 'uninstalling']),
  steps: z.array(z.union([LinkStep, MergeStep])),
});

export type InstallRecord = z.infer<typeof InstallRecord>;
export type InstallStep = InstallRecord['steps'][number];
export type LinkStep = z.infer<typeof LinkStep>;
export type MergeStep = z.infer<typeof MergeStep>;
