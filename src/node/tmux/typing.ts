// The only file that types into panes: text with Enter, single keys, and the keys that erase a line. tmux checks in the
// same call that the pane can take keys, because the user may open copy mode between our check and our keys.

import { paneText } from '../../core/tmux/paneText.ts';
import { randomBytes } from '../system/random.ts';
import type { Tmux } from './tmux.ts';

/** False when the pane could not take keys at that moment; then nothing was typed. */
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

/** A key that a person presses from the editor: one that interrupts, or the number of an option in a dialog. */
export type PressedKey = 'Escape' | 'C-c' | '1' | '2' | '3' | '4';

/** `where` must be on the screen of the pane when the key is sent. */
export function pressKey(tmux: Tmux, pane: string, key: PressedKey, where?: 'Do you want to'): Promise<boolean> {
  return ifPaneListens(tmux, pane, { where, then: `send-keys -t ${pane} ${key}` });
}

/** Empties a composer that holds only this text of ours. Does nothing to an empty one. */
export function eraseText(tmux: Tmux, pane: string, text: string): Promise<boolean> {
  // One C-u for each row on the screen and each line break. Assumes that a pane has at least 20 columns.
  const times = 2 * text.split('\n').length + Math.ceil(text.length / 20);
  return ifPaneListens(tmux, pane, { then: `send-keys -t ${pane} -N ${times} C-u` });
}

/** tmux parses `then` and `otherwise`, so they hold no text from outside, only our buffer name and a `%id`. */
interface Keys {
  readonly before?: readonly (readonly string[])[];
  readonly then: string;
  readonly otherwise?: string;
  readonly input?: string;
  /** tmux parses it too. */
  readonly where?: 'Do you want to' | undefined;
}

async function ifPaneListens(
  tmux: Tmux,
  pane: string,
  { before = [], then, otherwise, input, where }: Keys,
): Promise<boolean> {
  if (!/^%\d+$/.test(pane)) throw new Error(`${pane} is not a pane id`);
  const isThere = where === undefined ? '1' : `#{C:${where}}`;
  const listens = `#{?pane_in_mode,0,#{?pane_dead,0,#{?pane_synchronized,0,${isThere}}}}`;
  const sent = `${then} ; display-message -p typed`;
  const refused = [otherwise, 'display-message -p refused'].filter(Boolean).join(' ; ');
  const output = await tmux.call([...before, ['if-shell', '-F', '-t', pane, listens, sent, refused]], input);
  return output.trim() === 'typed';
}
