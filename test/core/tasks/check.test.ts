import assert from 'node:assert/strict';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { checkAssignee, checkState, checkTitle } from '../../../src/core/tasks/check.ts';

describe('what is written about tasks', () => {
  const refused = (act: () => unknown, words: RegExp) =>
    assert.throws(act, (error) => isPartyError(error, 'USAGE') && words.test(error.message));

  it('takes a title as it is, without the space around it', () => {
    assert.equal(checkTitle('  Log *in* $(x) — ok '), 'Log *in* $(x) — ok');
    assert.equal(checkTitle('x'.repeat(500)).length, 500);
  });

  for (const [title, words] of [
    ['', /empty/],
    [' \n ', /empty/],
    ['a\nb', /one line/],
    ['a\tb', /one line/],
    ['a\u2028b', /one line/],
    ['\x1b[31mred', /one line/],
    ['x'.repeat(501), /501 characters; at most 500/],
    ['x'.repeat(10_000), /10000 characters/],
  ] as const) {
    it(`refuses the title ${JSON.stringify(title).slice(0, 30)}`, () => refused(() => checkTitle(title), words));
  }

  for (const [word, state] of [
    ['pending', 'pending'],
    ['in_progress', 'in_progress'],
    ['in-progress', 'in_progress'],
    ['done', 'done'],
  ] as const) {
    it(`knows the status ${word}`, () => assert.equal(checkState(word), state));
  }
  it('names what an unknown status may have meant, and all that there are', () => {
    refused(
      () => checkState('dnoe'),
      /^dnoe is not a status; use one of pending, in_progress, done\. Did you mean done\?/,
    );
    refused(() => checkState('x\ny'), /^x y is not a status; use one of pending, in_progress, done\.$/);
  });

  it('takes any name in one line for an assignee', () => {
    assert.equal(checkAssignee(' @user '), '@user');
    for (const name of ['', 'a\nb', 'x'.repeat(101)]) refused(() => checkAssignee(name), /one line/);
  });
});
