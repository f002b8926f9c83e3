import assert from 'node:assert/strict';
import { holdsText, readComposer } from '../../../src/core/tmux/composer.ts';

// Rows as the real clients draw them (Claude Code 2.1.325, Codex 0.166.0).
const claude = (text: string) => `\x1b[39m${text}`;
const codex = (text: string) => `\x1b[1m›\x1b[0m\x1b[39m\x1b[49m ${text}`;

describe('readComposer', () => {
  for (const [title, row, x, state] of [
    ['Claude, empty', claude('❯\u00a0\x1b[7m'), 2, 'empty'],
    ['Claude, a dim suggestion', claude('❯ \x1b[2mTry "edit main.ts"'), 2, 'empty'],
    ['Claude, a draft', claude('❯ draft\x1b[7m'), 7, 'filled'],
    ['Claude, a draft with the cursor at its beginning', claude('❯ \x1b[7md\x1b[0m\x1b[39mraft'), 2, 'filled'],
    ['Claude, one space', claude('❯  \x1b[7m'), 3, 'filled'],
    ['Claude, a shell command', claude('! \x1b[7m'), 2, 'filled'],
    ['Claude, the transcript', claude('  Showing detailed transcript · ctrl+o to toggle'), 0, 'unknown'],
    ['Claude, the search', claude('  │ ⌕ /      │'), 7, 'unknown'],
    ['Codex, empty with its placeholder', codex('\x1b[2mAsk Codex to do anything'), 2, 'empty'],
    ['Codex, a draft', codex('draft'), 7, 'filled'],
    ['Codex, a draft with the cursor at its beginning', codex('draft'), 2, 'filled'],
    ['Codex, a green draft', codex('\x1b[38;5;2mdraft'), 2, 'filled'],
    ['Codex, a shell command', '!', 2, 'filled'],
    ['Codex, a list', '\x1b[1m›\x1b[0m 5. party (current)', 100, 'filled'],
    ['Codex, a list below', '  5. party (current)   Configured permission profile', 52, 'unknown'],
    ['nothing', '', 0, 'unknown'],
  ] as const) {
    it(`finds ${title}: ${state}`, () => assert.equal(readComposer(row, x), state));
  }
});

describe('holdsText', () => {
  for (const [title, row, text, holds] of [
    ['the whole text', claude('❯ [HUMAN abc] hello there\x1b[7m'), '[HUMAN abc] hello there', true],
    ['its last line', '  lines here\x1b[7m ', '[HUMAN abc] two\nlines here', true],
    ['its wrapped end', '  ds of a long line', 'the very ends of a long text with words of a long line', true],
    ['a long paste', claude('❯ [Pasted text #1 +39 lines]\x1b[7m'), 'anything', true],
    ['a long paste in Codex', codex('\x1b[38;5;6m[Pasted Content 9000 chars]'), 'anything', true],
    ["a person's words", claude('❯ rm -rf /\x1b[7m'), '[HUMAN abc] hello', false],
    ['nothing', claude('❯ '), '[HUMAN abc] hello', false],
  ] as const) {
    it(`says ${holds} of ${title}`, () => assert.equal(holdsText(row, text), holds));
  }
});
