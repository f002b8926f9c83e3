// Puts the extension together: log, host, model, views, commands. Nothing is decided here.

import { type ExtensionContext, l10n, window, workspace } from 'vscode';
import { config } from './app/config.ts';
import { keepContextKeys } from './app/contextKeys.ts';
import { windowFolders } from './app/folders.ts';
import { createHost } from './app/host.ts';
import { Model } from './app/model.ts';
import { readSnapshot } from './app/readSnapshot.ts';
import { registerCommands } from './app/registerCommands.ts';
import { createReport } from './app/report.ts';
import type { Snapshot } from './app/snapshot.ts';
import { watchWindow } from './app/watchWindow.ts';
import { registerCollabDocuments } from './collab/collabDocument.ts';
import { noticeCollab } from './collab/collabNotice.ts';
import { showCollabProgress } from './collab/collabProgress.ts';
import { Collabs } from './collab/collabs.ts';
import { CollabWatch } from './collab/collabWatch.ts';
import { createFindings, type Findings } from './findings/findings.ts';
import { createMailboxes } from './messages/mailboxes.ts';
import { registerMessageDocuments } from './messages/messageDocument.ts';
import { registerPlanDocuments } from './plan/planDocument.ts';
import { createPlanNotes, type PlanNotes } from './plan/planNotes.ts';
import { noticePlan } from './plan/planNotice.ts';
import { Plans, planSource } from './plan/plans.ts';
import { PlanWatch } from './plan/planWatch.ts';
import { noticeReviews } from './review/reviewNotice.ts';
import { Reviews } from './review/reviews.ts';
import { ReviewWatch } from './review/reviewWatch.ts';
import { createTimeline } from './review/timelineView.ts';
import { keepRelays } from './session/relays.ts';
import { createSessionView } from './session/sessionView.ts';
import { registerTerminalProfile } from './session/terminalProfile.ts';
import { Terminals } from './session/terminals.ts';
import { noticeWaiting } from './session/waitingNotice.ts';
import { createStatusItem } from './status/statusItem.ts';
import { createTasks, type Tasks } from './tasks/tasks.ts';
import { taskActs } from './tasks/tasksActs.ts';
import { createAges } from './ui/ages.ts';

/** What `activate` gives back, for tests. */
export interface PartyApi {
  /** The first look at the window's projects is done. */
  readonly ready: Promise<void>;
  snapshot(): Snapshot | undefined;
  readonly findings: Findings;
  readonly planNotes: PlanNotes;
  readonly tasks: Tasks;
}

export function activate(extension: ExtensionContext): PartyApi {
  const began = performance.now();
  const log = window.createOutputChannel('Party', { log: true });
  const report = createReport(log);
  const own = <T extends { dispose(): unknown }>(thing: T): T => {
    extension.subscriptions.push(thing);
    return thing;
  };
  try {
    own(log);
    const host = createHost(extension, log);
    const reviews = new Reviews(host);
    const plans = new Plans(planSource(host));
    const collabs = new Collabs(host);
    const readers = { readReviews: reviews.read, readPlans: plans.read, readCollabs: collabs.read };
    const machine = { ...host, ...readers, mailboxOf: createMailboxes() };
    const model = own(new Model((before) => readSnapshot(machine, windowFacts(), before), log));
    const reviewWatch = own(new ReviewWatch(reviews, model));
    own(new PlanWatch(plans, model));
    own(new CollabWatch(collabs, model));
    const ages = own(createAges(model));
    const terminals = own(new Terminals(host, model, extension.workspaceState));
    const view = own(createSessionView(host, model, ages));
    const timeline = own(createTimeline(host, model, extension.workspaceState));
    const findings = own(createFindings(model, reviewWatch, extension.workspaceState));
    const planNotes = own(createPlanNotes(model));
    const tasks = own(createTasks(host, model, extension.workspaceState));
    const context = { host, model, terminals, view, findings, timeline, planNotes, tasks, report };
    tasks.view.act(taskActs(context));
    own(createStatusItem(model, ages));
    own(keepContextKeys(host, model));
    own(registerTerminalProfile(context));
    own(registerMessageDocuments(host, model));
    own(registerPlanDocuments(model));
    own(registerCollabDocuments(model));
    own(showCollabProgress(model));
    own(noticeWaiting(context));
    own(noticePlan(context));
    own(noticeCollab(context));
    own(noticeReviews(context));
    own(keepRelays(host, model));
    for (const command of registerCommands(context)) own(command);
    const watch = watchWindow(context, view.view);
    for (const subscription of watch.subscriptions) own(subscription);
    const activated = Math.round(performance.now() - began);
    void watch.ready.then(() => {
      log.info(`Activated in ${activated} ms, first look after ${Math.round(performance.now() - began)} ms`);
    });
    return { ready: watch.ready, snapshot: () => model.snapshot, findings, planNotes, tasks };
  } catch (error) {
    // VS Code itself says nothing about an extension that fails to activate.
    const reason = error instanceof Error ? error.message : String(error);
    report(new Error(l10n.t('Party could not be activated: {0}', reason), { cause: error }));
    throw error;
  }
}

function windowFacts() {
  return { trusted: workspace.isTrusted, folders: windowFolders(), demo: config().agents === 'demo' };
}
