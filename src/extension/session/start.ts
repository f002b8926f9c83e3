// Starts a folder's party, or finds the one that is running.

import { l10n, window } from 'vscode';
import { PartyError } from '../../core/base/errors.ts';
import type { App } from '../app/app.ts';
import { config, type Settings } from '../app/config.ts';
import { type Folder, type Party, partiesOf } from '../app/snapshot.ts';
import { planProgram } from '../plan/planProgram.ts';
import { inView } from '../ui/progress.ts';
import { chooseParty } from './chooseParty.ts';
import { type Started, sessionProgram } from './sessionProgram.ts';

/** Undefined when the user cancelled a choice. */
export async function ensureParty(
  context: App,
  folder: Folder,
  agents: Settings['agents'],
): Promise<Party | undefined> {
  const { snapshot } = context.model;
  const running = snapshot ? partiesOf(snapshot, folder) : [];
  if (running.length > 0) return chooseParty(running);
  const started = await startWithProgress(context, folder, agents);
  showWarnings(context, started);
  const party = context.model.snapshot?.parties.find((candidate) => candidate.session.name === started.session.name);
  if (party) return party;
  throw new PartyError('NO_SESSION', l10n.t('{0} ended right after it started', started.session.name));
}

async function startWithProgress({ host, model }: App, folder: Folder, agents: Settings['agents']): Promise<Started> {
  const { permissionMode, planGate } = config();
  const began = performance.now();
  const started = await inView(() =>
    model.during('starting', async () => {
      // Before Claude starts, so that it cannot write a line without the gate.
      if (planGate) await planProgram.start(host, folder.path);
      return sessionProgram.start(host, {}, folder.path, { demo: agents === 'demo', permissionMode });
    }),
  );
  const took = Math.round(performance.now() - began);
  host.log.info(`${started.created ? 'Started' : 'Found'} ${started.session.name} in ${took} ms`);
  return started;
}

export function showWarnings({ host }: App, { created, warnings }: Pick<Started, 'created' | 'warnings'>): void {
  for (const warning of warnings) host.log.warn(warning);
  if (!created || warnings.length === 0) return;
  const showLog = l10n.t('Show Log');
  void window.showWarningMessage(warnings.join('. '), showLog).then((chosen) => chosen === showLog && host.log.show());
}
