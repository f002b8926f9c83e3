// Starts a folder's party, or finds the one that is running.

import { l10n, window } from 'vscode';
import { PartyError } from '../../core/base/errors.ts';
import { conversationsText, endedPartyText, isOffered } from '../../core/session/bringBack.ts';
import type { App } from '../app/app.ts';
import { config, type Settings } from '../app/config.ts';
import { type Folder, type Party, partiesOf } from '../app/snapshot.ts';
import { planProgram } from '../plan/planProgram.ts';
import { itemText } from '../ui/plainText.ts';
import { inView } from '../ui/progress.ts';
import { chooseParty } from './chooseParty.ts';
import { type Started, sessionProgram } from './sessionProgram.ts';
import { showWarnings } from './showWarnings.ts';
import { applyLayout } from './tmux/layoutActs.ts';

/** Undefined when the user cancelled a choice. */
export async function ensureParty(
  context: App,
  folder: Folder,
  agents: Settings['agents'],
  { fresh = false } = {},
): Promise<Party | undefined> {
  const { snapshot } = context.model;
  const running = snapshot ? partiesOf(snapshot, folder) : [];
  if (running.length > 0) return chooseParty(running);
  // The user may have chosen a new party already.
  const choice = fresh ? 'start' : await restoreOrStart(context, folder);
  if (choice === undefined) return undefined;
  const started =
    choice === 'restore' ? await restoreParty(context, folder) : await startParty(context, folder, agents);
  showWarnings(context, started);
  const party = context.model.snapshot?.parties.find((candidate) => candidate.session.name === started.session.name);
  if (party) return party;
  throw new PartyError('NO_SESSION', l10n.t('{0} ended right after it started', started.session.name));
}

/** Asks only when the last party ended unexpectedly. Undefined when the user cancelled. */
async function restoreOrStart({ model }: App, folder: Folder): Promise<'restore' | 'start' | undefined> {
  const last = model.snapshot?.ended.find((one) => one.folder.top === folder.top)?.ended;
  if (last === undefined || !isOffered(last)) return 'start';
  const items = [
    {
      label: `$(debug-restart) ${l10n.t('Restore')}`,
      description: itemText(conversationsText(last.conversations, l10n.t)),
      detail: itemText(endedPartyText(last, Date.now(), l10n.t)),
      value: 'restore' as const,
    },
    {
      label: `$(play) ${l10n.t('Start a New Party')}`,
      detail: l10n.t('With new conversations; you can still restore the last party'),
      value: 'start' as const,
    },
  ];
  const placeHolder = l10n.t('The last party in {0} ended unexpectedly', folder.name);
  return (await window.showQuickPick(items, { placeHolder }))?.value;
}

/** Without an id: the last party of the folder. */
export async function restoreParty({ host, model }: App, folder: Folder, id?: string): Promise<Started> {
  const restored = await inView(() => model.during('starting', () => sessionProgram.restore(host, folder.path, id)));
  if (restored.created) await applyLayout(host, folder.path, restored.session.id);
  host.log.info(`${restored.created ? 'Restored' : 'Found'} ${restored.session.name}`);
  return restored;
}

async function startParty({ host, model }: App, folder: Folder, agents: Settings['agents']): Promise<Started> {
  const { permissionMode, planGate } = config();
  const began = performance.now();
  const started = await inView(() =>
    model.during('starting', async () => {
      // Before Claude starts, so that it cannot write a line without the gate.
      if (planGate) await planProgram.start(host, folder.path);
      return sessionProgram.start(host, {}, folder.path, { demo: agents === 'demo', permissionMode });
    }),
  );
  if (started.created) await applyLayout(host, folder.path, started.session.id);
  const took = Math.round(performance.now() - began);
  host.log.info(`${started.created ? 'Started' : 'Found'} ${started.session.name} in ${took} ms`);
  return started;
}
