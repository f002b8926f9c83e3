import assert from 'node:assert/strict';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { checkAssignee, checkState, checkTitle } from '../../../src/core/tasks/check.ts';

describe('the fields of a task', () => {
  const refused = (act: () => unknown, words: RegExp) =>
    assert.throws(act, (error) => isPartyError(error, 'USAGE') && words.test(error.message));

  it('keep a title as it is, without the space around it', () => {
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
    it(`do not accept the title ${JSON.stringify(title).slice(0, 30)}`, () => refused(() => checkTitle(title), words));
  }

  for (const [word, state] of [
    ['pending', 'pending'],
    ['in_progress', 'in_progress'],
    ['in-progress', 'in_progress'],
    ['done', 'done'],
  ] as const) {
    it(`accept the status ${word}`, () => assert.equal(checkState(word), state));
  }
  it('suggest a status for an unknown one, and list all of them', () => {
    refused(
      () => checkState('dnoe'),
      /^dnoe is not a status; use one of pending, in_progress, done\. Did you mean done\?/,
    );
    refused(() => checkState('x\ny'), /^x y is not a status; use one of pending, in_progress, done$/);
  });

  it('accept any name of one line as an assignee', () => {
    assert.equal(checkAssignee(' @user '), '@user');
    for (const name of ['', 'a\nb', 'x'.repeat(101)]) refused(() => checkAssignee(name), /one line/);
  });
});
