// Requests to `codex app-server` and its answers: JSON-RPC, one per line, as of Codex 0.166.0.

import { tryJson } from '../base/json.ts';
import * as z from '../base/schema.ts';

// A function, so that a bundle without such a conversation holds nothing of it.
const answerForm = () =>
  z.looseObject({
    id: z.optional(z.number()),
    result: z.optional(z.unknown()),
    error: z.optional(z.looseObject({ message: z.optional(z.string()) })),
  });

export function rpcRequest(id: number, method: string, params: object): string {
  return JSON.stringify({ id, method, params });
}

/** The first request of every conversation. */
export function rpcInitialize(id: number, version: string, capabilities: object | null): string {
  return rpcRequest(id, 'initialize', { clientInfo: { name: 'party', title: 'Party', version }, capabilities });
}

/** Confirms the answer to the first request. */
export const rpcInitialized = '{"method":"initialized"}';

/** Undefined for a line that is something else. */
export function rpcAnswer(line: string): z.infer<ReturnType<typeof answerForm>> | undefined {
  return answerForm().safeParse(tryJson(line)).data;
}
