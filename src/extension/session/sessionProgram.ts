// The verbs of the shipped program that start, end and restore a party.

import * as z from '../../core/base/schema.ts';
import type { Layout } from '../../core/tmux/layouts.ts';
import { Nothing, verbs } from '../app/callVerb.ts';

const Started = z.looseObject({
  session: z.looseObject({ id: z.string(), name: z.string(), cwd: z.string() }),
  created: z.boolean(),
  warnings: z.array(z.string()),
});
export type Started = z.infer<typeof Started>;

export interface StartOptions {
  readonly demo: boolean;
  readonly permissionMode: string | undefined;
}

/** The flags for `start` and `worktree`. */
export function startFlags({ demo, permissionMode }: StartOptions): string[] {
  return [
    ...(demo ? ['--agents', 'demo'] : []),
    ...(permissionMode === undefined ? [] : ['--permission-mode', permissionMode]),
  ];
}

/** The process id of a Claude that left its pane and still runs, if there is one. */
const LeftRunning = z.pipe(
  z.looseObject({ background: z.optional(z.looseObject({ pid: z.number(), ended: z.boolean() })) }),
  z.transform(({ background }) => (background?.ended === false ? background.pid : undefined)),
);

const Restarted = z.looseObject({ restarted: z.array(z.string()), warnings: z.array(z.string()) });

const MadeDemo = z.looseObject({ directory: z.string() });

const verb = verbs([], { timeoutMs: 90_000 });

export const sessionProgram = {
  start: verb(Started, (folder: string, options: StartOptions) => [
    'start',
    '--detach',
    '--cwd',
    folder,
    ...startFlags(options),
  ]),
  /** Makes a copy of the demo project in a new folder. */
  demo: verb(MadeDemo, () => ['demo']),
  /** Without an id: the last party of the folder. */
  restore: verb(Started, (id?: string) => ['restore', '--detach', ...(id === undefined ? [] : [id])]),
  restart: verb(Restarted, (id: string, role: string, force: boolean) => [
    'restart',
    role,
    '--session',
    id,
    ...(force ? ['--force'] : []),
  ]),
  layout: verb(
    Nothing,
    (id: string, layout: Layout) => ['layout', layout, '--session', id],
    () => ({ timeoutMs: 20_000 }),
  ),
  stop: verb(
    LeftRunning,
    (id: string) => ['stop', id],
    () => ({ timeoutMs: 20_000 }),
  ),
};
