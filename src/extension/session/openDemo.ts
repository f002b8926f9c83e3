// Party: Open Demo Project. Makes a copy of the demo project in a folder of its own, and opens it: in a new window, unless
// this one has no folder to keep.

import { l10n, commands as registry, Uri, workspace } from 'vscode';
import type { App } from '../app/app.ts';
import { askFor } from '../ui/askFor.ts';
import { inStatusBar } from '../ui/progress.ts';
import { sessionProgram } from './sessionProgram.ts';

export async function openDemo({ host }: App): Promise<void> {
  if (!workspace.isTrusted) {
    askFor(l10n.t('Party runs nothing in an untrusted window'), l10n.t('Manage Trust'), 'workbench.trust.manage');
    return;
  }
  const made = await inStatusBar(l10n.t('Making a copy of the demo project'), () => sessionProgram.demo(host, {}));
  host.log.info(`Made the demo project ${made.directory}`);
  const forceNewWindow = (workspace.workspaceFolders ?? []).length > 0;
  await registry.executeCommand('vscode.openFolder', Uri.file(made.directory), { forceNewWindow });
}
