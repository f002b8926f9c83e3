// Asks the shipped hook scripts what they would do about a command, as Claude Code would ask them before it runs it. The
// command itself is not run.

import { recordOf } from '../../core/base/json.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type RunResult, run } from '../system/exec.ts';
import { bashInput } from './gateCases.ts';
import { type InstalledGates, isDenial, type LoadedHook, loadedHooks, matches } from './loadedHooks.ts';

export interface HookDecision {
  readonly hook: string;
  readonly decision: 'allow' | 'deny';
  /** Why it denies; null when it has no objection. */
  readonly reason: string | null;
}

/** In the order in which the hooks are registered. */
export async function tryCommand(place: InstalledGates, command: string): Promise<HookDecision[]> {
  const hooks = (await loadedHooks(place)).filter(
    ({ event, matcher, awaited }) => event === 'PreToolUse' && awaited && matches(matcher, 'Bash'),
  );
  const env = {
    // Outside a party the hooks have nothing to say, and the question is what they would say in one.
    PARTY_SESSION: 'party-gates-try',
    ...place.env,
    CLAUDE_PLUGIN_ROOT: place.plugin,
    CLAUDE_PROJECT_DIR: place.cwd,
  };
  const input = bashInput(place.cwd, 'PreToolUse', command);
  const decisions = await Promise.all(hooks.map((hook) => ask(hook, { env, cwd: place.cwd, input })));
  return decisions.filter((one, index) => decisions.findIndex((earlier) => isSame(earlier, one)) === index);
}

/** In a worktree the plan gate is registered twice: by the plugin, and by the worktree's own settings. */
function isSame(one: HookDecision, other: HookDecision): boolean {
  return one.hook === other.hook && one.reason === other.reason;
}

const longestMs = 60_000;

async function ask(
  { hook, command }: LoadedHook,
  how: { readonly env: NodeJS.ProcessEnv; readonly cwd: string; readonly input: string },
): Promise<HookDecision> {
  const result = await run('sh', ['-c', command], { timeoutMs: longestMs, ...how });
  const reason = reasonOf(result);
  return { hook, decision: reason === null ? 'allow' : 'deny', reason };
}

/** Exit 2 is how a hook that cannot decide denies. Claude Code goes on after any other exit code. */
function reasonOf({ exitCode, stdout, stderr, timedOut }: RunResult): string | null {
  if (timedOut) return 'it did not answer in time, and Claude Code would wait longer';
  if (exitCode === 2) return oneLine(stderr, 2000);
  if (exitCode !== 0 || !isDenial(stdout)) return null;
  const said = recordOf(recordOf(JSON.parse(stdout))['hookSpecificOutput'])['permissionDecisionReason'];
  return oneLine(typeof said === 'string' ? said : 'no reason given', 2000);
}
