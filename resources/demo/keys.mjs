// Turns the bytes of a terminal into keys. A bracketed paste is one piece of text, whatever it holds.

import { StringDecoder } from 'node:string_decoder';

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
/** Arrow keys and the like: not understood, and not to be taken for text. */
const afterEscape = /^(?:\[[0-?]*[ -/]*[@-~]|O.|[^[O])/;

/** A terminal writes a whole sequence at once. After this long without the rest of one, it was the key Escape. */
const escapeMs = 50;

export function readKeys(input, on) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let lone;
  input.on('end', on.end);
  input.on('data', (chunk) => {
    clearTimeout(lone);
    rest += decoder.write(chunk);
    while (rest !== '') {
      const used = takeKey(rest, on, input.isTTY);
      // A paste or an escape sequence goes on in the next chunk.
      if (used === 0) break;
      rest = rest.slice(used);
    }
    // Else the next key would be taken for the rest of a sequence, and be lost.
    if (rest === '\x1b') lone = setTimeout(() => (rest = ''), escapeMs).unref();
  });
}

/** Handles what comes first in the text and says how long it was; 0 when it is not complete. */
function takeKey(text, on, tty) {
  if (text.startsWith(pasteStart)) {
    const end = text.indexOf(pasteEnd);
    if (end < 0) return 0;
    on.text(plain(text.slice(pasteStart.length, end)));
    return end + pasteEnd.length;
  }
  if (text.startsWith('\x1b')) {
    const sequence = afterEscape.exec(text.slice(1));
    return sequence === null ? 0 : 1 + sequence[0].length;
  }
  switch (text[0]) {
    case '\r':
      on.enter();
      return 1;
    case '\n':
      // A terminal sends it for Ctrl-J, a pipe at the end of each line.
      if (tty) on.text('\n');
      else on.enter();
      return 1;
    case '\x7f':
    case '\b':
      on.erase();
      return 1;
    case '\x15':
      on.clear();
      return 1;
    case '\x03':
      on.cancel();
      return 1;
    case '\x04':
      on.end();
      return 1;
  }
  const run = /^\P{Cc}+/u.exec(text)?.[0] ?? '';
  if (run !== '') on.text(run);
  return run.length || 1;
}

/** tmux pastes line ends as they are, other terminals as the Enter key. */
function plain(text) {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
