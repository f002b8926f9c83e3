// The acts about a plan that a person asks for. Each runs the shipped program, which alone decides whether it may be.

import { existsSync } from 'node:fs';
import { l10n, ProgressLocation, commands as registry, window, workspace } from 'vscode';
import { isPartyError } from '../../core/base/errors.ts';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import { planHeadings } from '../../core/plan/plan.ts';
import { lastVerdict, planText, verdictText } from '../../core/plan/planText.ts';
import { shortHash } from '../../core/review/reviewText.ts';
import { editorWords } from '../../core/status/editorWords.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import type { Folder, FolderPlan } from '../app/snapshot.ts';
import { askText } from '../ui/askText.ts';
import { inStatusBar, inView } from '../ui/progress.ts';
import * as program from './planProgram.ts';
import { planOf, planUri } from './planVersions.ts';

export async function startPlan(context: Context, folder: Folder): Promise<void> {
  await acting(context, l10n.t('Switching the plan gate on'), async () => {
    await program.startPlan(context.host, folder.path);
    const told = l10n.t('The plan gate is on: nothing but the plan may be written until it is approved');
    void say(told, ...offerPlan());
  });
}

export async function stopPlan(context: Context, folder: Folder): Promise<void> {
  if (!(await mayStop(context, folder))) return;
  await acting(context, l10n.t('Switching the plan gate off'), () => program.stopPlan(context.host, folder.path));
}

/** Takes minutes, so that it shows what is going on and can be ended. */
export async function reviewPlan(context: Context, folder: Folder): Promise<void> {
  // What is typed and not saved would not be what is reviewed.
  if (!(await saveOpen(folder))) return;
  const title = l10n.t('Codex reviews the plan of {0}', folder.name);
  await window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, async (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const work = () => program.reviewPlan(context.host, folder.path, controller.signal);
    // The status bar shows it by itself.
    const ended = await acting(context, title, work, (_title, run) => inView(run));
    if (ended.kind === 'cancelled') window.setStatusBarMessage(l10n.t('The review of the plan was cancelled'), 4000);
    if (ended.kind === 'done') void say(outcomeText(ended.answer, planOf(context, folder)), ...offerPlan());
  });
}

/** Whoever began it: an edit by Claude does, and nobody clicked anything that could be cancelled. */
export async function cancelPlanReview(context: Context, folder: Folder): Promise<void> {
  await acting(context, l10n.t('Cancelling the review of the plan'), () =>
    program.cancelPlanReview(context.host, folder.path),
  );
}

/** Only a human does this, deliberately and with a reason that is kept. */
export async function approvePlan(context: Context, folder: Folder): Promise<void> {
  const reason = await askText({
    title: l10n.t('Approve Plan by Hand'),
    placeholder: l10n.t('Why is the plan good enough without Codex? It is kept in the log'),
    optional: false,
  });
  // What is typed and not saved would not be what is approved.
  if (reason === undefined || !(await saveOpen(folder))) return;
  await context.model.refresh();
  const { hash = '' } = planOf(context, folder)?.plan ?? {};
  if (!(await isMeant(context, folder))) return;
  await acting(context, l10n.t('Approving the plan'), () =>
    program.approvePlan(context.host, folder.path, reason.trim(), hash),
  );
}

/** Without a plan yet one is begun, with the headings that it needs; it is on the disk when the user saves it. */
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

/** False when it could not be saved, which VS Code tells. */
async function saveOpen(folder: Folder): Promise<boolean> {
  const path = planUri(folder).fsPath;
  const open = workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === path);
  return open?.isDirty ? open.save() : true;
}

const offerPlan = () => [l10n.t('Open Plan'), commandId('openPlan')] as const;

function outcomeText(
  { kind, version = 0, problem = '', why }: program.Reviewed,
  found: FolderPlan | undefined,
): string {
  const v = String(version);
  const last = found && lastVerdict(found.plan);
  switch (kind) {
    case 'approved':
      return l10n.t('The plan is approved (v{0}). Ready to execute?', v);
    case 'changes-requested':
      return last?.version === version
        ? l10n.t('Codex on v{0} of the plan: {1}', v, verdictText(last.verdict, l10n.t))
        : l10n.t('Codex requests changes of the plan (v{0})', v);
    case 'changed-meanwhile':
      return l10n.t('The plan was changed while Codex read it (v{0}), so that it is not approved: review it again', v);
    case 'needs-human':
      return why === undefined
        ? l10n.t('The plan has used up its revisions: you have to decide')
        : oneLine(editorWords(why), 300);
    default:
      return l10n.t('The plan was not reviewed: {0}', oneLine(problem || kind, 300));
  }
}

async function mayStop(context: Context, folder: Folder): Promise<boolean> {
  const plan = planOf(context, folder);
  if (plan === undefined || plan.status.kind === 'off' || plan.status.kind === 'approved') return true;
  const yes = l10n.t('Stop');
  const detail = l10n.t('The plan is not approved: {0}. Claude may then write code.', planText(plan.status, l10n.t));
  const question = l10n.t('Switch the plan gate of {0} off?', folder.name);
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

async function isMeant(context: Context, folder: Folder): Promise<boolean> {
  const plan = planOf(context, folder);
  // What will be refused needs no question.
  if (plan === undefined || plan.plan.hash === undefined) return true;
  const last = lastVerdict(plan.plan);
  const detail = [
    l10n.t('The plan as it is now: {0}.', shortHash(plan.plan.hash) ?? ''),
    last === undefined
      ? l10n.t('Codex has not reviewed it.')
      : l10n.t('Codex on v{0}: {1}.', String(last.version), verdictText(last.verdict, l10n.t)),
    ...(last !== undefined && last.hash !== plan.plan.hash ? [l10n.t('It has changed since that version.')] : []),
  ].join(' ');
  const yes = l10n.t('Approve');
  const question = l10n.t('Approve the plan of {0} by hand?', folder.name);
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** A refusal is an answer and says what to do; everything else is an error. */
async function acting<T>(
  context: Context,
  doing: string,
  work: () => Promise<T>,
  show: typeof inStatusBar<T> = inStatusBar,
): Promise<Ended<T>> {
  try {
    return { kind: 'done', answer: await show(doing, () => work().finally(context.model.refresh)) };
  } catch (error) {
    if (isPartyError(error, 'CANCELLED')) return { kind: 'cancelled' };
    if (!isPartyError(error, 'REFUSED') && !isPartyError(error, 'NOT_A_REPOSITORY')) throw error;
    context.host.log.info(`${doing}: ${error.message}`);
    void say(oneLine(error.message, 500), l10n.t('What Next?'), commandId('showReview'));
    return { kind: 'refused' };
  }
}

type Ended<T> = { readonly kind: 'done'; readonly answer: T } | { readonly kind: 'refused' | 'cancelled' };

async function say(text: string, button: string, command: string): Promise<void> {
  const chosen = await window.showInformationMessage(withoutLinks(text), button);
  if (chosen !== undefined) await registry.executeCommand(command);
}
