// PreToolUse of the tools that write files, and of MCP tools: only Party writes what its gates rely on. A gate: if it
// breaks, it denies.

import { join } from 'node:path';
import { stateGate as decide, type StateGateFacts } from '../../core/gates/stateGate.ts';
import type { ToolCall } from '../../core/gates/toolCall.ts';
import { guardedPlaces, pathsOf } from '../../node/gates/guardedPlaces.ts';
import type { HookContext } from './hook.ts';
import { answer, readToolCall } from './toolCalls.ts';

export async function stateGate(context: HookContext): Promise<object | undefined> {
  const call = await readToolCall();
  return answer(context, call, await decide(call, stateFacts(context, call)));
}

export function stateFacts({ env, paths, session }: HookContext, { cwd }: Pick<ToolCall, 'cwd'>): StateGateFacts {
  return {
    guarded: guardedPlaces({ env, paths, session, cwd, installed: join(__dirname, '..') }),
    pathsOf: (directory, path) => pathsOf(env['HOME'], directory, path),
    isAnswer: async (path) => (await import('../hookFacts/questions.ts')).isOpenAnswer(paths, session, path),
  };
}
