// Reads what the client says about a call of a tool.

import { text } from 'node:stream/consumers';
import { ToolCall } from '../../core/gates/toolCall.ts';

export async function readToolCall(): Promise<ToolCall> {
  return ToolCall.parse(JSON.parse(await text(process.stdin)));
}
