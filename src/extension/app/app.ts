// What every room receives when the extension starts: the host, the model of the window, and the owner of disposables.

import { type ExtensionContext, l10n, type Memento, window, workspace } from 'vscode';
import { messageOf } from '../../core/base/errors.ts';
import { Collabs } from '../collab/collabs.ts';
import { createMailboxes } from '../messages/mailboxes.ts';
import { Plans, planSource } from '../plan/plans.ts';
import { Proofs } from '../review/ready/proofs.ts';
import { Reviews } from '../review/reviews.ts';
import { RecentErrors } from '../status/doctor/recentErrors.ts';
import { Ages } from '../ui/ages.ts';
import { commandTitles } from '../ui/commandTitles.ts';
import { config } from './config.ts';
import { windowFolders } from './folders.ts';
import { createHost, type Host } from './host.ts';
import { Model } from './model.ts';
import { readSnapshot } from './readSnapshot.ts';
import { createReport, type Report } from './report.ts';

export interface App {
  readonly host: Host;
  readonly model: Model;
  /** What the model reads besides parties. Each reader belongs to a room, which decides when to read again. */
  readonly readers: Readers;
  readonly ages: Ages;
  /** The window's own storage, which survives a reload. */
  readonly memory: Memento;
  /** The user's storage, for all windows. */
  readonly userMemory: Memento;
  readonly report: Report;
  /** The last errors that were reported. */
  readonly errors: RecentErrors;
  /** Disposes of the thing when the extension is deactivated. */
  own<T extends { dispose(): unknown }>(thing: T): T;
}

interface Readers {
  readonly reviews: Reviews;
  readonly proofs: Proofs;
  readonly plans: Plans;
  readonly collabs: Collabs;
}

/** Starts the rooms, and logs how long that took, or reports why it failed. */
export function startApp<Api extends { readonly ready: Promise<void> }>(
  extension: ExtensionContext,
  startRooms: (app: App) => Api,
): Api {
  const began = performance.now();
  const sinceBegan = () => Math.round(performance.now() - began);
  const log = window.createOutputChannel('Party', { log: true });
  const titleOf = commandTitles(extension);
  const errors = new RecentErrors();
  const report = createReport(log, titleOf, errors);
  try {
    const api = startRooms(createApp(extension, createHost(extension, log, titleOf), { report, errors }));
    const activated = sinceBegan();
    void api.ready.then(() => log.info(`Activated in ${activated} ms, first look after ${sinceBegan()} ms`));
    return api;
  } catch (error) {
    // VS Code itself shows nothing when an extension fails to activate.
    const reason = messageOf(error);
    report(new Error(l10n.t('Party could not be activated: {0}', reason), { cause: error }));
    throw error;
  }
}

function createApp(extension: ExtensionContext, host: Host, reporting: Pick<App, 'report' | 'errors'>): App {
  const own: App['own'] = (thing) => {
    extension.subscriptions.push(thing);
    return thing;
  };
  own(host.log);
  const readers = {
    reviews: new Reviews(host),
    proofs: new Proofs(host),
    plans: new Plans(planSource(host)),
    collabs: new Collabs(host),
  };
  const model = own(createModel(host, readers));
  return {
    host,
    model,
    readers,
    ages: own(new Ages(model)),
    memory: extension.workspaceState,
    userMemory: extension.globalState,
    ...reporting,
    own,
  };
}

function createModel(host: Host, { reviews, proofs, plans, collabs }: Readers): Model {
  const machine = {
    ...host,
    readReviews: reviews.read,
    readProofs: proofs.read,
    readPlans: plans.read,
    readCollabs: collabs.read,
    mailboxOf: createMailboxes(),
  };
  return new Model((before) => readSnapshot(machine, windowFacts(), before), host.log);
}

function windowFacts() {
  return { trusted: workspace.isTrusted, folders: windowFolders(), demo: config().agents === 'demo' };
}
