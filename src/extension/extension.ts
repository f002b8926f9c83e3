// Assembles the extension: the app, its rooms, and what needs all of them. No decisions are made here.

import { type ExtensionContext, ExtensionMode } from 'vscode';
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
import { activateChanges } from './review/changes/activateChanges.ts';
import { activateSession } from './session/activateSession.ts';
import { activateStatus } from './status/activateStatus.ts';
import type { PartyApi } from './status/api/partyApi.d.ts';
import { createApi } from './status/api/publicApi.ts';
import { activateTasks } from './tasks/activateTasks.ts';

/** What Party's own tests in the extension host use. Nothing of it is public. */
interface Internals extends Pick<Context, 'findings' | 'planNotes' | 'tasks'> {
  snapshot(): Snapshot | undefined;
}

/** What `activate` returns while tests run. */
export interface TestedParty extends PartyApi {
  readonly internals: Internals;
}

export function activate(extension: ExtensionContext): PartyApi | TestedParty {
  return startApp(extension, (app) => {
    const { reviewWatch, timeline } = activateReview(app);
    const changes = activateChanges(app);
    const planNotes = activatePlan(app);
    activateCollab(app);
    const { terminals, view } = activateSession(app, changes);
    const findings = activateFindings(app, reviewWatch, terminals);
    const tasks = activateTasks(app);
    activateMessages(app);
    activateGates(app);
    const doctor = activateStatus(app);
    const ready = activateWindow({ ...app, terminals, view, findings, timeline, changes, planNotes, tasks, doctor });
    const { api } = app.own(
      createApi({
        model: app.model,
        store: findings.store,
        ready,
        onError: (error) => app.host.log.warn(String(error)),
      }),
    );
    if (extension.extensionMode !== ExtensionMode.Test) return api;
    return { ...api, internals: { snapshot: () => app.model.snapshot, findings, planNotes, tasks } };
  });
}
