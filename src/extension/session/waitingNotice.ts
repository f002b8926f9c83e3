// Notifies the user once that an agent has started to wait for the user, unless its pane is in front of the user.
// Afterwards the status bar and the view show it.

import { type Disposable, l10n, commands as registry } from 'vscode';
import type { AgentStatus } from '../../core/agents/agent.ts';
import { permissionPrompt, questionText } from '../../core/agents/question.ts';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import { roleLabels } from '../../core/base/role.ts';
import { startedWaiting, type Waiter } from '../../core/session/startedWaiting.ts';
import type { App } from '../app/app.ts';
import { config, stopNotifyingWaiting } from '../app/config.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import type { Party } from '../app/snapshot.ts';
import { notice, tellWith } from '../ui/notice.ts';
import { isPaneInView } from './paneInView.ts';
import { askingRow } from './sessionRows.ts';
import { showPane } from './showPane.ts';

export function noticeWaiting(context: App & Pick<Context, 'terminals'>): Disposable {
  const { model } = context;
  return notice(context, {
    facts: ({ parties }) => parties.map(({ status }) => status),
    news: (before = [], after) => startedWaiting(before, after),
    isQuiet: () => model.activity !== undefined || !config().notifyWaiting,
    tell: (waiter) => tell(context, waiter),
  });
}

async function tell(context: App & Pick<Context, 'terminals'>, waiter: Waiter): Promise<void> {
  const { model } = context;
  const agent = await withQuestion(model, waiter);
  const party = () => partyOf(model, waiter);
  const asking = party();
  if (asking !== undefined && (await isPaneInView(context, asking, agent.pane))) return;
  const asked = agent.asks && asking;
  await tellWith(textFor(agent), {
    ...(asked && askingRow(asked)
      ? { [l10n.t('Allow Once…')]: () => registry.executeCommand(commandId('allowOnce')) }
      : {}),
    async [l10n.t('Show')]() {
      // The party may have ended before the user clicked.
      const running = party();
      if (running !== undefined) await showPane(context, running, agent.pane);
    },
    [l10n.t("Don't Show Again")]: stopNotifyingWaiting,
  });
}

/** Claude's hook tells the question a moment after the dialog has opened. */
const questionMs = 2000;

async function withQuestion(model: Model, waiter: Waiter): Promise<AgentStatus> {
  const now = () => partyOf(model, waiter)?.status.agents.find(({ role }) => role === waiter.agent.role);
  const isTold = () => now()?.state !== 'waiting' || now()?.asks !== undefined;
  if (waiter.agent.waitingFor !== permissionPrompt || isTold()) return now() ?? waiter.agent;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(done, questionMs);
    const subscription = model.onDidChange(() => isTold() && done());
  });
  const agent = now();
  return agent?.state === 'waiting' ? agent : waiter.agent;
}

function partyOf({ snapshot }: Model, { session }: Waiter): Party | undefined {
  return snapshot?.parties.find((candidate) => candidate.session.name === session);
}

function textFor({ role, waitingFor, asks }: AgentStatus): string {
  const name = roleLabels[role];
  if (asks !== undefined)
    return l10n.t('{0} needs your answer: {1}', name, withoutLinks(questionText(asks, l10n.t, 120)));
  if (!waitingFor) return l10n.t('{0} is waiting for you', name);
  return l10n.t('{0} is waiting for you: {1}', name, withoutLinks(oneLine(waitingFor)));
}
