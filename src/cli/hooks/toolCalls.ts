// Reads what the client says about a call of a tool, and what a command line of it runs.

import { text } from 'node:stream/consumers';
import { ToolCall } from '../../core/gates/toolCall.ts';
import { readShellLine, type ShellLine } from '../../core/shell/programs.ts';

export async function readToolCall(): Promise<ToolCall> {
  return ToolCall.parse(JSON.parse(await text(process.stdin)));
}

export interface BashCall {
  readonly command: string;
  readonly line: ShellLine;
}

/** Undefined for other tools than Bash; throws when a call of Bash has no command. */
export function readBashCall(call: ToolCall, env: NodeJS.ProcessEnv): BashCall | undefined {
  if (call.tool_name !== 'Bash') return undefined;
  const { command } = call.tool_input;
  if (command === undefined) throw new Error('a call of Bash without a command');
  return { command, line: readShellLine(command, { cwd: call.cwd, home: env['HOME'] ?? null }) };
}
