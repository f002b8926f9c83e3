// The verb of the shipped program that creates a worktree.

import * as z from '../../core/base/schema.ts';
import { verbs } from '../app/callVerb.ts';
import { type StartOptions, startFlags } from '../session/sessionProgram.ts';

const Made = z.pipe(
  z.looseObject({
    worktree: z.looseObject({ path: z.string(), branch: z.string() }),
    warnings: z.array(z.string()),
  }),
  z.transform(({ worktree, warnings }) => ({ path: worktree.path, warnings })),
);

/** A large project takes long, and killing the program in the middle leaves half a worktree. */
const longestMs = 40 * 60_000;

export const worktreeProgram = {
  make: verbs(['worktree'], { timeoutMs: longestMs })(Made, (name: string, options: StartOptions) => [
    name,
    '--detach',
    ...startFlags(options),
  ]),
};
