// Shows the plan that an approval by hand is for, so that the user approves what is on the screen.

import { commands, l10n, type TextDocument, window, workspace } from 'vscode';
import { draftState, isSameText } from '../../core/plan/onScreen.ts';
import { planPath } from '../../core/plan/plan.ts';
import { readPlanFile } from '../../node/plan/planFile.ts';
import { commandId } from '../app/contributions.ts';
import type { Folder } from '../app/snapshot.ts';
import { askFor } from '../ui/askFor.ts';
import { planUri } from './planVersions.ts';

/** The hash of the plan that is shown; empty when there is none. Undefined when the user has to look first. */
export async function showPlanToApprove(folder: Folder): Promise<string | undefined> {
  if (!(await isDraftSettled(folder)) || !(await saveOpenPlan(folder))) return undefined;
  const file = await readPlanFile(folder.top);
  // The program says what is wrong with it.
  if (file.kind === 'problem') return '';
  const { document } = await window.showTextDocument(planUri(folder), { preview: false });
  // Another program may have written the file just now. VS Code would show that a moment later.
  if (!isSameText(document.getText(), file.text)) await commands.executeCommand('workbench.action.files.revert');
  if (isSameText(document.getText(), file.text)) return file.hash;
  sayChanged();
  return undefined;
}

/** False when the plan is no longer the one that was shown; the user knows. */
export async function isStillShown(folder: Folder, hash: string): Promise<boolean> {
  if (!(await saveOpenPlan(folder))) return false;
  const file = await readPlanFile(folder.top);
  if (hash === '' || (file.kind === 'plan' && file.hash === hash)) return true;
  sayChanged();
  return false;
}

/** Only the file can be reviewed or approved. False when saving failed; VS Code shows why. */
export async function saveOpenPlan(folder: Folder): Promise<boolean> {
  const open = openPlanAs(folder, 'file');
  return open?.isDirty ? open.save() : true;
}

/** False when a draft on the screen may be mistaken for the plan. */
async function isDraftSettled(folder: Folder): Promise<boolean> {
  const draft = openPlanAs(folder, 'untitled');
  const file = await readPlanFile(folder.top);
  const text = file.kind === 'plan' ? file.text : undefined;
  switch (draftState({ file: text, draft: draft?.getText() })) {
    case 'only-draft':
      return (await draft?.save()) === true;
    case 'differs':
      return mayUseFile(folder, draft);
    default:
      return true;
  }
}

async function mayUseFile(folder: Folder, draft: TextDocument | undefined): Promise<boolean> {
  const [use, compare] = [l10n.t('Show the File'), l10n.t('Compare')];
  const detail = l10n.t(
    'Another program has written the file since you began the draft. Only the file can be approved.',
  );
  const question = l10n.t('Your unsaved draft differs from {0}', planPath);
  const chosen = await window.showWarningMessage(question, { modal: true, detail }, use, compare);
  if (chosen === compare && draft !== undefined) {
    const title = l10n.t('{0} ↔ your draft', planPath);
    await commands.executeCommand('vscode.diff', planUri(folder), draft.uri, title);
  }
  return chosen === use;
}

function openPlanAs(folder: Folder, scheme: 'file' | 'untitled'): TextDocument | undefined {
  const path = planUri(folder).fsPath;
  return workspace.textDocuments.find(({ uri, isClosed }) => !isClosed && uri.scheme === scheme && uri.fsPath === path);
}

function sayChanged(): void {
  const text = l10n.t('{0} has changed since you looked at it. Nothing was approved', planPath);
  askFor(text, l10n.t('Open Plan'), commandId('openPlan'));
}
