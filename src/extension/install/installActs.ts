// Party: Install Command Line. The views work without it; hints that name a command to type need it.

import { l10n, window } from 'vscode';
import { findProgram } from '../../node/system/installHint.ts';
import type { Context } from '../app/context.ts';
import { stateKeys } from '../app/contributions.ts';
import { isMeant } from '../ui/act.ts';
import { tellWith } from '../ui/notice.ts';
import { messageText } from '../ui/plainText.ts';
import { inStatusBar } from '../ui/progress.ts';
import { offering } from './installOffer.ts';
import { installProgram } from './installProgram.ts';
import { installedText } from './installText.ts';

export async function installCommandLine(context: Context, [how]: readonly unknown[]): Promise<void> {
  if (how === offering) return offerOnce(context);
  const meant = await isMeant({
    question: l10n.t('Install the party command?'),
    detail: l10n.t(
      "Links party and tmux-team in ~/.local/bin, and the agents' scripts in ~/.claude/skills and ~/.codex/skills, and adds Party's plugin to Claude's settings. What it replaces is kept; Undo, or party uninstall, puts it back.",
    ),
    yes: l10n.t('Install'),
    tone: 'information',
  });
  if (meant) await install(context);
}

/** Once on this machine: the user knows then where the command is. */
async function offerOnce(context: Context): Promise<void> {
  const { userMemory, host } = context;
  if (userMemory.get(stateKeys.commandLine) !== undefined || findProgram('party', host.env['PATH'] ?? '')) return;
  await userMemory.update(stateKeys.commandLine, 'offered');
  const text = l10n.t('The command has a long path, because party is not on the PATH. Party can put it there.');
  await tellWith(text, { [l10n.t('Install Command Line')]: () => installCommandLine(context, []) });
}

async function install({ host, report }: Context): Promise<void> {
  const installed = await inStatusBar(l10n.t('Installing the command line'), () => installProgram.install(host, {}));
  host.log.info(`Installed the command line in ${installed.bin}`);
  const undo = async () => {
    await inStatusBar(l10n.t('Removing the command line'), () => installProgram.uninstall(host, {}));
    window.setStatusBarMessage(l10n.t('Party: the command line is removed'), 4000);
  };
  tellWith(messageText(installedText(installed, l10n.t)), { [l10n.t('Undo')]: undo }).catch(report);
}
