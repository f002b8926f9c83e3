// PreToolUse of Bash: Codex is asked for a review only with what the critics say about the code as it is, and nothing
// is approved that Codex has not read. A gate: if it breaks, it denies.

import { codexCalls, mentionsReviews } from '../../core/gates/codexCalls.ts';
import { denyCodexCall, unseen } from '../../core/gates/decide.ts';
import { denyForgery } from '../../core/gates/ownHooks.ts';
import { couldHide } from '../../core/shell/programs.ts';
import { answer, type Verdict } from './answer.ts';
import { reviewsAt } from './gatedPlaces.ts';
import type { HookContext } from './hook.ts';
import { readToolCall } from './readToolCall.ts';
import { type BashCall, readBashCall } from './toolCalls.ts';

export async function codexGate(context: HookContext): Promise<object | undefined> {
  const call = await readToolCall();
  const bash = readBashCall(call, context.env);
  return bash === undefined ? undefined : answer(context, await judge(context, call.cwd, bash));
}

async function judge(context: HookContext, cwd: string, { command, line }: BashCall): Promise<Verdict> {
  const forgery = denyForgery(line, context.paths.home);
  if (forgery !== undefined) return { what: 'evidence that nobody earned', deny: forgery };
  const found = line.invocations.flatMap((invocation) => {
    const { words, places } = invocation;
    const known = words[0]?.value != null || words[0]?.tail !== '';
    return codexCalls(invocation).map((call) => ({ call, places, known }));
  });
  if (found.length === 0 && couldHide(line, command, mentionsReviews)) {
    return { what: 'a call of tmux-codex.sh', deny: unseen('a call of tmux-codex.sh', 'what this line runs') };
  }
  const seen = new Set<string>();
  for (const { call, places, known } of found) {
    const key = `${call} ${places?.join(' ')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const what = known ? call : `${call}, perhaps`;
    if (places === null) return { what, deny: unseen('one that is not ready', `in which directory "${call}" runs`) };
    for (const { review } of await reviewsAt(context, cwd, places)) {
      const reason = denyCodexCall(review, call);
      if (reason === undefined) continue;
      const hint = known ? '' : `${unseen('a call of tmux-codex.sh', 'which program this line runs')}\n`;
      return { what, deny: `${hint}${reason}` };
    }
  }
  return found.length === 0 ? undefined : { what: found.map(({ call }) => call).join(', '), deny: undefined };
}
