// The keys that Party presses, and nothing else does: text with its Enter, an Enter alone, and what erases a line. tmux
// itself looks once more whether the pane can take them, in the same call, because a person may open copy mode between
// our look and our keys.

import { randomBytes } from 'node:crypto';
import { paneText } from '../../core/tmux/paneText.ts';
import type { Tmux } from './tmux.ts';

/** False when the pane could not take it at that moment; then nothing was typed. */
export function typeText(tmux: Tmux, pane: string, text: string): Promise<boolean> {
  const buffer = `party-${randomBytes(6).toString('hex')}`;
  // -p brackets the paste, so that its line breaks do not submit; -r keeps them line breaks; -d drops the buffer.
  const paste = `paste-buffer -p -r -d -b ${buffer} -t ${pane} ; send-keys -t ${pane} Enter`;
  const load = ['load-buffer', '-b', buffer, '-'];
  const otherwise = `delete-buffer -b ${buffer}`;
  return ifPaneListens(tmux, pane, { before: [load], then: paste, otherwise, input: paneText(text) });
}

export function pressEnter(tmux: Tmux, pane: string): Promise<boolean> {
  return ifPaneListens(tmux, pane, { then: `send-keys -t ${pane} Enter` });
}

/** Empties a composer that holds nothing but this text of ours. On an empty one it does nothing. */
export function eraseText(tmux: Tmux, pane: string, text: string): Promise<boolean> {
  // Once for each row on the screen and each break between lines; nobody works in a pane of less than 20 columns.
  const times = 2 * text.split('\n').length + Math.ceil(text.length / 20);
  return ifPaneListens(tmux, pane, { then: `send-keys -t ${pane} -N ${times} C-u` });
}

/** `then` and `otherwise` hold nothing but our own buffer name and a `%id`: tmux parses them. */
interface Keys {
  readonly before?: readonly (readonly string[])[];
  readonly then: string;
  readonly otherwise?: string;
  readonly input?: string;
}

async function ifPaneListens(
  tmux: Tmux,
  pane: string,
  { before = [], then, otherwise, input }: Keys,
): Promise<boolean> {
  if (!/^%\d+$/.test(pane)) throw new Error(`${pane} is not a pane id`);
  const listens = '#{?pane_in_mode,0,#{?pane_dead,0,#{?pane_synchronized,0,1}}}';
  const sent = `${then} ; display-message -p typed`;
  const refused = [otherwise, 'display-message -p refused'].filter(Boolean).join(' ; ');
  const output = await tmux.call([...before, ['if-shell', '-F', '-t', pane, listens, sent, refused]], input);
  return output.trim() === 'typed';
}
