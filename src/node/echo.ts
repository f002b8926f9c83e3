// For a program that tells nothing about itself there is only its pane: a message was submitted when its text stands on
// the screen and the cursor no longer stands right behind it.

import { PartyError } from '../core/errors.ts';
import type { Tmux } from './tmux.ts';

/** A row of the pane counted from the beginning of its history, so that scrolling does not move it. */
export async function cursorRow(tmux: Tmux, pane: string): Promise<number> {
  const { history, row } = await position(tmux, pane);
  return history + row;
}

export type Echo = 'absent' | 'in-composer' | 'submitted';

/** Only what came after `since` counts: the same text may stand higher up from an earlier message. */
export async function readEcho(tmux: Tmux, pane: string, text: string, since: number): Promise<Echo> {
  const { history, row } = await position(tmux, pane);
  const capture = (...end: string[]) => captureFrom(tmux, pane, since - history, ...end);
  const tail = squeeze(text.slice(text.lastIndexOf('\n') + 1)).slice(-60);
  const above = await capture('-E', String(row));
  // On an empty line the cursor stands behind nothing: the line break of the Enter has been echoed.
  const onText = above.replace(/\n$/, '').split('\n').at(-1)?.trim() !== '';
  if (onText && squeeze(above).endsWith(tail)) return 'in-composer';
  return squeeze(await capture()).includes(tail) ? 'submitted' : 'absent';
}

/** Everything on the pane since that row. */
export async function readSince(tmux: Tmux, pane: string, since: number): Promise<string> {
  const { history } = await position(tmux, pane);
  return captureFrom(tmux, pane, since - history);
}

/** -J joins what the width of the pane has wrapped. */
function captureFrom(tmux: Tmux, pane: string, start: number, ...end: string[]): Promise<string> {
  return tmux.call([['capture-pane', '-p', '-J', '-t', pane, '-S', String(start), ...end]]);
}

async function position(tmux: Tmux, pane: string): Promise<{ history: number; row: number }> {
  const output = await tmux.call([['display-message', '-p', '-t', pane, '#{pane_id} #{history_size} #{cursor_y}']]);
  const [id, history, row] = output.trim().split(' ');
  // For a pane that is gone display-message answers with another one (tmux 3.3a).
  if (id !== pane) throw new PartyError('PANE_NOT_FOUND', `Pane ${pane} is gone`);
  return { history: Number(history), row: Number(row) };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
