// The end of a review: what comes after the approval, and after code that was approved has changed.

import { env, l10n, window } from 'vscode';
import { author, roleLabels } from '../../../core/base/role.ts';
import { askForPullRequest } from '../../../core/review/ready/readyMessages.ts';
import { reviewSentence, reviewSummary } from '../../../core/review/ready/summary.ts';
import type { Context } from '../../app/context.ts';
import { type CommandName, commandId } from '../../app/contributions.ts';
import { type Folder, partiesOf } from '../../app/snapshot.ts';
import { sendText } from '../../messages/send.ts';
import { isMeant } from '../../ui/act.ts';
import { askFor } from '../../ui/askFor.ts';
import { itemText } from '../../ui/plainText.ts';
import { requestReview } from '../reviewActs.ts';
import { readyIn } from './readyRows.ts';

export type EndAct = 'createPullRequest' | 'copyReviewSummary' | 'requestDeltaReview' | 'showChanged';

interface EndActWords {
  readonly icon: string;
  label(): string;
  /** `left` is how many checks a pull request still needs. */
  detail(left: number): string;
  readonly command: CommandName;
}

export const endActTable: Readonly<Record<EndAct, EndActWords>> = {
  createPullRequest: {
    icon: 'git-pull-request-create',
    label: () => l10n.t('Let Claude Create the Pull Request'),
    detail: (left) =>
      left === 0
        ? l10n.t('Send Claude a message: the review is over, and the gate is open')
        : l10n.t('Send Claude a message: first the checks that are left, then the pull request'),
    command: 'createPullRequest',
  },
  copyReviewSummary: {
    icon: 'copy',
    label: () => l10n.t('Copy Review Summary'),
    detail: () => l10n.t('Rounds, findings with their verdicts, and checks, as Markdown'),
    command: 'copyReviewSummary',
  },
  requestDeltaReview: {
    icon: 'diff',
    label: () => l10n.t('Request Delta Review'),
    detail: () => l10n.t('Codex checks what has changed since the approval'),
    command: 'requestDeltaReview',
  },
  showChanged: {
    icon: 'git-compare',
    label: () => l10n.t('Show What Changed'),
    detail: () => l10n.t('What differs from the approved code'),
    command: 'changes.showSinceApproval',
  },
};

/** Only Claude creates it, so that the gate looks at it. */
export async function createPullRequest(context: Context, folder: Folder): Promise<void> {
  const review = reviewOf(context, folder);
  if (review === undefined) return sayNoReview();
  if (review.status.kind !== 'approved') {
    const text = l10n.t('Codex has not approved the current code yet');
    return askFor(text, l10n.t('What Next?'), commandId('showReview'));
  }
  const left = review.missing.length;
  const detail =
    left === 1
      ? l10n.t('1 check is left. Claude gets it first.')
      : l10n.t('{0} checks are left. Claude gets them first.', String(left));
  const question = l10n.t('Let Claude create the pull request of {0}?', folder.name);
  const confirm =
    left === 0 ? undefined : { question, detail, yes: l10n.t('Ask Claude'), tone: 'information' as const };
  if (await isMeant(confirm)) await tellClaude(context, folder, askForPullRequest(review));
}

export async function copyReviewSummary(context: Context, folder: Folder): Promise<void> {
  const review = reviewOf(context, folder);
  if (review === undefined || review.rounds.length === 0) return sayNoReview();
  await env.clipboard.writeText(reviewSummary(review, Date.now()));
  window.setStatusBarMessage(
    `$(check) ${l10n.t('Review summary copied. {0}', itemText(reviewSentence(review)))}`,
    8000,
  );
}

export function requestDeltaReview(context: Context, folder: Folder): Promise<void> {
  return requestReview(context, folder, 'delta');
}

/** Through the same message as the user's own words. */
export async function tellClaude(context: Context, folder: Folder, text: string): Promise<void> {
  const parties = context.model.snapshot ? partiesOf(context.model.snapshot, folder) : [];
  const [party] = parties;
  if (party === undefined) {
    return askFor(l10n.t('{0} is not running here', roleLabels[author]), l10n.t('Start'), commandId('start'));
  }
  await sendText(context, party, author, text);
}

function reviewOf({ model }: Context, folder: Folder) {
  return model.snapshot && readyIn(model.snapshot, folder)?.review;
}

function sayNoReview(): void {
  askFor(l10n.t('Codex has not reviewed this change yet'), l10n.t('Request Review'), commandId('requestReview'));
}
