// The commands that belong to no single room, and the needs that all rooms share.

import { env, l10n, window } from 'vscode';
import { installCommand } from '../../node/system/installHint.ts';
import { whenSlow } from '../ui/progress.ts';
import type { appContributions } from './appContributions.ts';
import type { Context } from './context.ts';
import type { CommandTable, Resolvers } from './editorCommand.ts';
import { chooseFolder, folderMeant } from './folders.ts';

export const appCommands = {
  showLog: { needs: 'nothing', run: ({ host }) => host.log.show() },
  copyInstallCommand: { needs: 'nothing', run: ({ host }) => copyInstallCommand(host.env) },
  checkAgain: { needs: 'nothing', run: checkAgain },
} as const satisfies CommandTable<typeof appContributions>;

export const appNeeds: Resolvers<'nothing' | 'folders' | 'folder'> = {
  nothing: async ({ args }) => [args],
  folders: async (call) => ((await call.folders()) === undefined ? undefined : []),
  async folder(call) {
    const folders = (await call.folders()) ?? [];
    const folder = folderMeant(call.args, folders) ?? (await chooseFolder(folders));
    return folder && [folder];
  },
};

async function copyInstallCommand(environment: NodeJS.ProcessEnv): Promise<void> {
  const command = installCommand('tmux', environment['PATH']);
  if (command !== undefined) await env.clipboard.writeText(command);
  const told =
    command === undefined ? l10n.t('Install tmux with your package manager') : l10n.t('Copied: {0}', command);
  window.setStatusBarMessage(told, 4000);
}

/** The views show what was found. If nothing was found, only this message says so. */
async function checkAgain({ model }: Context): Promise<void> {
  const before = model.snapshot;
  await whenSlow(l10n.t('Party: looking at the project'), model.refresh());
  if (model.snapshot === before) window.setStatusBarMessage(l10n.t('Party: nothing has changed'), 4000);
}
