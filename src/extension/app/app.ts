// What every room receives when the extension starts: the host, the model of the window, and the owner of disposables.

import { type ExtensionContext, type LogOutputChannel, type Memento, workspace } from 'vscode';
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
import type { Views } from './quiet/lateViews.ts';
import { readSnapshot } from './readSnapshot.ts';
import { createReport, type Report } from './report.ts';

export interface App {
  readonly host: Host;
  readonly model: Model;
  /** What the model reads besides parties. Each reader belongs to a room, which decides when to read again. */
  readonly readers: Readers;
  readonly ages: Ages;
  readonly views: Views;
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

/** What the entry has made for the rooms. */
export interface FromEntry extends Pick<App, 'views'> {
  readonly log: LogOutputChannel;
}

/** Starts the rooms, and logs how long that took. */
export function startApp<Rooms extends { readonly api: { readonly ready: Promise<void> } }>(
  extension: ExtensionContext,
  { log, views }: FromEntry,
  startRooms: (app: App) => Rooms,
): Rooms {
  const began = performance.now();
  const sinceBegan = () => Math.round(performance.now() - began);
  const titleOf = commandTitles(extension);
  const errors = new RecentErrors();
  const report = createReport(log, titleOf, errors);
  const rooms = startRooms(createApp(extension, createHost(extension, log, titleOf), { report, errors, views }));
  const activated = sinceBegan();
  void rooms.api.ready.then(() => log.info(`Activated in ${activated} ms, first look after ${sinceBegan()} ms`));
  return rooms;
}

function createApp(extension: ExtensionContext, host: Host, parts: Pick<App, 'report' | 'errors' | 'views'>): App {
  const own: App['own'] = (thing) => {
    extension.subscriptions.push(thing);
    return thing;
  };
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
    ...parts,
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
