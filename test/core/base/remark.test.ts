// A problem with its ways out, as a terminal prints it: for a person, for Claude, and for a text that is stored.
import assert from 'node:assert/strict';
import { actNames, wordsOf } from '../../../src/core/base/acts.ts';
import { isPartyError, messageOf, PartyError, refused } from '../../../src/core/base/errors.ts';
import { commandLine, errorText, type Reader, type Remark, remarkText } from '../../../src/core/base/remark.ts';

describe('a problem in a terminal', () => {
  const reviewed: Remark = {
    problem: 'Nothing has been reviewed',
    missing: 'codex-ran',
    next: [{ act: 'requestReview' }],
  };
  const limit: Remark = { problem: 'That is the limit', next: [{ act: 'requestBeyond' }] };
  const blocking: Remark = {
    problem: 'r1-F1 is blocking and open',
    next: [{ act: 'markFixed', key: 'r1-F1' }, { act: 'rejectFinding' }],
  };
  const held: Remark = { problem: 'Collab waits', next: [{ act: 'cancelCollab', by: 'human' }] };
  const cases: [title: string, remark: Remark, reader: Reader, text: string][] = [
    ['alone', { problem: 'It is so', next: [] }, 'human', 'It is so'],
    ['for a person', reviewed, 'human', 'Nothing has been reviewed. To ask Codex for a review: party review request'],
    [
      'for Claude, with its script and the name of the evidence',
      reviewed,
      'author',
      'Nothing has been reviewed (codex-ran is missing). To ask Codex for a review: tmux-codex.sh --review',
    ],
    [
      'for a log',
      reviewed,
      'anyone',
      'Nothing has been reviewed (codex-ran is missing). To ask Codex for a review: party review request',
    ],
    [
      'with an act that is only the human’s, for the human',
      limit,
      'human',
      'That is the limit. To allow another round: party review request --beyond REASON',
    ],
    [
      'with an act that is only the human’s, for an agent',
      limit,
      'author',
      'That is the limit. The human can allow another round: party review request --beyond REASON',
    ],
    [
      'with an act that is only the human’s in this state',
      held,
      'author',
      'Collab waits. The human can cancel collab: party collab cancel',
    ],
    [
      'with several ways out, and the values that are known',
      blocking,
      'human',
      'r1-F1 is blocking and open. To mark a finding as fixed, after the fix: party findings triage r1-F1 fixed. To reject a finding: party findings triage KEY rejected --reason TEXT',
    ],
  ];
  for (const [title, remark, reader, text] of cases) it(title, () => assert.equal(remarkText(remark, reader), text));

  it('quotes a value that a shell would read in another way', () => {
    const file = "/tmp/a b/it's; rm -rf $HOME\n.json";
    const quoted = `'/tmp/a b/it'\\''s; rm -rf $HOME .json'`;
    assert.equal(commandLine({ act: 'completeReview', file }), `party review complete ${quoted}`);
    assert.equal(commandLine({ act: 'completeReview', file }, 'author'), `tmux-codex.sh --review-complete ${quoted}`);
    assert.equal(commandLine({ act: 'restartAgent', role: 'codex' }), 'party restart codex');
    assert.equal(commandLine({ act: 'continueRun', pid: 12 }), 'kill -CONT 12');
  });

  it('says what each command is for, in words that follow "To"', () => {
    for (const act of actNames) assert.match(wordsOf(act).to, /^[a-z][\w ,]+$/, act);
  });
});

describe('an error', () => {
  const error = refused('Nothing has been reviewed yet', { act: 'requestReview' });

  it('has the problem as its message, and the way out as data', () => {
    assert.ok(isPartyError(error, 'REFUSED'));
    assert.deepEqual([error.problem, error.next], ['Nothing has been reviewed yet', [{ act: 'requestReview' }]]);
    assert.equal(messageOf(error), 'Nothing has been reviewed yet');
    assert.equal(errorText(error), 'Nothing has been reviewed yet. To ask Codex for a review: party review request');
  });

  it('is made from a remark, with the missing evidence', () => {
    const remark = { problem: 'No', missing: 'codex-ran', next: [] };
    const { problem, missing, next } = refused(remark);
    assert.deepEqual({ problem, missing, next }, remark);
  });

  it('has no way out unless one is named', () => {
    const plain = new PartyError('USAGE', 'No', { details: { a: 1 } });
    assert.deepEqual([plain.message, plain.problem, plain.next, plain.details], ['No', 'No', [], { a: 1 }]);
    assert.equal(errorText(new Error('x')), 'x');
  });
});
