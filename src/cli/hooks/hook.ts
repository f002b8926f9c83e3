// What every hook is given, and the forms of its answer.

import { oneLine } from '../../core/base/outsideText.ts';
import type { GateVerdict } from '../../core/gates/decide.ts';
import type { Paths } from '../../node/project/paths.ts';

export interface HookContext {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  /** The id of the party that the agent belongs to; empty for a plan hook outside of a party. */
  readonly session: string;
  /** What the client passed on the command line. */
  readonly argument: string | undefined;
  /** One line in the project's hooks.jsonl. */
  log(level: 'info' | 'error', message: string): Promise<void>;
}

/** What it answers with is printed for the client as JSON. */
export type Hook = (context: HookContext) => Promise<object | undefined>;

/** What the client takes for a no. A yes is no answer at all, so that the user's own permission rules still hold. */
export function denial(reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `Party: ${reason}`,
    },
  };
}

/** A gate's answer, and its line in the log: decisions are written down, calls that concern no gate are not. */
export async function answer(context: HookContext, verdict: GateVerdict | undefined): Promise<object | undefined> {
  if (verdict === undefined) return undefined;
  const { what, deny } = verdict;
  // Never the whole command, which may hold a secret; and no log is worth a wrong decision.
  const line = deny === undefined ? `allowed: ${what}` : `denied: ${what}: ${deny}`;
  await context.log('info', oneLine(line, 400)).catch(() => {});
  return deny === undefined ? undefined : denial(deny);
}

/** What Claude is told after a tool has run. */
export function observation(event: string, text: string): object {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: `Party: ${text}` } };
}
