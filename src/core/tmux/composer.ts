// Reads the composer, the place where a client takes text. A client also reports "idle" while a list is open in front
// of the composer or while it holds half-typed text. A message typed then would pick an entry, or follow a `!` and be
// executed. Seen in Claude Code 2.1.325 and Codex 0.166.0: in an empty composer the cursor is right after `❯ ` or `› `,
// followed by nothing or by a dim placeholder.

import { squeeze } from './paneText.ts';

export type Composer = 'empty' | 'filled' | 'unknown';

/** `row` is the cursor's row with its colours, as `capture-pane -e` gives it. */
export function readComposer(row: string, cursorX: number): Composer {
  const cells = visible(row);
  const text = cells.map(({ character }) => character).join('');
  if (text.startsWith('!')) return 'filled';
  // Claude uses a non-breaking space.
  if (!/^[❯›>](?:\s|$)/.test(text)) return 'unknown';
  const typed = cells.slice(2).some(({ character, dim }) => !dim && character.trim() !== '');
  return cursorX === 2 && !typed ? 'empty' : 'filled';
}

/** Whether the text before the cursor is the end of this text, or the client's placeholder for a long paste. */
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

/** Code 2 starts dim; 0 and 22 end it. The numbers inside a colour (38;5;2) do not count. */
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
