// Reads the composer of a pane: the row with the cursor.

import { type Composer, holdsText, readComposer } from '../../core/tmux/composer.ts';
import type { Pane } from '../../core/tmux/pane.ts';
import type { Tmux } from './tmux.ts';

/** Party knows what the composers of Claude, Codex and the demo look like, and no others. */
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
