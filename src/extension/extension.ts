// Assembles the extension: the app, its rooms, and what needs all of them. No decisions are made here.

import type { ExtensionContext } from 'vscode';
import { activateWindow } from './app/activateWindow.ts';
import { startApp } from './app/app.ts';
import type { Context } from './app/context.ts';
import type { Snapshot } from './app/snapshot.ts';
import { activateCollab } from './collab/activateCollab.ts';
import { activateFindings } from './findings/activateFindings.ts';
import { activateGates } from './gates/activateGates.ts';
import { activateMessages } from './messages/activateMessages.ts';
import { activatePlan } from './plan/activatePlan.ts';
import { activateReview } from './review/activateReview.ts';
import { activateSession } from './session/activateSession.ts';
import { activateStatus } from './status/activateStatus.ts';
import { activateTasks } from './tasks/activateTasks.ts';

/** What `activate` returns, for tests. */
export interface PartyApi extends Pick<Context, 'findings' | 'planNotes' | 'tasks'> {
  /** Resolves after the first read of the window's projects. */
  readonly ready: Promise<void>;
  snapshot(): Snapshot | undefined;
}

export function activate(extension: ExtensionContext): PartyApi {
  return startApp(extension, (app) => {
    const { reviewWatch, timeline } = activateReview(app);
    const planNotes = activatePlan(app);
    activateCollab(app);
    const { terminals, view } = activateSession(app);
    const findings = activateFindings(app, reviewWatch);
    const tasks = activateTasks(app);
    activateMessages(app);
    activateGates(app);
    const doctor = activateStatus(app);
    const ready = activateWindow({ ...app, terminals, view, findings, timeline, planNotes, tasks, doctor });
    return { ready, snapshot: () => app.model.snapshot, findings, planNotes, tasks };
  });
}
