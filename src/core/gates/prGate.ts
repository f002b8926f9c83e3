// The gate before a pull request: it requires all evidence for the current code. It denies what it cannot read.

import { messageOf } from '../base/errors.ts';
import { couldHide } from '../shell/programs.ts';
import { denyCompany } from './alone.ts';
import { type BashCall, bashCall } from './bashCall.ts';
import { denyPullRequest } from './decide.ts';
import { type Denial, deny, type GateVerdict, unseen, unseenAnd } from './denial.ts';
import { type GatedReview, gatedReviews, type ReviewFacts } from './gatedReviews.ts';
import { makesPullRequest, mentionsPullRequests, otherHead } from './pullRequest.ts';
import { isPullRequestTool, toolHead } from './pullRequestTool.ts';
import { denyOpenTasks, denyUnreadTasks, hasBlockingTasks, type LinkedTask } from './tasks.ts';
import type { ToolCall } from './toolCall.ts';

export interface PrGateFacts extends ReviewFacts {
  /** The user's home, for `~`; null when unknown. */
  readonly userHome: string | null;
  /** Whether the user requires that tasks made from blocking findings are done first. */
  readonly tasksRequired: () => Promise<boolean>;
  /** The findings of a project that became tasks; throws when they cannot be read. */
  readonly linkedTasks: (top: string) => Promise<readonly LinkedTask[]>;
}

/** Undefined when the call does not concern the gate. */
export async function prGate(call: ToolCall, facts: PrGateFacts): Promise<GateVerdict | undefined> {
  const { tool_name: tool, cwd } = call;
  if (isPullRequestTool(tool)) {
    return { what: tool, deny: await denyAt(cwd, [cwd], toolHead(call.tool_input), facts) };
  }
  const bash = bashCall(call, facts.userHome);
  if (bash === undefined || !concerns(bash)) return undefined;
  return { what: pullRequest, deny: await denyLine(cwd, bash, facts) };
}

const pullRequest = 'a pull request';

function concerns({ command, line }: BashCall): boolean {
  return line.invocations.some(makesPullRequest) || couldHide(line, command, mentionsPullRequests);
}

async function denyLine(cwd: string, { line }: BashCall, facts: PrGateFacts): Promise<Denial | undefined> {
  const found = line.invocations.filter(makesPullRequest);
  if (found.length === 0) return unseen(pullRequest, 'all that this line runs');
  for (const invocation of found) {
    const { words, places } = invocation;
    if (places === null) return unseen('another project', 'in which directory gh runs');
    const reason = await denyAt(cwd, places, otherHead(invocation), facts);
    if (reason === undefined) continue;
    const known = words[0]?.value != null;
    return known ? reason : unseenAnd(unseen(pullRequest, 'which program this line runs'), reason);
  }
  return denyCompany(line);
}

type Head = ReturnType<typeof otherHead>;

async function denyAt(
  cwd: string,
  places: readonly string[],
  head: Head,
  facts: PrGateFacts,
): Promise<Denial | undefined> {
  for (const gated of await gatedReviews(cwd, places, facts)) {
    const { review } = gated;
    const reason = denyPullRequest(review) ?? (await denyTasks(gated, facts)) ?? denyHead(head, review.change?.branch);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

async function denyTasks({ top, review }: GatedReview, facts: PrGateFacts): Promise<Denial | undefined> {
  if (!hasBlockingTasks(review) || review.change?.docsOnly === true) return undefined;
  if (!(await facts.tasksRequired())) return undefined;
  try {
    return denyOpenTasks(await facts.linkedTasks(top));
  } catch (error) {
    return denyUnreadTasks(messageOf(error));
  }
}

/** The review covered only the checked-out branch. */
function denyHead(head: Head, branch: string | null | undefined): Denial | undefined {
  if (head === undefined || head === branch) return undefined;
  const way = head === null ? 'write its name literally, or use gh pr create' : 'leave the other head out';
  return deny(`Only the current branch (${branch ?? ''}) was reviewed; ${way}`);
}
