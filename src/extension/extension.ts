// Assembles the extension: the app, its rooms, and what needs all of them. No decisions are made here. The entry
// (entry.ts) loads it when a window has something to show.

import { type ExtensionContext, ExtensionMode, type TerminalProfileProvider, type UriHandler } from 'vscode';
import { activateWindow } from './app/activateWindow.ts';
import { type FromEntry, startApp } from './app/app.ts';
import type { Context } from './app/context.ts';
import type { CommandName } from './app/contributions.ts';
import { runCommand } from './app/runCommand.ts';
import type { Snapshot } from './app/snapshot.ts';
import { activateCollab } from './collab/activateCollab.ts';
import { activateFindings } from './findings/activateFindings.ts';
import { findingUris } from './findings/reading/revealFinding.ts';
import { activateGates } from './gates/activateGates.ts';
import { activateMessages } from './messages/activateMessages.ts';
import { activatePlan } from './plan/activatePlan.ts';
import { activateReview } from './review/activateReview.ts';
import { activateChanges } from './review/changes/activateChanges.ts';
import { activateSession } from './session/activateSession.ts';
import { terminalProfiles } from './session/terminalProfile.ts';
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

/** What the entry asks of the rooms. */
export interface Rooms {
  readonly api: PartyApi | TestedParty;
  run(command: CommandName, args: readonly unknown[]): Promise<void>;
  readonly uris: UriHandler;
  readonly profiles: TerminalProfileProvider;
}

export function activateRooms(extension: ExtensionContext, given: FromEntry): Rooms {
  return startApp(extension, given, (app) => {
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
    const context = { ...app, terminals, view, findings, timeline, changes, planNotes, tasks, doctor };
    const ready = activateWindow(context);
    const onError = (error: unknown) => app.host.log.warn(String(error));
    const { api } = app.own(createApi({ model: app.model, store: findings.store, ready, onError }));
    const internals = { snapshot: () => app.model.snapshot, findings, planNotes, tasks };
    return {
      api: extension.extensionMode === ExtensionMode.Test ? { ...api, internals } : api,
      run: (command, args) => runCommand(context, command, args),
      uris: findingUris(context),
      profiles: terminalProfiles(context),
    };
  });
}
