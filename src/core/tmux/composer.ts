// What stands where a client takes text. Its own state says "idle" also while a list is open in front of the composer or
// something is half-typed in it; there a message would pick an entry, or follow a `!` and be executed. Seen in Claude
// Code 2.1.325 and Codex 0.166.0: an empty composer has the cursor right behind `❯ ` or `› `, and what is behind it is
// either nothing or a dim placeholder.

import { squeeze } from './paneText.ts';

export type Composer = 'empty' | 'filled' | 'unknown';

/** `row` is the row of the cursor with its colours, as `capture-pane -e` gives it. */
export function readComposer(row: string, cursorX: number): Composer {
  const cells = visible(row);
  const text = cells.map(({ character }) => character).join('');
  if (text.startsWith('!')) return 'filled';
  // Claude's space is one that does not break.
  if (!/^[❯›>](?:\s|$)/.test(text)) return 'unknown';
  const typed = cells.slice(2).some(({ character, dim }) => !dim && character.trim() !== '');
  return cursorX === 2 && !typed ? 'empty' : 'filled';
}

/** Whether what stands before the cursor is the end of this text, or what a client shows in place of a long paste. */
export function holdsText(row: string, text: string): boolean {
  const shown = squeeze(
    visible(row)
      .map(({ character }) => character)
      .join('')
      .replace(/^[❯›>]\s/, ''),
  );
  const end = squeeze(text);
  return shown !== '' && (/\[Pasted[^\]]*\]$/i.test(shown) || end.endsWith(shown) || shown.endsWith(end.slice(-12)));
}

interface Cell {
  readonly character: string;
  readonly dim: boolean;
}

function visible(row: string): Cell[] {
  const cells: Cell[] = [];
  let dim = false;
  for (const piece of row.split(/(\x1b\[[0-9;:]*m)/)) {
    const codes = /^\x1b\[([0-9;:]*)m$/.exec(piece)?.[1];
    if (codes === undefined) for (const character of piece) cells.push({ character, dim });
    else dim = dimAfter(dim, codes.split(';'));
  }
  return cells;
}

/** 2 is dim; 0 and 22 end it. A colour's own numbers (38;5;2) are none of these. */
function dimAfter(before: boolean, codes: readonly string[]): boolean {
  let dim = before;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index];
    if (code === '38' || code === '48') index += codes[index + 1] === '5' ? 2 : 4;
    else if (code === '2') dim = true;
    else if (code === '' || code === '0' || code === '22') dim = false;
  }
  return dim;
}
