// Reads the tool call that the client describes on standard input.

import { ToolCall } from '../../core/gates/toolCall.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';

export async function readToolCall(): Promise<ToolCall> {
  return ToolCall.parse(await readJsonInput());
}
