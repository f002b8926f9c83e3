// What each command does. A handler says what it needs, and is only called when that is there.

import { env, l10n, window } from 'vscode';
import { roleLabels } from '../core/role.ts';
import { installCommand } from '../node/installHint.ts';
import { config } from './config.ts';
import type { Context } from './context.ts';
import type { CommandName } from './contributions.ts';
import { stopParty } from './partyProgram.ts';
import type { Row } from './rows.ts';
import type { Folder, Party } from './snapshot.ts';
import { ensureParty } from './start.ts';

export type Command =
  | { readonly needs: 'nothing'; run(context: Context): unknown }
  /** A folder of a trusted window; asked for when there are several. */
  | { readonly needs: 'folder'; run(context: Context, folder: Folder): unknown }
  /** A live party; asked for when there are several. `row` is where it was clicked. */
  | { readonly needs: 'party'; run(context: Context, party: Party, row: Row | undefined): unknown };

export const commands: Record<CommandName, Command> = {
  start: { needs: 'folder', run: (context, folder) => startAndAttach(context, folder, config().agents === 'demo') },
  startDemo: { needs: 'folder', run: (context, folder) => startAndAttach(context, folder, true) },
  stop: { needs: 'party', run: stop },
  attach: { needs: 'party', run: ({ terminals }, party) => terminals.attach(party) },
  showPane: { needs: 'party', run: showPane },
  showLog: { needs: 'nothing', run: ({ host }) => host.log.show() },
  copyInstallCommand: { needs: 'nothing', run: ({ host }) => copyInstallCommand(host.env) },
  checkAgain: { needs: 'nothing', run: checkAgain },
};

async function startAndAttach(context: Context, folder: Folder, demo: boolean): Promise<void> {
  const party = await ensureParty(context, folder, demo);
  if (party) context.terminals.attach(party);
}

async function stop({ host, model }: Context, party: Party): Promise<void> {
  if (!(await mayStop(party))) return;
  await model.during('stopping', () => stopParty(host, party.session.id));
  host.log.info(`Stopped ${party.session.name}`);
}

/** Nothing is lost with an agent that has nothing to do, or that only plays. */
async function mayStop({ status, folder }: Party): Promise<boolean> {
  const busy = status.agents.find((agent) => agent.role !== 'shell' && !agent.demo && isAtWork(agent.state));
  if (busy === undefined) return true;
  const question = l10n.t('Stop the party in {0}?', folder.name);
  const detail = l10n.t(
    '{0} is in the middle of something. Closing the terminal instead leaves the party running.',
    roleLabels[busy.role],
  );
  const yes = l10n.t('Stop');
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

function isAtWork(state: string): boolean {
  return state === 'busy' || state === 'waiting';
}

async function showPane({ host, terminals }: Context, party: Party, row: Row | undefined): Promise<void> {
  const pane = row?.kind === 'role' ? row.agent.pane : null;
  if (pane !== null) await host.tmux.call([selectWindow(pane), selectPane(pane)]);
  terminals.attach(party);
}

const selectWindow = (pane: string) => ['select-window', '-t', pane];
const selectPane = (pane: string) => ['select-pane', '-t', pane];

async function copyInstallCommand(environment: NodeJS.ProcessEnv): Promise<void> {
  const command = installCommand('tmux', environment['PATH']);
  if (command !== undefined) await env.clipboard.writeText(command);
  const told =
    command === undefined ? l10n.t('Install tmux with your package manager') : l10n.t('Copied: {0}', command);
  window.setStatusBarMessage(told, 4000);
}

/** What was found shows by itself; that nothing was found has to be said. */
async function checkAgain({ model }: Context): Promise<void> {
  const before = model.snapshot;
  await model.refresh();
  if (model.snapshot === before) window.setStatusBarMessage(l10n.t('Party: nothing new was found'), 4000);
}
