// The API of Party for other extensions, as docs/api.md describes it: copy this file into your project. Within a version,
// members are only added.

export interface PartyApi {
  /** Raised when a member changes or goes away. */
  readonly version: 1;
  /** Resolves when Party has read the projects of the window for the first time. */
  readonly ready: Promise<void>;
  /** The projects of the window, each with its party if one runs. Empty in an untrusted window. */
  status(): readonly PartyProject[];
  /** All findings of the projects, resolved ones included. */
  findings(): readonly PartyFinding[];
  /** Fires when `status()` answers something else. */
  readonly onDidChangeStatus: PartyEvent;
  /** Fires when `findings()` answers something else. */
  readonly onDidChangeFindings: PartyEvent;
}

/** Has the form of VS Code's own events. */
export type PartyEvent = (
  listener: () => unknown,
  thisArgs?: unknown,
  disposables?: { dispose(): unknown }[],
) => { dispose(): void };

export interface PartyProject {
  /** The path of the folder in the window. */
  readonly folder: string;
  /** The running party, as `party status` names it; null when none runs. */
  readonly session: string | null;
  readonly agents: readonly PartyAgent[];
  readonly review: PartyReview;
  /** `off` without a plan gate, `none` before the first review of a plan. */
  readonly plan: 'off' | 'none' | 'reviewing' | 'changes-requested' | 'approved' | 'stale' | 'needs-human';
}

export interface PartyAgent {
  readonly role: 'claude' | 'codex' | 'shell';
  /** `waiting`: it waits for the user; `dead`: it has ended; `absent`: it has no pane, or is not installed. */
  readonly state: 'idle' | 'busy' | 'waiting' | 'dead' | 'absent';
}

export interface PartyReview {
  readonly state: 'none' | 'requested' | 'findings' | 'changes-requested' | 'approved' | 'stale' | 'needs-discussion';
  /** 0 before the first. */
  readonly round: number;
  /** Findings that are open and block. */
  readonly blocking: number;
  /** The evidence that a pull request still needs. */
  readonly missing: readonly string[];
}

export interface PartyFinding {
  /** Stable across rounds: `r1-F1`. */
  readonly key: string;
  /** The path of the folder in the window. */
  readonly folder: string;
  /** Relative to the project. Text from the reviewer. */
  readonly file: string;
  /** From 1, at the time of the review; null for the file as a whole. */
  readonly line: number | null;
  readonly severity: 'blocking' | 'non-blocking';
  readonly state: 'open' | 'fixed' | 'rejected' | 'out-of-scope' | 're-raised';
  /** Text from the reviewer. */
  readonly description: string;
}
