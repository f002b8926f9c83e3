// Party: New Worktree. Asks for a name, runs the shipped program to create it, and offers to open the new folder in its
// own window.

import { l10n, commands as registry, Uri, window } from 'vscode';
import { withoutLinks } from '../../core/base/outsideText.ts';
import { worktreeNameProblem } from '../../core/worktree/worktreeName.ts';
import { config } from '../app/config.ts';
import type { Context } from '../app/context.ts';
import type { Folder } from '../app/snapshot.ts';
import { showWarnings } from '../session/showWarnings.ts';
import { inStatusBar } from '../ui/progress.ts';
import { worktreeProgram } from './worktreeProgram.ts';

export async function newWorktree(context: Context, folder: Folder): Promise<void> {
  const { host, model } = context;
  const name = await askName(folder);
  if (name === undefined) return;
  const { agents, permissionMode } = config();
  const options = { demo: agents === 'demo', permissionMode };
  const title = l10n.t('Creating the worktree {0}', name);
  const { path, warnings } = await inStatusBar(title, () =>
    worktreeProgram.make(host, folder.path, name, options).finally(model.refresh),
  );
  host.log.info(`Made the worktree ${path}`);
  showWarnings(context, { created: true, warnings: [...warnings] });
  await offerWindow(path, name);
}

function askName({ name }: Folder): Thenable<string | undefined> {
  return window.showInputBox({
    title: l10n.t('New Worktree of {0}', name),
    prompt: l10n.t('Name of the branch and the folder. Claude can write code there only after its plan is approved.'),
    placeHolder: l10n.t('login'),
    ignoreFocusOut: true,
    validateInput: (value) => (value === '' ? undefined : worktreeNameProblem(value, l10n.t)),
  });
}

async function offerWindow(path: string, name: string): Promise<void> {
  const open = l10n.t('Open in New Window');
  const told = withoutLinks(l10n.t('The worktree {0} is ready: {1}', name, path));
  const chosen = await window.showInformationMessage(told, open);
  if (chosen === open) await registry.executeCommand('vscode.openFolder', Uri.file(path), { forceNewWindow: true });
}
