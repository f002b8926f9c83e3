import type { App } from '../app/app.ts';
import type { Context } from '../app/context.ts';
import type { ChangedFiles } from '../review/changes/changedFiles.ts';
import { Endings } from './endings/endings.ts';
import { sayGoesOn } from './endings/goesOn.ts';
import { keepRelays } from './relays.ts';
import { SessionView } from './sessionView.ts';
import { Terminals } from './terminals.ts';
import { followLayout } from './tmux/layoutActs.ts';
import { keepLines } from './tmux/partyLines.ts';
import { keepTerminalKey } from './tmux/terminalKey.ts';
import { noticeWaiting } from './waitingNotice.ts';

/** Starts the Session view, the terminals of the parties, and what runs in the background while a party does. */
export function activateSession(app: App, changes: ChangedFiles): Pick<Context, 'terminals' | 'view'> {
  const { host, model, memory, userMemory, own } = app;
  const terminals = own(new Terminals(host, model, memory));
  const endings = own(new Endings(app, memory));
  const view = own(new SessionView({ ...app, endings }, changes));
  own(noticeWaiting({ ...app, terminals }));
  own(keepTerminalKey(terminals));
  own(sayGoesOn({ ...app, terminals }, userMemory));
  own(keepRelays(host, model));
  own(keepLines(host, model));
  own(followLayout(app));
  return { terminals, view };
}
