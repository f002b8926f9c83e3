// The program behind the hook scripts: `hook.cjs NAME [ARGUMENT]`. Its own bundle, because a hook pays for every byte.
// An observer that breaks says nothing to the agent, exits 0 and leaves a line in the project's hooks.jsonl. A gate that
// breaks denies. A gate that lets a call pass answers `{}`, by which its script knows that somebody has decided.

import { writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { sessionId } from '../../core/project/ids.ts';
import { partyPaths, projectDirectory, projectTop } from '../../node/project/paths.ts';
import { appendJsonLine } from '../../node/system/jsonl.ts';
import { agentTrace } from './agentTrace.ts';
import { bashDrift } from './bashDrift.ts';
import { codexGate } from './codexGate.ts';
import { codexNotify } from './codexNotify.ts';
import { codexTrace } from './codexTrace.ts';
import { collabStop } from './collabStop.ts';
import { denial, type Hook, type HookContext } from './hook.ts';
import { markerInvalidate } from './markerInvalidate.ts';
import { planGate } from './planGate.ts';
import { planReview } from './planReview.ts';
import { prGate } from './prGate.ts';
import { sessionCleanup } from './sessionCleanup.ts';
import { skillEval } from './skillEval.ts';
import { skillMarker } from './skillMarker.ts';
import { stop } from './stop.ts';
import { worktreeGuard } from './worktreeGuard.ts';

const observers: Readonly<Record<string, Hook>> = {
  'session-cleanup': sessionCleanup,
  'skill-eval': skillEval,
  stop,
  'collab-stop': collabStop,
  'codex-notify': codexNotify,
  'worktree-guard': worktreeGuard,
  'codex-trace': codexTrace,
  'agent-trace': agentTrace,
  'skill-marker': skillMarker,
  'marker-invalidate': markerInvalidate,
  'plan-review': planReview,
  'bash-drift': bashDrift,
};

const gates: Readonly<Record<string, Hook>> = {
  'codex-gate': codexGate,
  'pr-gate': prGate,
  'plan-gate': planGate,
};

/** Below the time-outs in hooks.json: a gate that the client gives up on lets everything through. */
const longestMs = 20_000;

/** They act wherever a plan gate is on, also for a Claude that belongs to no party. */
const planHooks = ['plan-gate', 'plan-review', 'bash-drift'];

async function main(): Promise<void> {
  const session = process.env['PARTY_SESSION'] ?? '';
  const [name = '', argument] = process.argv.slice(2);
  if (session === '' && !planHooks.includes(name)) return;
  const context = createContext(name, sessionId(session), argument);
  const gate = gates[name];
  if (gate === undefined) await observe(context, name, observers[name]);
  else await guard(context, name, gate);
}

async function observe(context: HookContext, name: string, hook: Hook | undefined): Promise<void> {
  try {
    if (hook === undefined) throw new Error(`no hook is called "${name}"`);
    const answer = await hook(context);
    if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
  } catch (error) {
    await context.log('error', messageOf(error));
  }
}

async function guard(context: HookContext, name: string, gate: Hook): Promise<void> {
  const closed = (why: string) =>
    denial(`the gate ${name} could not decide (${oneLine(why, 300)}), so this is denied. See: party gates check`);
  setTimeout(() => end(closed(`it took longer than ${longestMs / 1000} s`)), longestMs);
  try {
    end((await gate(context)) ?? {});
  } catch (error) {
    await context.log('error', oneLine(`denied: ${messageOf(error)}`, 400)).catch(() => {});
    end(closed(messageOf(error)));
  }
}

/** At once: what is still under way has nothing to add, and must not keep the agent waiting. */
function end(answer: object): never {
  writeSync(1, `${JSON.stringify(answer)}\n`);
  process.exit(0);
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
