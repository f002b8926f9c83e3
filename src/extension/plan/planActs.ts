// The user's commands about a plan. Each runs the shipped program, which alone decides whether the command is allowed.

import { existsSync } from 'node:fs';
import { l10n, window } from 'vscode';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import { planHeadings } from '../../core/plan/plan.ts';
import { lastVerdict, planText, verdictText } from '../../core/plan/planText.ts';
import { shortHash } from '../../core/review/reviewText.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import type { Folder, FolderPlan } from '../app/snapshot.ts';
import { act, type UserQuestion } from '../ui/act.ts';
import { askFor } from '../ui/askFor.ts';
import { askText } from '../ui/askText.ts';
import { inNotification, inView } from '../ui/progress.ts';
import { tellWithButtons, wayButtons } from '../ui/wayButtons.ts';
import { planProgram, type Reviewed } from './planProgram.ts';
import { isStillShown, saveOpenPlan, showPlanToApprove } from './planToApprove.ts';
import { planOf, planUri } from './planVersions.ts';

export async function startPlan(context: Context, folder: Folder): Promise<void> {
  await act(context, {
    folder,
    doing: l10n.t('Turning the plan gate on'),
    run: () => planProgram.start(context.host, folder.path),
    done: () => offerPlan(l10n.t('The plan gate is on: Claude can write only the plan until it is approved')),
  });
}

export async function stopPlan(context: Context, folder: Folder): Promise<void> {
  await act(context, {
    folder,
    doing: l10n.t('Turning the plan gate off'),
    confirm: confirmStop(context, folder),
    run: () => planProgram.stop(context.host, folder.path),
  });
}

export async function reviewPlan(context: Context, folder: Folder): Promise<void> {
  // Codex reviews the file, so unsaved text has to be saved first.
  if (!(await saveOpenPlan(folder))) return;
  const doing = l10n.t('Codex is reviewing the plan of {0}', folder.name);
  await inNotification(doing, (signal) =>
    act(context, {
      folder,
      doing,
      // The status bar already shows the review.
      show: (_, work) => inView(work),
      run: () => planProgram.review(context.host, folder.path, signal),
      done: (reviewed) => sayReviewed(context, folder, reviewed),
      cancelled: () => window.setStatusBarMessage(l10n.t('The review of the plan was cancelled'), 4000),
    }),
  );
}

/**
 * Cancels a review whatever started it: an edit by Claude may have, and then the user has no progress notification to
 * cancel.
 */
export async function cancelPlanReview(context: Context, folder: Folder): Promise<void> {
  await act(context, {
    folder,
    doing: l10n.t('Cancelling the review of the plan'),
    run: () => planProgram.cancelReview(context.host, folder.path),
  });
}

/** Only the user does this, on purpose and with a reason that is recorded, for the plan that is on the screen. */
export async function approvePlan(context: Context, folder: Folder): Promise<void> {
  const hash = await showPlanToApprove(folder);
  if (hash === undefined) return;
  const reason = await askText({
    title: l10n.t('Approve Plan by Hand'),
    placeholder: l10n.t('Why is the plan good enough without Codex? The reason is kept in the log'),
    optional: false,
  });
  if (reason === undefined || !(await isStillShown(folder, hash))) return;
  await context.model.refresh();
  await act(context, {
    folder,
    doing: l10n.t('Approving the plan'),
    confirm: confirmApproval(context, folder),
    run: () => planProgram.approve(context.host, folder.path, { reason: reason.trim(), hash }),
  });
}

/** Without a plan, opens a new one with the required headings. It is on disk once the user saves it. */
export async function openPlan(_: unknown, folder: Folder): Promise<void> {
  const uri = planUri(folder);
  if (existsSync(uri.fsPath)) {
    await window.showTextDocument(uri, { preview: false });
    return;
  }
  const editor = await window.showTextDocument(uri.with({ scheme: 'untitled' }), { preview: false });
  if (editor.document.getText() !== '') return;
  const begun = planHeadings.map((heading) => `## ${heading}\n\n`).join('\n');
  await editor.edit((edit) => edit.insert(editor.selection.start, `# ${l10n.t('Plan')}\n\n${begun.trimEnd()}\n`));
}

function offerPlan(text: string): void {
  askFor(withoutLinks(text), l10n.t('Open Plan'), commandId('openPlan'));
}

/** When something else than the plan holds the review up, the way out of it is more useful than the plan. */
function sayReviewed(context: Context, folder: Folder, reviewed: Reviewed): void {
  const ways = wayButtons(reviewed.next ?? [], context.host.titleOf, folder);
  const text = withoutLinks(outcomeText(reviewed, planOf(context, folder)));
  if (ways.length === 0) offerPlan(text);
  else tellWithButtons(window.showInformationMessage, text, ways).catch(context.report);
}

function outcomeText({ kind, version = 0, problem = '' }: Reviewed, found: FolderPlan | undefined): string {
  const v = String(version);
  const last = found && lastVerdict(found.plan);
  switch (kind) {
    case 'approved':
      return l10n.t('The plan is approved (v{0}). Ready to execute?', v);
    case 'changes-requested':
      return last?.version === version
        ? l10n.t('Codex on v{0} of the plan: {1}', v, verdictText(last.verdict, l10n.t))
        : l10n.t('Codex requests changes to the plan (v{0})', v);
    case 'changed-meanwhile':
      return l10n.t('The plan changed while Codex was reading it (v{0}), so it is not approved. Review it again', v);
    case 'needs-human':
      return problem === ''
        ? l10n.t('The plan has used up its revisions and needs your decision')
        : oneLine(problem, 300);
    default:
      return l10n.t('The plan was not reviewed: {0}', oneLine(problem || kind, 300));
  }
}

function confirmStop(context: Context, folder: Folder): UserQuestion | undefined {
  const plan = planOf(context, folder);
  if (plan === undefined || plan.status.kind === 'off' || plan.status.kind === 'approved') return undefined;
  return {
    question: l10n.t('Turn off the plan gate of {0}?', folder.name),
    detail: l10n.t('The plan is not approved: {0}. Claude can then write code.', planText(plan.status, l10n.t)),
    yes: l10n.t('Stop'),
  };
}

/** No question for what the program will refuse. */
function confirmApproval(context: Context, folder: Folder): UserQuestion | undefined {
  const plan = planOf(context, folder);
  if (plan === undefined || plan.plan.hash === undefined) return undefined;
  const last = lastVerdict(plan.plan);
  const detail = [
    l10n.t('Current plan: {0}.', shortHash(plan.plan.hash) ?? ''),
    last === undefined
      ? l10n.t('Codex has not reviewed it.')
      : l10n.t('Codex on v{0}: {1}.', String(last.version), verdictText(last.verdict, l10n.t)),
    ...(last !== undefined && last.hash !== plan.plan.hash ? [l10n.t('It has changed since that version.')] : []),
  ].join(' ');
  return { question: l10n.t('Approve the plan of {0} by hand?', folder.name), detail, yes: l10n.t('Approve') };
}
