import { showPaneCommands } from '../../core/tmux/layouts.ts';
import type { Context } from '../app/context.ts';
import type { Party } from '../app/snapshot.ts';

/** Brings a pane of the party to the front, in the party's terminal. */
export async function showPane(
  { host, terminals }: Pick<Context, 'host' | 'terminals'>,
  party: Party,
  pane: string | null,
): Promise<void> {
  if (pane !== null) await host.tmux.call(showPaneCommands(pane));
  terminals.attach(party);
}
