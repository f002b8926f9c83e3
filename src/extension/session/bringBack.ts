// Ends a party, and restores one: after an unwanted end, or because one of its agents has ended.

import { l10n, window } from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import { roleLabels } from '../../core/base/role.ts';
import { endedAgents } from '../../core/session/bringBack.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import type { Folder, Party } from '../app/snapshot.ts';
import { isMeant } from '../ui/act.ts';
import { askFor } from '../ui/askFor.ts';
import { tellWith } from '../ui/notice.ts';
import { sessionProgram } from './sessionProgram.ts';
import { showWarnings } from './showWarnings.ts';
import { restoreParty } from './start.ts';

export async function stop(context: Context, party: Party): Promise<void> {
  if (!(await mayStop(party))) return;
  await end(context, party);
  const { folder, session } = party;
  // Does not wait for the answer: the stop itself is done.
  tellWith(l10n.t('Stopped the party in {0}', folder.name), {
    [l10n.t('Undo')]: () => comeBack(context, folder, session.id),
  }).catch(context.report);
}

/** Restores the last party of the folder, with its conversations. */
export async function restore(context: Context, folder: Folder): Promise<void> {
  await comeBack(context, folder);
}

/** All agents resume their conversations, and the panes are as at the start. */
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
  askFor(l10n.t('{0} ended, but the party is still running', names), l10n.t('Restart'), commandId('restartAgent'));
}

async function end({ host, model }: Context, party: Party): Promise<void> {
  const left = await model.during('stopping', () => sessionProgram.stop(host, {}, party.session.id));
  host.log.info(`Stopped ${party.session.name}`);
  if (left === undefined) return;
  const text = l10n.t('Claude left its pane and is still running in the background. End it with: kill -9 {0}', left);
  void window.showWarningMessage(text);
}

async function comeBack(context: Context, folder: Folder, id?: string): Promise<void> {
  const { model, terminals } = context;
  const restored = await restoreParty(context, folder, id);
  showWarnings(context, restored);
  const party = model.snapshot?.parties.find(({ session }) => session.name === restored.session.name);
  if (party !== undefined) terminals.attach(party);
}

/** No question when the agents are idle or are demo agents, and the shells are idle: then nothing is lost. */
async function mayStop(party: Party): Promise<boolean> {
  const running = whatRuns(party);
  if (running === undefined) return true;
  return isMeant({
    question: l10n.t('Stop the party in {0}?', party.folder.name),
    detail: l10n.t('{0} To keep the party running, close the terminal instead.', running),
    yes: l10n.t('Stop'),
  });
}

function whatRuns({ status, programs }: Party): string | undefined {
  const busy = status.agents.find((agent) => agent.role !== 'shell' && !agent.demo && isAtWork(agent.state));
  if (busy !== undefined) return l10n.t('{0} is still working.', roleLabels[busy.role]);
  if (programs.length === 0) return undefined;
  const names = [...new Set(programs)].map((name) => oneLine(name, 40)).join(', ');
  return l10n.t('This still runs in the shell: {0}.', names);
}

export function isAtWork(state: string): boolean {
  return state === 'busy' || state === 'waiting';
}
