// Sets a context key while the active terminal shows a party, for key bindings that work only there.

import { type Disposable, window } from 'vscode';
import { contextSetter } from '../../app/contextKeys.ts';
import { contextKeys } from '../../app/contributions.ts';
import type { Terminals } from '../terminals.ts';

export function keepTerminalKey(terminals: Pick<Terminals, 'shows'>): Disposable {
  const set = contextSetter();
  const update = () => set(contextKeys.terminal, terminals.shows(window.activeTerminal) ? 'active' : 'none');
  update();
  const subscriptions = [window.onDidChangeActiveTerminal(update), window.onDidOpenTerminal(update)];
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
