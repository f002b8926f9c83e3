// The terminal of a demo agent: a transcript, below it one line for the prompt, and the state in the title.

import { setTimeout } from 'node:timers/promises';
import { readKeys } from './keys.mjs';
import { shortPaths, wrap } from './text.mjs';

const { stdin, stdout } = process;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export function openTerminal(titles) {
  let draft = '';
  let hint = '';
  let mode = 'starting';
  let frame = 0;
  let titled = '';
  let closed = false;
  let onEnd = () => {};
  let turn = new AbortController();
  /** What was printed, to be drawn again: a pane is often narrow at first, and what it then pushed out is lost to it. */
  const transcript = [];
  /** Messages that came while the agent was at work wait for their turn. */
  const waiting = [];
  let receive;
  let answer;

  // The pane may be gone before we are.
  stdout.on('error', () => {});
  // Without bracketed paste every line of a pasted text would be a message of its own.
  stdout.write('\x1b[?2004h');
  if (stdin.isTTY) stdin.setRawMode(true);
  readKeys(stdin, { text: type, enter, erase, clear, cancel, end });
  const clock = setInterval(tick, 120);
  stdout.on('resize', redraw);

  function type(text) {
    draft += text;
    show('');
  }
  function erase() {
    draft = Array.from(draft).slice(0, -1).join('');
    show('');
  }
  function clear() {
    draft = '';
    show('');
  }
  function enter() {
    const message = draft;
    draft = '';
    hint = '';
    if (message.trim() === '') return show('');
    print(`› ${message}`);
    if (answer) return answer(message);
    waiting.push(message);
    receive?.();
  }
  function cancel() {
    if (draft !== '') clear();
    else if (mode === 'working' || mode === 'asking') turn.abort();
    else show('Press Ctrl-D or type /exit to quit');
  }
  function end() {
    if (draft === '') onEnd();
  }

  function tick() {
    frame++;
    if (mode === 'working') show(hint);
  }
  function show(text) {
    hint = text;
    if (closed) return;
    const busy = mode === 'working' ? `${frames[frame % frames.length]} Working… ` : '';
    stdout.write(`${title()}\r\x1b[2K${busy}› ${tail(draft)}${hint && `\x1b[2m${hint}\x1b[22m`}`);
  }
  /** Only when it changes: for every title, tmux draws all borders again, and a link under the mouse is lost. */
  function title() {
    const text = titles[mode];
    if (text === undefined || text === titled) return '';
    titled = text;
    return `\x1b]2;${text}\x07`;
  }
  function print(text) {
    transcript.push(text);
    if (closed) return;
    stdout.write(`\r\x1b[2K${lines(text)}`);
    if (mode !== 'starting') show(hint);
  }
  function redraw() {
    if (closed) return;
    transcript.splice(0, transcript.length - 200);
    stdout.write(`\x1b[H\x1b[2J\x1b[3J${transcript.map(lines).join('')}`);
    if (mode !== 'starting') show(hint);
  }
  function lines(text) {
    return `${wrap(text, (stdout.columns ?? 80) - 1).replaceAll('\n', '\r\n')}\r\n`;
  }
  /**
   * Only after the agent has told that its turn has ended: until then Party knows by the whole line on the pane that a
   * message has arrived. No program is told of a turn that was interrupted, so its line stays.
   */
  function shorten() {
    const short = transcript.map((text) => (text.startsWith('› ') ? shortPaths(text) : text));
    if (short.every((text, index) => text === transcript[index])) return;
    transcript.splice(0, transcript.length, ...short);
    redraw();
  }
  /** The end of a long draft, so that the prompt is one line and can be drawn again in its place. */
  function tail(text) {
    const room = Math.max(10, Math.floor(((stdout.columns ?? 80) - 16) / 2));
    const characters = Array.from(text.replaceAll('\n', '⏎'));
    return characters.length > room * 2 ? `…${characters.slice(-room).join('')}` : characters.join('');
  }
  function enterMode(next) {
    mode = next;
    show('');
  }

  return {
    print,
    ready: () => enterMode('idle'),
    onEnd: (listener) => {
      onEnd = listener;
    },

    async *messages() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift();
        await new Promise((resolve) => {
          receive = resolve;
        });
      }
    },

    /** Shows the agent as busy until the job is done, or until Ctrl-C. */
    async work(job) {
      turn = new AbortController();
      enterMode('working');
      try {
        await job();
        shorten();
      } catch (error) {
        if (!turn.signal.aborted) throw error;
        print('■ Interrupted\n');
      } finally {
        answer = undefined;
        enterMode('idle');
      }
    },

    /** A question that only the human answers. */
    async ask(question) {
      print(`? ${question}`);
      enterMode('asking');
      const text = await new Promise((resolve, reject) => {
        answer = resolve;
        turn.signal.addEventListener('abort', reject);
      });
      answer = undefined;
      enterMode('working');
      return text;
    },

    pause: (ms) => setTimeout(ms, undefined, { signal: turn.signal }),

    close() {
      clearInterval(clock);
      stdout.write('\r\x1b[2K\x1b[?2004l\x1b]2;\x07');
      closed = true;
      if (stdin.isTTY) stdin.setRawMode(false);
      stdin.pause();
    },
  };
}
