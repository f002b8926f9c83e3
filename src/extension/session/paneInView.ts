// Whether the user already sees a pane. Then Party does not notify the user about it.

import { window } from 'vscode';
import { paneInFront } from '../../core/tmux/layouts.ts';
import type { Context } from '../app/context.ts';
import type { Party } from '../app/snapshot.ts';

export async function isPaneInView(
  { host, terminals }: Pick<Context, 'host' | 'terminals'>,
  party: Party,
  pane: string | null,
): Promise<boolean> {
  if (pane === null || !window.state.focused || !terminals.isInView(party)) return false;
  // A pane that has just ended is in no view.
  const told = await host.tmux.call([['display-message', '-p', '-t', pane, paneInFront]]).catch(() => '');
  return told.trim() === '1';
}
