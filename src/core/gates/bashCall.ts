// A Bash call, and the programs that its line runs.

import { readShellLine, type ShellLine } from '../shell/programs.ts';
import type { ToolCall } from './toolCall.ts';

export interface BashCall {
  readonly command: string;
  readonly line: ShellLine;
}

/** Undefined for tools other than Bash; throws when a Bash call has no command. `home` is the user's home. */
export function bashCall(call: ToolCall, home: string | null): BashCall | undefined {
  if (call.tool_name !== 'Bash') return undefined;
  const { command } = call.tool_input;
  if (command === undefined) throw new Error('a call of Bash without a command');
  return { command, line: readShellLine(command, { cwd: call.cwd, home }) };
}
