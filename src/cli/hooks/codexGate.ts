// PreToolUse of Bash: Claude may ask Codex for a review only after the critics have reviewed the current code, and may
// approve only what Codex has read. A gate: if it breaks, it denies.

import { codexGate as decide } from '../../core/gates/codexGate.ts';
import type { HookContext } from './hook.ts';
import { reviewFacts } from './reviewFacts.ts';
import { stateFacts } from './stateGate.ts';
import { answer, readToolCall } from './toolCalls.ts';

export async function codexGate(context: HookContext): Promise<object | undefined> {
  const { env, paths } = context;
  const call = await readToolCall();
  const verdict = await decide(call, {
    ...reviewFacts(context),
    stateWrite: async ({ command, line }, cwd) =>
      (await import('../hookFacts/state.ts')).denyStateWrite(command, line, cwd, stateFacts(context, call)),
    userHome: env['HOME'] ?? null,
    partyHome: paths.home,
    tmuxSocket: ownSocket(env),
  });
  return answer(context, call, verdict);
}

/** The name of the server that this Claude runs in. */
function ownSocket(env: NodeJS.ProcessEnv): string {
  const path = env['TMUX']?.split(',')[0] ?? '';
  return path === '' ? (env['PARTY_TMUX_SOCKET'] ?? '') : path.slice(path.lastIndexOf('/') + 1);
}
