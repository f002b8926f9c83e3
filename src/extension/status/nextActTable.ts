// The next acts for a project, as the status bar's quick pick shows and runs them. Core decides which of them are
// offered, and in which order.

import { l10n, commands as registry, window } from 'vscode';
import type { OfferedAct } from '../../core/base/acts.ts';
import { agentToInstall } from '../../core/session/bringBack.ts';
import { installCommand } from '../../core/session/casting.ts';
import type { ActFacts } from '../../core/status/actFacts.ts';
import type { Context } from '../app/context.ts';
import { commandId, viewId } from '../app/contributions.ts';
import { type Folder, namedFolder } from '../app/snapshot.ts';
import { renewBudget } from '../codex/budgetActs.ts';
import { cancelCollab, openCollabReview, pauseCollab, resumeCollab, skipCollab } from '../collab/collabActs.ts';
import { checkGates } from '../gates/gatesActs.ts';
import { approvePlan, cancelPlanReview, openPlan, reviewPlan, stopPlan } from '../plan/planActs.ts';
import { showPlanVersions } from '../plan/planVersions.ts';
import { type EndAct, endActTable } from '../review/ready/endActs.ts';
import {
  approve,
  approveTargeted,
  completeReview,
  needsDiscussion,
  nudgeCodex,
  requestReReview,
  requestReview,
} from '../review/reviewActs.ts';
import { restore } from '../session/bringBack.ts';
import { restartAgent } from '../session/restartAgent.ts';
import type { ProjectStatus } from './projectStatus.ts';

export interface NextAct {
  readonly icon: string;
  label(): string;
  detail(project: ProjectStatus): string;
  run(context: Context, project: ProjectStatus, facts: ActFacts): unknown;
}

export const nextActTable: Readonly<Record<OfferedAct, NextAct>> = {
  requestReview: {
    icon: 'eye',
    label: () => l10n.t('Request Review'),
    detail: () => l10n.t('Codex reads the whole change'),
    run: (context, { folder }) => requestReview(context, folder, 'full'),
  },
  requestDeltaReview: {
    icon: 'diff',
    label: () => l10n.t('Request Delta Review'),
    detail: () => l10n.t('Codex checks the fixes and what else has changed'),
    run: (context, { folder }) => requestReview(context, folder, 'delta'),
  },
  requestBeyond: {
    icon: 'eye',
    label: () => l10n.t('Request Another Round…'),
    detail: () => l10n.t('The rounds are used up: give a reason for one more'),
    run: (context, { folder }) => requestReview(context, folder, 'full'),
  },
  requestDeltaBeyond: {
    icon: 'diff',
    label: () => l10n.t('Request Another Delta Round…'),
    detail: () => l10n.t('The rounds are used up: give a reason to check the latest changes'),
    run: (context, { folder }) => requestReview(context, folder, 'delta'),
  },
  requestAgainst: {
    icon: 'eye',
    label: () => l10n.t('Request Review Against…'),
    detail: () => l10n.t('Party does not know the base of this branch: choose one'),
    run: (context, { folder }) => requestReview(context, folder, 'full'),
  },
  continueRun: {
    icon: 'debug-continue',
    label: () => l10n.t('Continue the Review…'),
    detail: () => l10n.t('The process that runs Codex is stopped: how to continue it'),
    run: (_context, _project, { stopped }) => sayStopped(String(stopped ?? '')),
  },
  completeReview: {
    icon: 'inbox',
    label: () => l10n.t('Load Findings'),
    detail: () => l10n.t('Codex has finished'),
    run: onFolder(completeReview),
  },
  showFindings: {
    icon: 'list-unordered',
    label: () => l10n.t('Show Findings'),
    detail: () => l10n.t('What Codex found, and where'),
    run: () => registry.executeCommand(`${viewId('findings')}.focus`),
  },
  approve: {
    icon: 'pass',
    label: () => l10n.t('Approve'),
    detail: () => l10n.t('No blocking findings, and the code is what Codex reviewed'),
    run: onFolder(approve),
  },
  approveTargeted: {
    icon: 'target',
    label: () => l10n.t('Approve Small Fix…'),
    detail: () => l10n.t('For a small fix after a reviewed round'),
    run: onFolder(approveTargeted),
  },
  requestReReview: {
    icon: 'request-changes',
    label: () => l10n.t('Request Re-review…'),
    detail: () => l10n.t('Changes are needed: send it back to Claude'),
    run: onFolder(requestReReview),
  },
  needsDiscussion: {
    icon: 'question',
    label: () => l10n.t('Needs Discussion…'),
    detail: () => l10n.t('Stop until a person decides'),
    run: onFolder(needsDiscussion),
  },
  nudgeCodex: {
    icon: 'bell',
    label: () => l10n.t('Nudge Codex'),
    detail: () => l10n.t('Remind Codex of the request that it has not answered'),
    run: onFolder(nudgeCodex),
  },
  showTimeline: {
    icon: 'graph',
    label: () => l10n.t('Show Review Timeline'),
    detail: () => l10n.t('Rounds and findings over time'),
    run: (context, { folder }) => context.timeline.show(folder),
  },
  createPullRequest: endAct('createPullRequest'),
  copySummary: endAct('copyReviewSummary'),
  openPlan: {
    icon: 'go-to-file',
    label: () => l10n.t('Open Plan'),
    detail: () => l10n.t("The plan, with Codex's notes on its lines"),
    run: onFolder(openPlan),
  },
  reviewPlan: {
    icon: 'eye',
    label: () => l10n.t('Review Plan Now'),
    detail: () => l10n.t('Codex reviews the current plan'),
    run: onFolder(reviewPlan),
  },
  cancelPlanReview: {
    icon: 'stop-circle',
    label: () => l10n.t('Cancel Plan Review'),
    detail: () => l10n.t('Codex stops; this does not use up a revision'),
    run: onFolder(cancelPlanReview),
  },
  showPlanVersions: {
    icon: 'diff',
    label: () => l10n.t('Show Plan Versions'),
    detail: () => l10n.t('What changed from one version to the next'),
    run: onFolder(showPlanVersions),
  },
  approvePlan: {
    icon: 'pass',
    label: () => l10n.t('Approve Plan by Hand…'),
    detail: () => l10n.t('You approve instead of Codex, and give a reason'),
    run: onFolder(approvePlan),
  },
  stopPlan: {
    icon: 'unlock',
    label: () => l10n.t('Stop Plan Gate'),
    detail: () => l10n.t('Claude can write code again, even if the plan is not approved'),
    run: onFolder(stopPlan),
  },
  resumeCollab: {
    icon: 'debug-continue',
    label: () => l10n.t('Resume Collab'),
    detail: () => l10n.t('Codex reviews again whenever Claude stops'),
    run: onFolder(resumeCollab),
  },
  openCollabReview: {
    icon: 'eye',
    label: () => l10n.t('Open Collab Review'),
    detail: () => l10n.t('The latest review'),
    run: onFolder(openCollabReview),
  },
  pauseCollab: {
    icon: 'debug-pause',
    label: () => l10n.t('Pause Collab'),
    detail: () => l10n.t('Codex stops reviewing for now and keeps its position'),
    run: onFolder(pauseCollab),
  },
  skipCollab: {
    icon: 'debug-step-over',
    label: () => l10n.t('Skip Next Review'),
    detail: () => l10n.t('The next time Claude stops, Codex does not review'),
    run: onFolder(skipCollab),
  },
  cancelCollab: {
    icon: 'close',
    label: () => l10n.t('Cancel Collab'),
    detail: () => l10n.t('Codex stops reviewing; its reviews are kept'),
    run: onFolder(cancelCollab),
  },
  renewBudget: {
    icon: 'debug-continue',
    label: () => l10n.t('Renew Budget…'),
    detail: () => l10n.t('Let Codex continue, and give a reason'),
    run: onFolder(renewBudget),
  },
  checkGates: {
    icon: 'shield',
    label: () => l10n.t('Check Gates'),
    detail: () => l10n.t('Verify that the hooks really block'),
    run: onFolder(checkGates),
  },
  showMessages: {
    icon: 'mail',
    label: () => l10n.t('Show Messages'),
    detail: () => l10n.t('What did not arrive, and why'),
    run: () => registry.executeCommand(commandId('showMessages')),
  },
  attach: {
    icon: 'terminal',
    label: () => l10n.t('Show Terminal'),
    detail: () => l10n.t('Show the terminal of the party'),
    run: (context, { party }) => party && context.terminals.attach(party),
  },
  restartAgent: {
    icon: 'debug-restart',
    label: () => l10n.t('Restart Agent'),
    detail({ status }) {
      const missing = agentToInstall(status);
      if (missing !== undefined) return l10n.t('First install it: {0}', installCommand(missing));
      return l10n.t('An agent has ended: start it again in its pane, with its conversation');
    },
    run: (context, { party }) => party && restartAgent(context, party),
  },
  restore: {
    icon: 'debug-restart',
    label: () => l10n.t('Restore'),
    detail: () => l10n.t('Bring back the last party, with its conversations'),
    run: onFolder(restore),
  },
  start: {
    icon: 'play',
    label: () => l10n.t('Start'),
    detail: () => l10n.t('Claude and Codex side by side'),
    run: () => registry.executeCommand(commandId('start')),
  },
};

function endAct(name: EndAct): NextAct {
  const { icon, label, detail, command } = endActTable[name];
  return {
    icon,
    label,
    detail: ({ review }) => detail(review?.missing.length ?? 0),
    run: (_, { folder }) => registry.executeCommand(commandId(command), namedFolder(folder)),
  };
}

function onFolder(run: (context: Context, folder: Folder) => unknown): NextAct['run'] {
  return (context, { folder }) => run(context, folder);
}

/** Only a signal can resume the process, and a debugger may have stopped it on purpose. */
function sayStopped(pid: string): void {
  const text = l10n.t(
    'Process {0}, which runs Codex, is stopped. Continue it with: kill -CONT {0}. Or end it with: kill -9 {0}',
    pid,
  );
  void window.showWarningMessage(text);
}
