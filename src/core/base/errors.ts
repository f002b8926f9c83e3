// Every failure that Party knows by name. The message names the problem and what to do about it; the code is for
// programs.

import { type Exit, exits } from './exits.ts';

export const errorCodes = {
  USAGE: exits.error,
  CONFIG_INVALID: exits.error,
  CONFIG_MISSING: exits.configMissing,
  STATE_UNSAFE: exits.error,
  LOCK_BUSY: exits.error,
  AGENT_MISSING: exits.error,
  AGENT_TOO_OLD: exits.error,
  COMMAND_FAILED: exits.error,
  NOT_A_REPOSITORY: exits.error,
  /** The current state does not allow the request. */
  REFUSED: exits.error,
  CANCELLED: exits.error,
  INTERNAL: exits.error,
  NO_SESSION: exits.routing,
  SESSION_AMBIGUOUS: exits.routing,
  ROLE_NOT_FOUND: exits.routing,
  ROLE_AMBIGUOUS: exits.routing,
  ROUTING_UNRESOLVED: exits.routing,
  PANE_NOT_FOUND: exits.routing,
  TMUX_MISSING: exits.routing,
  TMUX_TOO_OLD: exits.routing,
  TMUX_FAILED: exits.routing,
  TIMEOUT: exits.timeout,
  /** Another program has changed the same thing in the meantime. */
  CONFLICT: exits.conflict,
} as const satisfies Record<string, Exit>;

export type ErrorCode = keyof typeof errorCodes;

export class PartyError extends Error {
  readonly code: ErrorCode;
  /** For programs, beside the code and the message. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly details?: Readonly<Record<string, unknown>> },
  ) {
    super(message, options);
    this.name = 'PartyError';
    this.code = code;
    this.details = options?.details;
  }

  get exit(): Exit {
    return errorCodes[this.code];
  }
}

export function isPartyError(error: unknown, code?: ErrorCode): error is PartyError {
  return error instanceof PartyError && (code === undefined || error.code === code);
}

/** The user interrupts while another process holds the lock. */
export function interruptedAtLock(directory: string): PartyError {
  return new PartyError('CANCELLED', `interrupted while waiting for ${directory}`);
}

/** The reason in words, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The current state does not allow the request. */
export function refused(message: string): PartyError {
  return new PartyError('REFUSED', message);
}
