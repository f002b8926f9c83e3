import type { App } from '../app/app.ts';
import type { Context } from '../app/context.ts';
import { keepRelays } from './relays.ts';
import { SessionView } from './sessionView.ts';
import { registerTerminalProfile } from './terminalProfile.ts';
import { Terminals } from './terminals.ts';
import { noticeWaiting } from './waitingNotice.ts';

/** Starts the Session view, the terminals of the parties, and what runs in the background while a party does. */
export function activateSession(app: App): Pick<Context, 'terminals' | 'view'> {
  const { host, model, ages, memory, own } = app;
  const terminals = own(new Terminals(host, model, memory));
  const view = own(new SessionView(host, model, ages));
  own(registerTerminalProfile({ ...app, terminals }));
  own(noticeWaiting({ ...app, terminals }));
  own(keepRelays(host, model));
  return { terminals, view };
}
