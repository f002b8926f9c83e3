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
import { skillEval } from './hooks/skillEval.ts';
import { stop } from './hooks/stop.ts';

const hooks: Readonly<Record<string, Hook>> = {
  'session-cleanup': sessionCleanup,
  'skill-eval': skillEval,
  stop,
  'codex-notify': codexNotify,
};

async function main(): Promise<void> {
  const session = process.env['PARTY_SESSION'];
  if (!session) return;
  const [name = '', argument] = process.argv.slice(2);
  const context = createContext(name, sessionId(session), argument);
  try {
    const hook = hooks[name];
    if (hook === undefined) throw new Error(`no hook is called "${name}"`);
    const answer = await hook(context);
    if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
  } catch (error) {
    await context.log('error', error instanceof Error ? error.message : String(error));
  }
}

function createContext(hook: string, session: string, argument: string | undefined): HookContext {
  const paths = partyPaths(process.env);
  return {
    env: process.env,
    paths,
    session,
    argument,
    async log(level, message) {
      const project = projectDirectory(paths, projectTop(process.env['CLAUDE_PROJECT_DIR'] || process.cwd()));
      await mkdir(project, { recursive: true, mode: 0o700 });
      await appendJsonLine(join(project, 'hooks.jsonl'), {
        at: new Date().toISOString(),
        hook,
        session,
        level,
        message,
      });
    },
  };
}

// Not even the log may be a reason to disturb the agent.
main().catch(() => {});
