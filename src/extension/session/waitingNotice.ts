// Notifies the user once that an agent has started to wait for the user. Afterwards the status bar and the view show
// it.

import { type Disposable, l10n } from 'vscode';
import type { AgentStatus } from '../../core/agents/agent.ts';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import { roleLabels } from '../../core/base/role.ts';
import { startedWaiting } from '../../core/session/startedWaiting.ts';
import type { App } from '../app/app.ts';
import { config, stopNotifyingWaiting } from '../app/config.ts';
import type { Context } from '../app/context.ts';
import { notice, tellWith } from '../ui/notice.ts';
import { showPane } from './showPane.ts';

export function noticeWaiting(context: App & Pick<Context, 'terminals'>): Disposable {
  const { model } = context;
  return notice(context, {
    facts: ({ parties }) => parties.map(({ status }) => status),
    news: (before = [], after) => startedWaiting(before, after),
    isQuiet: () => model.activity !== undefined || !config().notifyWaiting,
    tell: ({ session, agent }) =>
      tellWith(textFor(agent), {
        async [l10n.t('Show')]() {
          // The party may have ended before the user clicked.
          const party = model.snapshot?.parties.find((candidate) => candidate.session.name === session);
          if (party !== undefined) await showPane(context, party, agent.pane);
        },
        [l10n.t("Don't Show Again")]: stopNotifyingWaiting,
      }),
  });
}

function textFor({ role, waitingFor }: AgentStatus): string {
  if (!waitingFor) return l10n.t('{0} is waiting for you', roleLabels[role]);
  return l10n.t('{0} is waiting for you: {1}', roleLabels[role], withoutLinks(oneLine(waitingFor)));
}
