import type { Context } from '../app/context.ts';
import type { Party } from '../app/snapshot.ts';

/** Brings a pane of the party to the front, in the party's terminal. */
export async function showPane(
  { host, terminals }: Pick<Context, 'host' | 'terminals'>,
  party: Party,
  pane: string | null,
): Promise<void> {
  if (pane !== null) await host.tmux.call([selectWindow(pane), selectPane(pane)]);
  terminals.attach(party);
}

const selectWindow = (pane: string) => ['select-window', '-t', pane];
const selectPane = (pane: string) => ['select-pane', '-t', pane];
