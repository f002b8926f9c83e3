// PreToolUse of Bash and of MCP tools: no pull request without all the evidence for the code as it is. A gate: if it
// breaks, it denies.

import { denyCompany } from '../../core/gates/alone.ts';
import { denyPullRequest, unseen } from '../../core/gates/decide.ts';
import { makesPullRequest, mentionsPullRequests, otherHead } from '../../core/gates/pullRequest.ts';
import { isPullRequestTool, toolHead } from '../../core/gates/pullRequestTool.ts';
import { couldHide } from '../../core/shell/programs.ts';
import { answer, type Verdict } from './answer.ts';
import { reviewsAt } from './gatedPlaces.ts';
import { denyTasks } from './gatedTasks.ts';
import type { HookContext } from './hook.ts';
import { readToolCall } from './readToolCall.ts';
import { type BashCall, readBashCall } from './toolCalls.ts';

export async function prGate(context: HookContext): Promise<object | undefined> {
  const call = await readToolCall();
  if (isPullRequestTool(call.tool_name)) {
    const head = toolHead(call.tool_input);
    return answer(context, await judgeAt(context, call.cwd, [call.cwd], call.tool_name, head));
  }
  const bash = readBashCall(call, context.env);
  return bash === undefined ? undefined : answer(context, await judge(context, call.cwd, bash));
}

const pullRequest = 'a pull request';

async function judge(context: HookContext, cwd: string, { command, line }: BashCall): Promise<Verdict> {
  const found = line.invocations.filter(makesPullRequest);
  if (found.length === 0) {
    if (!couldHide(line, command, mentionsPullRequests)) return undefined;
    return { what: pullRequest, deny: unseen(pullRequest, 'all that this line runs') };
  }
  for (const invocation of found) {
    const { words, places } = invocation;
    if (places === null) return { what: pullRequest, deny: unseen('another project', 'in which directory gh runs') };
    const verdict = await judgeAt(context, cwd, places, pullRequest, otherHead(invocation));
    if (verdict?.deny === undefined) continue;
    const known = words[0]?.value != null;
    const hint = known ? '' : `${unseen(pullRequest, 'which program this line runs')}\n`;
    return { what: pullRequest, deny: `${hint}${verdict.deny}` };
  }
  return { what: pullRequest, deny: denyCompany(line) };
}

async function judgeAt(
  context: HookContext,
  cwd: string,
  places: readonly string[],
  what: string,
  head?: string | null,
): Promise<Verdict> {
  for (const { top, review } of await reviewsAt(context, cwd, places)) {
    const reason = denyPullRequest(review) ?? (await denyTasks(context, top, review));
    if (reason !== undefined) return { what, deny: reason };
    if (head !== undefined && head !== review.change?.branch) {
      const branch = review.change?.branch ?? '';
      const way = head === null ? 'name it in plain words, or use gh pr create' : 'leave the other head out';
      return { what, deny: `Only the branch that you are on (${branch}) was reviewed; ${way}.` };
    }
  }
  return { what, deny: undefined };
}
