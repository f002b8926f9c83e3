import assert from 'node:assert/strict';
import { commandHash, commandText, wholeCommand } from '../../../../src/core/review/commands/commandText.ts';

describe('a command, for people', () => {
  it('is one line in which each argument can be told from the next', () => {
    assert.equal(commandText(['npm', 'test']), 'npm test');
    assert.equal(commandText(['sh', '-c', 'true # npm test']), "sh -c 'true # npm test'");
    assert.equal(commandText(['a b', '']), "'a b' ''");
  });

  it('is shown whole to a human who decides about it, one argument on each line', () => {
    const long = `true #${' npm test'.repeat(100)}; exit 0`;
    assert.equal(wholeCommand(['sh', '-c', long]), `sh\n-c\n"${long}"`);
    assert.equal(wholeCommand(['npm', 'a b', 'a\nb', '']), 'npm\n"a b"\n"a\\nb"\n""');
  });

  it('makes invisible characters and direction marks visible', () => {
    assert.equal(
      wholeCommand(['\u202etset', '\u001b[2J', 'a\u00a0b', '\u200b', 'x\u3164', '\u{e0041}']),
      ['"\\u{202e}tset"', '"\\u001b[2J"', '"a\\u{a0}b"', '"\\u{200b}"', '"x\\u{3164}"', '"\\u{e0041}"'].join('\n'),
    );
  });

  it('has a hash that no other command has', () => {
    const commands = [['a', 'b'], ['a b'], ['a', 'b', ''], ['"a"', 'b']];
    assert.equal(new Set(commands.map(commandHash)).size, commands.length);
    assert.equal(commandHash(['a', 'b']), commandHash(['a', 'b']));
  });
});
