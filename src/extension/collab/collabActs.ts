// The user's commands about collab. Each runs the shipped program, which alone decides whether the command is allowed.

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { l10n, commands as registry, Uri, window, workspace } from 'vscode';
import { withoutIcons } from '../../core/base/outsideText.ts';
import { collabWords } from '../../core/collab/collabText.ts';
import type { ReviewSummary } from '../../core/collab/reviewWords.ts';
import { planPath } from '../../core/plan/plan.ts';
import type { Context } from '../app/context.ts';
import type { Folder, FolderCollab } from '../app/snapshot.ts';
import { createLocate } from '../findings/findingsLocate.ts';
import { openPlan } from '../plan/planActs.ts';
import { act, type UserAct, type UserQuestion } from '../ui/act.ts';
import { remarkMessage, tellWithButtons, wayButtons } from '../ui/wayButtons.ts';
import { showReviewDocument } from './collabDocument.ts';
import { type Acted, type CollabVerb, collabProgram, designOption } from './collabProgram.ts';

export async function startCollab(context: Context, folder: Folder): Promise<void> {
  const design = await chooseDesign(folder);
  if (design === undefined) return;
  await act(context, {
    ...outcome(context, folder),
    doing: l10n.t('Starting Collab'),
    run: () => collabProgram.start(context.host, folder.path, designOption(folder, design)),
  });
}

export const pauseCollab = acting('pause', () => l10n.t('Pausing Collab'));
export const resumeCollab = acting('resume', () => l10n.t('Resuming Collab'));
export const skipCollab = acting('skip', () => l10n.t('Skipping the next review'));

/** This removes the checkpoint, so it cannot be undone. */
export const cancelCollab = acting(
  'cancel',
  () => l10n.t('Cancelling Collab'),
  (context, folder) =>
    confirmation(context, folder, {
      question: l10n.t('Turn off Collab in {0}?', folder.name),
      lost: l10n.t('Codex stops reviewing and forgets its position. The reviews and their findings are kept.'),
      yes: l10n.t('Turn Off'),
    }),
);

export const completeCollab = acting(
  'complete',
  () => l10n.t('Completing Collab'),
  (context, folder) =>
    confirmation(context, folder, {
      question: l10n.t('Complete Collab in {0}?', folder.name),
      lost: l10n.t('Changes since the last review will not be reviewed.'),
      yes: l10n.t('Complete'),
    }),
);

/** Opens the clicked review, or the newest one. */
export async function openCollabReview(
  context: Pick<Context, 'model'>,
  folder: Folder,
  review?: ReviewSummary,
): Promise<void> {
  const collab = collabOf(context, folder);
  const meant = review ?? collab?.reviews[0];
  if (collab === undefined || meant === undefined) {
    void window.showInformationMessage(l10n.t('Codex has not reviewed anything for Collab here yet'));
    return;
  }
  await showReviewDocument(collab, meant);
}

/** Starts a new plan if the design does not exist yet. */
export async function openCollabDesign(context: Context, folder: Folder): Promise<void> {
  const { design = planPath } = collabOf(context, folder) ?? {};
  if (design === planPath) return openPlan(context, folder);
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const { path } = createLocate(folders.map(({ uri }) => uri.fsPath))(folder, design);
  await registry.executeCommand('vscode.open', Uri.file(path));
}

function collabOf({ model }: Pick<Context, 'model'>, folder: Folder): FolderCollab | undefined {
  return model.snapshot?.collabs.find((collab) => collab.folder.top === folder.top);
}

function acting(
  verb: CollabVerb,
  doing: () => string,
  confirmFor?: (context: Context, folder: Folder) => UserQuestion | undefined,
) {
  return (context: Context, folder: Folder): Promise<void> =>
    act(context, {
      ...outcome(context, folder),
      doing: doing(),
      confirm: confirmFor?.(context, folder),
      run: () => collabProgram.act(context.host, folder.path, verb),
    });
}

/** Shows a wrong design path the same way as a refusal. */
function outcome({ host, report }: Context, folder: Folder): Pick<UserAct<Acted>, 'done' | 'answers' | 'folder'> {
  return {
    folder,
    done({ remarks }) {
      if (remarks.length === 0) return;
      const text = remarks.map(remarkMessage).join('. ');
      const next = remarks.flatMap((remark) => remark.next);
      tellWithButtons(window.showInformationMessage, text, wayButtons(next, host.titleOf, folder)).catch(report);
    },
    answers: ['USAGE'],
  };
}

/** Returns the path of the design. Enter takes the plan, as the program does by default. */
async function chooseDesign(folder: Folder): Promise<string | undefined> {
  const plan = join(folder.top, planPath);
  const open = openDocument(folder);
  const isThere = existsSync(plan);
  const items = [
    {
      label: `$(checklist) ${planPath}`,
      description: isThere ? l10n.t('the plan') : l10n.t('not written yet'),
      value: plan,
    },
    ...(open === undefined || open.path === plan
      ? []
      : [
          {
            label: `$(markdown) ${withoutIcons(open.name)}`,
            description: l10n.t('open in the editor'),
            value: open.path,
          },
        ]),
    { label: `$(folder-opened) ${l10n.t('Choose Another File…')}`, description: '', value: undefined },
  ];
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Start Collab'),
    placeHolder: l10n.t('Choose the design to build. Codex reviews it first, then each task'),
  });
  if (chosen === undefined) return undefined;
  return chosen.value ?? chooseFile(folder);
}

function openDocument({ path }: Folder): { readonly path: string; readonly name: string } | undefined {
  const { uri, languageId } = window.activeTextEditor?.document ?? {};
  if (uri?.scheme !== 'file' || languageId !== 'markdown') return undefined;
  const name = relative(path, uri.fsPath);
  return name.startsWith('..') ? undefined : { path: uri.fsPath, name };
}

async function chooseFile({ path }: Folder): Promise<string | undefined> {
  const [chosen] =
    (await window.showOpenDialog({
      defaultUri: Uri.file(path),
      title: l10n.t('The design to build'),
      openLabel: l10n.t('Start Collab'),
      filters: { Markdown: ['md', 'markdown', 'txt'] },
    })) ?? [];
  return chosen?.fsPath;
}

interface Question extends Pick<UserQuestion, 'question' | 'yes'> {
  readonly lost: string;
}

/** No question for what the program will refuse, or for what loses nothing. */
function confirmation(context: Context, folder: Folder, { lost, ...asked }: Question): UserQuestion | undefined {
  const collab = collabOf(context, folder);
  if (collab === undefined || collab.status.phase === 'idle' || collab.status.phase === 'complete') return undefined;
  return { ...asked, detail: [l10n.t('Now: {0}.', collabWords({ collab: collab.status }, l10n.t)), lost].join(' ') };
}
