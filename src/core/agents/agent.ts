// What Party knows of a program that can play a role: how to find it, how to launch it, how to read its state.

import type { AgentRole, Role } from '../base/role.ts';

export const adapterNames = ['claude', 'codex', 'generic'] as const;
export type AdapterName = (typeof adapterNames)[number];

/** What asking the installed program about itself gave. */
export interface Probe {
  /** Absolute path of the executable. */
  readonly path: string;
  /** The words after the program in `agents.<role>.command`; they were there when it was asked. */
  readonly args: readonly string[];
  /** `2.1.325`; undefined when the program would not say. */
  readonly version: string | undefined;
  /** The long flags that its `--help` names, such as `--plugin-dir`. */
  readonly flags: readonly string[];
}

/** Everything outside an adapter that a launch depends on. All paths are absolute. */
export interface LaunchContext {
  readonly role: AgentRole;
  /** Where the agent works: the project's top level or the folder the party was started for. */
  readonly cwd: string;
  /** `<state root>/party-<id>`, as the messages name it. */
  readonly stateDir: string;
  /** Where `<state>/codex` really lies: all that Codex may write. */
  readonly codexDir: string;
  /** `$PARTY_HOME/current/resources`, which stays valid when the extension is updated. */
  readonly resources: string;
  /** The standing instructions: the texts that `instructionFiles` names. */
  readonly instructions: string;
  /** Claude's permission mode; `bypassPermissions` only ever by the user's explicit setting. */
  readonly permissionMode: string;
  /** Claude's settings for this session. */
  readonly settings: string;
  /** The conversation to go on with: Claude's session id, Codex's thread id. */
  readonly resume: string | undefined;
}

export interface Launch {
  readonly argv: readonly string[];
  /** Added to the environment of the pane. */
  readonly env: Readonly<Record<string, string>>;
  /** What the user should know, for example that a flag is missing in this version. */
  readonly warnings: readonly string[];
}

export type AgentState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'waiting'; readonly waitingFor: string }
  | { readonly kind: 'dead' }
  | { readonly kind: 'absent' };

/** An agent in `party status`. */
export interface AgentStatus {
  readonly role: Role;
  /** `%3`; null when no pane has the role. */
  readonly pane: string | null;
  readonly state: AgentState['kind'];
  /** What an agent that waits for the human asks. */
  readonly waitingFor: string | null;
  readonly demo: boolean;
}
