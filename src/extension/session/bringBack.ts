// Ends a party, and restores one: after an unwanted end, or because one of its agents has ended.

import { l10n, window } from 'vscode';
import { roleLabels } from '../../core/base/role.ts';
import { endedAgents } from '../../core/session/bringBack.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import type { Folder, Party } from '../app/snapshot.ts';
import { isMeant } from '../ui/act.ts';
import { askFor } from '../ui/askFor.ts';
import { inView } from '../ui/progress.ts';
import { sessionProgram } from './sessionProgram.ts';
import { showWarnings } from './start.ts';

export async function stop(context: Context, party: Party): Promise<void> {
  if (await mayStop(party)) await end(context, party);
}

/** Restores the last party of the folder, with its conversations. */
export async function restore(context: Context, folder: Folder): Promise<void> {
  await comeBack(context, folder);
}

/** Both agents resume their conversations. For an agent that has ended, this is the only way. */
export async function bringBack(context: Context, party: Party): Promise<void> {
  if (!(await mayStop(party))) return;
  await end(context, party);
  await comeBack(context, party.folder, party.session.id);
}

/** When the user starts a party that already runs, say that one of its agents has ended. */
export function sayEnded({ status }: Party): void {
  const [first, ...others] = endedAgents(status);
  if (first === undefined) return;
  const names = [first, ...others].map((role) => roleLabels[role]).join(', ');
  askFor(
    l10n.t('{0} ended, but the party is still running', names),
    l10n.t('Stop and Restore'),
    commandId('bringBack'),
  );
}

async function end({ host, model }: Context, party: Party): Promise<void> {
  const left = await model.during('stopping', () => sessionProgram.stop(host, {}, party.session.id));
  host.log.info(`Stopped ${party.session.name}`);
  if (left === undefined) return;
  const text = l10n.t('Claude left its pane and is still running in the background. End it with: kill -9 {0}', left);
  void window.showWarningMessage(text);
}

async function comeBack(context: Context, folder: Folder, id?: string): Promise<void> {
  const { host, model, terminals } = context;
  const restored = await inView(() => model.during('starting', () => sessionProgram.restore(host, folder.path, id)));
  host.log.info(`${restored.created ? 'Restored' : 'Found'} ${restored.session.name}`);
  showWarnings(context, restored);
  const party = model.snapshot?.parties.find(({ session }) => session.name === restored.session.name);
  if (party !== undefined) terminals.attach(party);
}

/** No question when the agents are idle or are demo agents: then nothing is lost. */
async function mayStop({ status, folder }: Party): Promise<boolean> {
  const busy = status.agents.find((agent) => agent.role !== 'shell' && !agent.demo && isAtWork(agent.state));
  if (busy === undefined) return true;
  return isMeant({
    question: l10n.t('Stop the party in {0}?', folder.name),
    detail: l10n.t(
      '{0} is still working. To keep the party running, close the terminal instead.',
      roleLabels[busy.role],
    ),
    yes: l10n.t('Stop'),
  });
}

function isAtWork(state: string): boolean {
  return state === 'busy' || state === 'waiting';
}
