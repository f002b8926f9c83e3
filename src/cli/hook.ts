// The program behind the hook scripts: `hook.cjs NAME [ARGUMENT]`. Its own bundle, because a hook pays for every byte.
// These hooks observe. One that breaks says nothing to the agent, exits 0 and leaves a line in the project's hooks.jsonl.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionId } from '../core/ids.ts';
import { appendJsonLine } from '../node/jsonl.ts';
import { partyPaths, projectDirectory, projectTop } from '../node/paths.ts';
import { codexNotify } from './hooks/codexNotify.ts';
import type { Hook, HookContext } from './hooks/hook.ts';
import { sessionCleanup } from './hooks/sessionCleanup.ts';

const hooks: Readonly<Record<string, Hook>> = {
  'session-cleanup': sessionCleanup,
  'codex-notify': codexNotify,
};

async function main(): Promise<void> {
  const session = process.env['PARTY_SESSION'];
  if (!session) return;
  const [name = '', argument] = process.argv.slice(2);
  const context: HookContext = {
    env: process.env,
    paths: partyPaths(process.env),
    session: sessionId(session),
    argument,
  };
  try {
    const hook = hooks[name];
    if (hook === undefined) throw new Error(`no hook is called "${name}"`);
    await hook(context);
  } catch (error) {
    await logFailure(context, name, error);
  }
}

async function logFailure(context: HookContext, hook: string, error: unknown): Promise<void> {
  const project = projectDirectory(context.paths, projectTop(context.env['CLAUDE_PROJECT_DIR'] || process.cwd()));
  const message = error instanceof Error ? error.message : String(error);
  await mkdir(project, { recursive: true, mode: 0o700 });
  await appendJsonLine(join(project, 'hooks.jsonl'), {
    at: new Date().toISOString(),
    hook,
    session: context.session,
    level: 'error',
    message,
  });
}

// Not even the log may be a reason to disturb the agent.
main().catch(() => {});
