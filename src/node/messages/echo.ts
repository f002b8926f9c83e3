// Confirms a message by the pane, for a program that reports nothing about itself. A message was submitted when its
// text is on the pane once more than before and the cursor is not right behind it. This counts the text, because row
// numbers do not last: tmux drops a tenth of a full history, and a full-screen program draws where it likes.

import { setTimeout as sleep } from 'node:timers/promises';
import { PartyError } from '../../core/base/errors.ts';
import { randomBytes } from '../system/random.ts';
import type { Tmux } from '../tmux/tmux.ts';

export type Echo = 'absent' | 'in-composer' | 'submitted';

export interface EchoWatch {
  /** How often the end of the text was on the pane before it was typed. */
  readonly before: number;
  read(): Promise<Echo>;
}

/** Call this before anything is typed. `known` is the `before` of a process that was killed while it typed. */
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
      // While a full-screen program draws, its cursor is elsewhere for a moment. Some programs redraw several times.
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

/** Only this much history is read each time. Older lines count as dropped by tmux. */
const historyAtMost = 5000;

/**
 * Reads everything in one tmux call: between two calls the text might appear in the composer and count as submitted.
 * That call needs the cursor's row, so the row is guessed, and the call is repeated if the guess was wrong.
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
  // For a pane that is gone, display-message answers with another pane (tmux 3.3a).
  if (id !== pane) throw new PartyError('PANE_NOT_FOUND', `Pane ${pane} is gone`);
  const moved = Number(row) !== guess;
  if (moved && attempts > 1) return look(tmux, pane, tail, { guess: Number(row), attempts: attempts - 1 });
  // Without a history, tmux answers with the first row of the screen.
  const history = Number(historySize) === 0 ? [] : linesOf(past);
  const screen = linesOf(visible);
  const upToCursor = linesOf(above);
  // On an empty line the cursor is not behind the text: the program has echoed the line break of Enter.
  const onText = tail.squeeze(upToCursor.at(-1) ?? '') !== '';
  const behind = onText && tail.squeeze([...history, ...upToCursor].join('')).endsWith(tail.text);
  return {
    row: Number(row),
    fullScreen: alternate === '1',
    historySize: Number(historySize),
    history,
    screen,
    lines: [...history, ...screen],
    // If the cursor keeps moving, assume that the text is still in the composer.
    inComposer: moved || behind || (cursorShown === '0' && hasDrawnCursor(colored, tail)),
  };
}

/** The earlier lines that can still be on the pane: tmux drops the oldest lines of its history. */
function whatIsLeft(before: Look, now: Look): readonly string[] {
  // The first line may have lost its beginning, and the last line may continue on the screen.
  const sample = now.history.slice(1, Math.min(31, now.history.length - 1));
  if (sample.length === 0) return now.historySize < before.historySize ? before.screen : before.lines;
  const past = before.history.slice(0, -1);
  // If several places match, take the first: too many lines are safer than too few.
  const start = past.findIndex((_, index) =>
    past.slice(index + 1, index + 1 + sample.length).every((line, offset) => line === sample[offset]),
  );
  return before.lines.slice(start < 0 ? past.length : start);
}

/** A program that hides the cursor draws its own: an inverse cell right behind the text. */
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

/** The end of the last line, without the spaces and frame characters that the pane or the composer adds. */
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

/** -J joins lines that tmux has wrapped at the width of the pane. */
function capture(pane: string, ...more: string[]): string[] {
  return ['capture-pane', '-p', '-J', '-t', pane, ...more];
}
