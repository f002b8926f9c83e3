// Every failure that Party knows by name. The problem is for people, and the code is for programs. The ways out are
// data, which each front shows in its own form: as commands or as buttons.

import { type Exit, exits } from './exits.ts';
import type { Remark, WayOut } from './remark.ts';

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

export interface PartyErrorOptions extends ErrorOptions, Partial<Omit<Remark, 'problem'>> {
  readonly details?: Readonly<Record<string, unknown>>;
}

/** `message` is the problem alone; `errorText` adds the ways out. */
export class PartyError extends Error implements Remark {
  readonly code: ErrorCode;
  readonly missing?: string;
  readonly next: readonly WayOut[];
  /** For programs, beside the code and the message. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, problem: string, { missing, next = [], details, ...options }: PartyErrorOptions = {}) {
    super(problem, options);
    this.name = 'PartyError';
    this.code = code;
    this.next = next;
    if (missing !== undefined) this.missing = missing;
    this.details = details;
  }

  get problem(): string {
    return this.message;
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

/** The reason in words, whatever was thrown, without the ways out. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The current state does not allow the request. */
export function refused(problem: string | Remark, ...next: readonly WayOut[]): PartyError {
  if (typeof problem === 'string') return new PartyError('REFUSED', problem, { next });
  return new PartyError('REFUSED', problem.problem, problem);
}
