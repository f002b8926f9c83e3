// The tools of a review. None of them approves, and none gives a round that the limit does not allow.

import { refused } from '../../core/base/errors.ts';
import { errorText } from '../../core/base/remark.ts';
import { denyCodexCall } from '../../core/gates/decide.ts';
import { denialText } from '../../core/gates/denial.ts';
import { letterDraft } from '../../node/messages/letterDraft.ts';
import { openPost, send } from '../../node/messages/send.ts';
import { openReview } from '../../node/review/openReview.ts';
import { type ReportRequest, type ReviewersCall, reportFindings } from '../../node/review/reportFindings.ts';
import { findings } from '../findings/findings.ts';
import { requestReview } from '../review/request.ts';
import { reportRound } from '../review/verdicts.ts';
import { given, paneMachine, type ToolAct } from './act.ts';

export interface ReviewWanted {
  readonly base?: string | undefined;
  readonly title?: string | undefined;
  readonly document?: string | undefined;
  readonly delta: boolean;
}

/** The same evidence as before `tmux-codex.sh --review`, which a hook checks: no hook sees what this server does. */
export function askForReview(wanted: ReviewWanted): ToolAct {
  return async (cli) => {
    const denial =
      wanted.document === undefined ? denyCodexCall(await (await openReview(cli)).read(), 'review') : undefined;
    if (denial !== undefined) throw refused(denialText(denial));
    return requestReview(cli, { ...wanted, headless: false });
  };
}

/** Claude hears of the findings at once, as of a file that Codex has written. */
export function report(found: ReportRequest, call: ReviewersCall): ToolAct {
  return async (cli) => {
    const post = await openPost(cli);
    const messages = await post.mailbox.messages();
    const completed = await reportFindings(paneMachine(cli), found, call, messages);
    const notice = letterDraft(post.stateDir, `Findings ready: ${completed.request.file}`, messages);
    // The findings are in the log: the reviewer must not report them again because Claude cannot be told.
    await send(post, __dirname, notice).catch((error) => cli.say(`Claude was not told: ${errorText(error)}`));
    return reportRound(cli, completed);
  };
}

export function triageFinding(key: string, state: string, reason: string | undefined): ToolAct {
  return (cli) => findings.run(cli, given(['triage', key, state], { reason }));
}

export function replyToFinding(key: string, text: string, to: string | undefined): ToolAct {
  return (cli) => findings.run(cli, given(['reply', key, text], { to }));
}

export function listFindings(all: boolean): ToolAct {
  return (cli) => findings.run(cli, given(['list'], { all }));
}
