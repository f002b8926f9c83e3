// Runs one act of Party for a call of a tool: the same function that a verb runs, with a `Cli` that keeps the answer
// instead of printing it.

import type { McpRole } from '../../core/agents/mcpTools.ts';
import { isPartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { plainJson } from '../../core/base/outsideText.ts';
import { errorText } from '../../core/base/remark.ts';
import { type AgentRole, author, reviewer } from '../../core/base/role.ts';
import { projectTop } from '../../node/project/paths.ts';
import type { ReviewersCall } from '../../node/review/reportFindings.ts';
import { readSessionRecord } from '../../node/session/sessionRecord.ts';
import type { PaneMachine } from '../../node/tmux/ownPane.ts';
import { type Cli, createCli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';

/** Who calls: the role of the server, and for Codex the turn in which it calls. */
export interface Caller extends ReviewersCall {
  readonly role: McpRole;
  /** Ends a wait: the client has cancelled the call, or is gone. What the act has begun is still finished. */
  readonly signal: AbortSignal;
}

export type ToolAct = (cli: Cli) => Promise<number>;

/** The form of a tool's result, and of a resource's. */
export interface ActResult {
  readonly text: string;
  readonly failed: boolean;
}

/** Acts that went well although something is still to come: the message waits, or its answer does. */
const unfinished: ReadonlySet<number> = new Set([exits.success, exits.notSubmitted, exits.timeout]);

export async function runAct(caller: Caller, act: ToolAct): Promise<ActResult> {
  const answers: unknown[] = [];
  const remarks: string[] = [];
  const cli: Cli = {
    ...createCli({
      env: environmentOf(caller),
      verb: 'mcp',
      name: 'party',
      json: true,
      verbose: false,
      configFile: undefined,
    }),
    print: ({ json }) => void answers.push(json),
    say: (remark) => void remarks.push(remark),
  };
  try {
    const exit = await act(cli);
    const [answer = {}] = answers;
    const told = remarks.length === 0 ? answer : { ...Object(answer), remarks };
    return { text: plainJson(told), failed: !unfinished.has(exit) };
  } catch (error) {
    const code = isPartyError(error) ? ` (${error.code})` : '';
    return { text: `${errorText(error, cli.reader)}${code}`, failed: true };
  }
}

const agentOf: Readonly<Record<McpRole, AgentRole | undefined>> = { author, reviewer, viewer: undefined };

/** The agent whose pane must have started the server, so that a writing call counts. */
export function roleOf({ role }: Caller): AgentRole {
  const agent = agentOf[role];
  if (agent === undefined) throw new Error(`the role ${role} only reads`);
  return agent;
}

/**
 * Clients start a server without the variables by which Party tells an agent from a human. The role says which agent
 * this is, so no call is taken for a human's. A viewer reads with the environment that it was started with.
 */
function environmentOf({ role, thread }: Caller): NodeJS.ProcessEnv {
  const {
    CLAUDECODE: _,
    CODEX_THREAD_ID: __,
    CODEX_SANDBOX: ___,
    CODEX_SANDBOX_NETWORK_DISABLED: ____,
    ...env
  } = process.env;
  if (role === 'author') return { ...env, CLAUDECODE: '1' };
  if (role === 'reviewer') return { ...env, CODEX_THREAD_ID: thread ?? 'mcp' };
  return process.env;
}

/** With what Party's own record says about the processes of a party. */
export function paneMachine(cli: Cli): PaneMachine {
  const record = (id: string) => readSessionRecord(cli.paths, projectTop(cli.cwd), id);
  return { ...cli, started: async (id) => (await record(id))?.processes ?? [] };
}

/** The arguments of a verb, as values: no text can be taken for an option. */
export function given(
  operands: readonly string[],
  values: Readonly<Record<string, string | boolean | undefined>> = {},
): ParsedArguments {
  return {
    operands,
    command: [],
    flag: (name) => values[name] === true,
    value: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
  };
}
