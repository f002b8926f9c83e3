// What the command line of a call of Bash runs. Apart from reading the call: most hooks do without a parser of shell lines.

import type { ToolCall } from '../../core/gates/toolCall.ts';
import { readShellLine, type ShellLine } from '../../core/shell/programs.ts';

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
