// Reads the tool call that the client describes on standard input.

import { text } from 'node:stream/consumers';
import { ToolCall } from '../../core/gates/toolCall.ts';

export async function readToolCall(): Promise<ToolCall> {
  return ToolCall.parse(JSON.parse(await text(process.stdin)));
}
