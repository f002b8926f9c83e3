// Reads the row of a pane in which the cursor stands.

import { type Composer, holdsText, readComposer } from '../../core/tmux/composer.ts';
import type { Pane } from '../../core/tmux/pane.ts';
import type { Tmux } from './tmux.ts';

/** Any other program has a composer of its own, of which nothing is known. */
export function hasComposer({ adapter, demo }: Pick<Pane, 'adapter' | 'demo'>): boolean {
  return demo || adapter === 'claude' || adapter === 'codex';
}

export async function composerOf(tmux: Tmux, pane: string): Promise<{ state: Composer; holds(text: string): boolean }> {
  const output = await tmux.call([
    ['display-message', '-p', '-t', pane, '#{pane_id} #{cursor_x} #{cursor_y}'],
    ['capture-pane', '-e', '-p', '-t', pane],
  ]);
  const [head = '', ...rows] = output.split('\n');
  const [id, x, y] = head.split(' ');
  const row = id === pane ? (rows[Number(y)] ?? '') : '';
  return { state: readComposer(row, Number(x)), holds: (text) => holdsText(row, text) };
}
