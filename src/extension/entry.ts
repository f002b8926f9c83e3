// The entry of the extension, which VS Code runs in every window. Most windows have nothing of Party to show, so it
// loads only itself: the rooms (extension.ts) are a bundle of their own, loaded with the first thing that needs them.

import { type Disposable, type ExtensionContext, ExtensionMode, commands as registry, window } from 'vscode';
import { type CommandName, prefix, terminalProfile } from './app/contributions.ts';
import { lateApi } from './app/quiet/lateApi.ts';
import { contributed } from './app/quiet/manifestIds.ts';
import { QuietWindow } from './app/quiet/quietWindow.ts';
import { hasSomethingToShow } from './app/quiet/somethingToShow.ts';
import { activateRooms, type Rooms } from './extension.ts';
import type { PartyApi } from './status/api/partyApi.d.ts';
import { offerMcpServers } from './status/offerMcpServers.ts';

export function activate(extension: ExtensionContext): PartyApi {
  const own = (...things: readonly Disposable[]) => void extension.subscriptions.push(...things);
  let quiet: QuietWindow | undefined;
  const rooms = once(() => {
    quiet?.dispose();
    return activateRooms(extension);
  });
  own(...register(extension, rooms), ...offerMcpServers(extension.extensionPath));
  if (extension.extensionMode === ExtensionMode.Test || hasSomethingToShow()) return rooms().api;
  quiet = new QuietWindow(extension, () => void rooms());
  own(quiet);
  return lateApi(() => rooms().api);
}

/** Registers what VS Code may call at any time. It keeps one registration for each, so the rooms only answer. */
function register(extension: ExtensionContext, rooms: () => Rooms): Disposable[] {
  return [
    ...contributed(extension).commands.map((id) =>
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
    if (made !== undefined) return made();
    try {
      const value = make();
      made = () => value;
    } catch (error) {
      made = () => {
        throw error;
      };
    }
    return made();
  };
}
