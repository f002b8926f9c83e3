// The entry of the extension, which VS Code runs in every window. Most windows have nothing of Party to show, so it
// loads only itself: the rooms (extension.ts) are a bundle of their own, loaded with the first thing that needs them.

import { type Disposable, type ExtensionContext, ExtensionMode, commands as registry, window } from 'vscode';
import { attempt } from '../core/base/late/latePart.ts';
import { type CommandName, prefix, terminalProfile } from './app/contributions.ts';
import { contributedCommands } from './app/quiet/contributedCommands.ts';
import { lateApi } from './app/quiet/lateApi.ts';
import { createViews } from './app/quiet/lateViews.ts';
import { QuietWindow } from './app/quiet/quietWindow.ts';
import { hasSomethingToShow } from './app/quiet/somethingToShow.ts';
import { reportFailedStart } from './app/report.ts';
import { activateRooms, type Rooms } from './extension.ts';
import type { PartyApi } from './status/api/partyApi.d.ts';
import { offerMcpServers } from './status/offerMcpServers.ts';

export function activate(extension: ExtensionContext): PartyApi {
  const own = (...things: readonly Disposable[]) => void extension.subscriptions.push(...things);
  let quiet: QuietWindow | undefined;
  const rooms = once(() => {
    quiet?.dispose();
    const log = window.createOutputChannel('Party', { log: true });
    own(log);
    try {
      return activateRooms(extension, { log, views });
    } catch (error) {
      // VS Code itself shows nothing when an extension fails to activate.
      reportFailedStart(log, error);
      throw error;
    }
  });
  const load = () => void attempt(rooms);
  const views = createViews(load);
  own(...Object.values(views), ...register(extension, rooms), ...offerMcpServers(extension.extensionPath));
  if (extension.extensionMode === ExtensionMode.Test || hasSomethingToShow()) return rooms().api;
  quiet = new QuietWindow(extension.extensionPath, load);
  own(quiet);
  return lateApi(() => rooms().api);
}

/** Registers what VS Code may call at any time. It keeps one registration for each, so the rooms only answer. */
function register(extension: ExtensionContext, rooms: () => Rooms): Disposable[] {
  return [
    ...contributedCommands(extension).map((id) =>
      registry.registerCommand(id, (...args: unknown[]) => rooms().run(id.slice(prefix.length) as CommandName, args)),
    ),
    window.registerUriHandler({ handleUri: (uri) => rooms().uris.handleUri(uri) }),
    window.registerTerminalProfileProvider(terminalProfile, {
      provideTerminalProfile: (token) => rooms().profiles.provideTerminalProfile(token),
    }),
  ];
}

/** A failed start of the rooms is not repeated: half of them may be registered. */
function once<T>(make: () => T): () => T {
  let made: (() => T) | undefined;
  return () => {
    made ??= attempt(make);
    return made();
  };
}
