// Tells once that an agent has started to wait for the human. Afterwards the status bar and the view show it.

import { type Disposable, l10n, window } from 'vscode';
import type { AgentStatus } from '../../core/agents/agent.ts';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import { roleLabels } from '../../core/base/role.ts';
import { startedWaiting } from '../../core/session/startedWaiting.ts';
import type { Status } from '../../core/status/status.ts';
import type { App } from '../app/app.ts';
import { config, stopNotifyingWaiting } from '../app/config.ts';
import type { Context } from '../app/context.ts';
import { showPane } from './showPane.ts';

export function noticeWaiting(context: App & Pick<Context, 'terminals'>): Disposable {
  const { model, report } = context;
  let before: readonly Status[] = [];
  return model.onDidChange(() => {
    const after = model.snapshot?.parties.map((party) => party.status) ?? [];
    const waiters = startedWaiting(before, after);
    before = after;
    if (model.activity !== undefined || !config().notifyWaiting) return;
    for (const { session, agent } of waiters) void notify(context, session, agent).catch(report);
  });
}

async function notify(
  context: Pick<Context, 'host' | 'model' | 'terminals'>,
  session: string,
  agent: AgentStatus,
): Promise<void> {
  const show = l10n.t('Show');
  const never = l10n.t("Don't Show Again");
  const chosen = await window.showInformationMessage(textFor(agent), show, never);
  if (chosen === never) await stopNotifyingWaiting();
  // The party may have ended before anybody answered.
  const party = context.model.snapshot?.parties.find((candidate) => candidate.session.name === session);
  if (chosen === show && party !== undefined) await showPane(context, party, agent.pane);
}

function textFor({ role, waitingFor }: AgentStatus): string {
  if (!waitingFor) return l10n.t('{0} is waiting for you', roleLabels[role]);
  return l10n.t('{0} is waiting for you: {1}', roleLabels[role], withoutLinks(oneLine(waitingFor)));
}
