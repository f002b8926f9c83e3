// What Party knows about a program that plays a role: how to find it, how to launch it, how to read its state.

import type { AgentRole, Role } from '../base/role.ts';
import type { ToolInUse } from './agentWork.ts';
import type { AgentLimit } from './limits/limit.ts';
import type { AgentQuestion } from './question.ts';

export const adapterNames = ['claude', 'codex', 'generic'] as const;
export type AdapterName = (typeof adapterNames)[number];

/** The npm packages of the programs that play the roles unless the configuration names others. */
export const agentPackages: Readonly<Record<AgentRole, string>> = {
  claude: '@anthropic-ai/claude-code',
  codex: '@openai/codex',
};

/** What the installed program reports about itself. */
export interface Probe {
  /** Absolute path of the executable. */
  readonly path: string;
  /** The words after the program in `agents.<role>.command`; the probe ran with them too. */
  readonly args: readonly string[];
  /** `2.1.325`; undefined when the program does not report one. */
  readonly version: string | undefined;
  /** The long flags that its `--help` names, such as `--plugin-dir`. */
  readonly flags: readonly string[];
}

/** Everything that a launch needs from outside its adapter. All paths are absolute. */
export interface LaunchContext {
  readonly role: AgentRole;
  /** The agent's working directory: the project's top level, or the folder that the party was started for. */
  readonly cwd: string;
  /** `<state root>/party-<id>`, as messages name it. */
  readonly stateDir: string;
  /** The real path of `<state>/codex`, the only folder that Codex may write to. */
  readonly codexDir: string;
  /** `$PARTY_HOME/current/resources`, which stays valid when the extension is updated. */
  readonly resources: string;
  /** The standing instructions: the contents of `instructionFiles`. */
  readonly instructions: string;
  /** Claude's permission mode; `bypassPermissions` only when the user sets it explicitly. */
  readonly permissionMode: string;
  /** Claude's settings for this session. */
  readonly settings: string;
  /** The conversation to resume: Claude's session id or Codex's thread id. */
  readonly resume: string | undefined;
}

export interface Launch {
  readonly argv: readonly string[];
  /** Added to the pane's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What the user should know, for example that a flag is missing in this version. */
  readonly warnings: readonly string[];
}

export type AgentState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'waiting'; readonly waitingFor: string }
  | { readonly kind: 'dead' }
  /** `missing`: its program is not installed, and its pane says so. */
  | { readonly kind: 'absent'; readonly missing?: true };

/** An agent in `party status`. */
export interface AgentStatus {
  readonly role: Role;
  /** `%3`; null when no pane has the role. */
  readonly pane: string | null;
  readonly state: AgentState['kind'];
  /** The question of an agent that waits for the human. */
  readonly waitingFor: string | null;
  readonly demo: boolean;
  /** The program of this agent is not installed. */
  readonly missing?: true;
  /** What a working agent works on; null when not known. */
  readonly doing?: string | null;
  /** When the agent came into this state, ISO 8601; null when the agent does not report it. */
  readonly since?: string | null;
  /** Until when a limit of its provider holds the agent back, ISO 8601; null when not known. */
  readonly limitedUntil?: string | null;
  /** The call of a tool that a working agent waits for; omitted when there is none, or its record does not say. */
  readonly tool?: ToolInUse;
  /** As the agent's own record names it. */
  readonly model?: string;
  /** What it asks, in its own words; omitted when it does not ask, or only its screen says what. */
  readonly asks?: AgentQuestion;
  /** A person is scrolling in its pane, which takes no text until then. */
  readonly scrolling?: true;
  /** What the provider said about it, and whether it named the time; only while the limit lasts. */
  readonly limit?: Pick<AgentLimit, 'kind' | 'reason' | 'time'>;
  /** The tokens of its conversation, by its own record, input with cached tokens and output; null when not known. */
  readonly tokens?: number | null;
}
