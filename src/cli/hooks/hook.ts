// What every hook receives, and the forms of its answer.

import type { DeniedCall } from '../../node/project/hooksLog.ts';
import type { Machine } from '../../node/project/machine.ts';

export interface HookContext extends Pick<Machine, 'env' | 'paths'> {
  /** The id of the agent's party; empty for a plan hook outside a party. */
  readonly session: string;
  /** What the client passes on the command line. */
  readonly argument: string | undefined;
  /** Writes one line to the project's hooks.jsonl. */
  log(level: 'info' | 'error', message: string, denied?: DeniedCall): Promise<void>;
}

/** The object it returns is printed for the client as JSON. */
export type Hook = (context: HookContext) => Promise<object | undefined>;

/**
 * The form in which the client reads a denial. To allow, a hook returns nothing, so that the user's own permission
 * rules still apply.
 */
export function denial(reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `Party: ${reason}`,
    },
  };
}

/** What Claude reads after a tool has run. */
export function observation(event: string, text: string): object {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: `Party: ${text}` } };
}
