// For a program that tells nothing about itself there is only its pane: a message was submitted when its text stands
// there once more than before and the cursor no longer stands right behind it. Rows have no numbers that last: tmux
// drops a tenth of the history when it is full, and a full-screen program draws where it likes. So the text is counted.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PartyError } from '../../core/base/errors.ts';
import type { Tmux } from '../tmux/tmux.ts';

export type Echo = 'absent' | 'in-composer' | 'submitted';

export interface EchoWatch {
  /** How often the end of the text stood on the pane before it was typed. */
  readonly before: number;
  read(): Promise<Echo>;
}

/** Called before anything is typed; `known` is what `before` was for one who was killed while typing. */
export async function watchEcho(tmux: Tmux, pane: string, text: string, known?: number): Promise<EchoWatch> {
  const tail = tailOf(text);
  const first = known === undefined ? await look(tmux, pane, tail) : undefined;
  let row = first?.row;
  let fullScreen = false;
  const before = known ?? (first === undefined ? 0 : tail.count(first.lines));
  const lookNow = async (): Promise<Echo> => {
    const now = await look(tmux, pane, tail, { guess: row });
    row = now.row;
    fullScreen = now.fullScreen;
    if (now.inComposer) return 'in-composer';
    const old = first === undefined ? before : tail.count(whatIsLeft(first, now));
    return tail.count(now.lines) > old ? 'submitted' : 'absent';
  };
  return {
    before,
    async read() {
      const echo = await lookNow();
      if (echo !== 'submitted') return echo;
      // While a full-screen program draws, its cursor is elsewhere for a moment, and some draw again and again.
      for (const pause of fullScreen ? [30, 60, 120] : [30]) {
        await sleep(pause);
        if ((await lookNow()) === 'in-composer') return 'in-composer';
      }
      return 'submitted';
    },
  };
}

/** Everything on the pane and in its history. */
export async function readPane(tmux: Tmux, pane: string): Promise<string> {
  return tmux.call([capture(pane, '-S', '-')]);
}

interface Look {
  readonly row: number;
  readonly fullScreen: boolean;
  readonly historySize: number;
  readonly history: readonly string[];
  readonly screen: readonly string[];
  readonly lines: readonly string[];
  readonly inComposer: boolean;
}

/** More than this is not looked through again and again; what leaves it is treated like what tmux drops. */
const historyAtMost = 5000;

/**
 * All in one call: between two of them the text might appear in the composer and be counted as submitted. The cursor's
 * row must be known beforehand for that, so it is guessed, and the call made again when the guess was wrong.
 */
async function look(tmux: Tmux, pane: string, tail: Tail, { guess = 0, attempts = 4 } = {}): Promise<Look> {
  const separator = `party-${randomBytes(8).toString('hex')}`;
  const next = ['display-message', '-p', separator];
  const output = await tmux.call([
    ['display-message', '-p', '-t', pane, '#{pane_id} #{history_size} #{cursor_y} #{cursor_flag} #{alternate_on}'],
    next,
    capture(pane, '-S', String(-historyAtMost), '-E', '-1'),
    next,
    capture(pane, '-E', String(guess)),
    next,
    capture(pane),
    next,
    capture(pane, '-e'),
  ]);
  const [position = '', past = '', above = '', visible = '', colored = ''] = output.split(`${separator}\n`);
  const [id, historySize, row, cursorShown, alternate] = position.trim().split(' ');
  // For a pane that is gone display-message answers with another one (tmux 3.3a).
  if (id !== pane) throw new PartyError('PANE_NOT_FOUND', `Pane ${pane} is gone`);
  const moved = Number(row) !== guess;
  if (moved && attempts > 1) return look(tmux, pane, tail, { guess: Number(row), attempts: attempts - 1 });
  // Without a history tmux answers with the first row of the screen.
  const history = Number(historySize) === 0 ? [] : linesOf(past);
  const screen = linesOf(visible);
  const upToCursor = linesOf(above);
  // On an empty line the cursor stands behind nothing: the line break of the Enter has been echoed.
  const onText = tail.squeeze(upToCursor.at(-1) ?? '') !== '';
  const behind = onText && tail.squeeze([...history, ...upToCursor].join('')).endsWith(tail.text);
  return {
    row: Number(row),
    fullScreen: alternate === '1',
    historySize: Number(historySize),
    history,
    screen,
    lines: [...history, ...screen],
    // Of a cursor that never rests nothing can be said yet.
    inComposer: moved || behind || (cursorShown === '0' && hasDrawnCursor(colored, tail)),
  };
}

/** The lines of before that can still be on the pane: tmux drops the oldest ones of its history. */
function whatIsLeft(before: Look, now: Look): readonly string[] {
  // The first line may have lost its beginning, and the last one goes on on the screen.
  const sample = now.history.slice(1, Math.min(31, now.history.length - 1));
  if (sample.length === 0) return now.historySize < before.historySize ? before.screen : before.lines;
  const past = before.history.slice(0, -1);
  // Of several places the first one: rather too many lines than too few.
  const start = past.findIndex((_, index) =>
    past.slice(index + 1, index + 1 + sample.length).every((line, offset) => line === sample[offset]),
  );
  return before.lines.slice(start < 0 ? past.length : start);
}

/** A program that hides the cursor draws one itself: an inverse cell right behind the text. */
function hasDrawnCursor(colored: string, tail: Tail): boolean {
  const marked = linesOf(colored).map((line) =>
    line
      .replace(/^(?:\x1b\[[\d;:]*m)+/, '')
      .replace(style, (_, codes: string) => (codes.split(';').includes('7') ? '\0' : '')),
  );
  return tail.squeeze(marked.join('')).includes(`${tail.text}\0`);
}

const style = /\x1b\[([\d;:]*)m/g;

interface Tail {
  readonly text: string;
  squeeze(text: string): string;
  count(lines: readonly string[]): number;
}

/** The end of the last line, without what the width of the pane and the frame around a composer put into it. */
function tailOf(text: string): Tail {
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  const framed = /[\s\u2500-\u259f]+/g;
  const filling = last.replace(framed, '') === '' ? /\s+/g : framed;
  const squeeze = (part: string) => part.replace(filling, '');
  const tail = squeeze(last).slice(-60);
  const count = (lines: readonly string[]) => (tail === '' ? 0 : squeeze(lines.join('')).split(tail).length - 1);
  return { text: tail, squeeze, count };
}

function linesOf(captured: string): string[] {
  return captured
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.trimEnd());
}

/** -J joins what the width of the pane has wrapped. */
function capture(pane: string, ...more: string[]): string[] {
  return ['capture-pane', '-p', '-J', '-t', pane, ...more];
}
