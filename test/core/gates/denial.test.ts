// A denial carries its ways out as acts, and names the command of its reader.

import assert from 'node:assert/strict';
import { actNames } from '../../../src/core/base/acts.ts';
import { denyPullRequest } from '../../../src/core/gates/decide.ts';
import { type Denial, denialText } from '../../../src/core/gates/denial.ts';
import { evidenceKinds } from '../../../src/core/project/evidenceKinds.ts';
import { change, readyReview } from './gateFacts.ts';

const deny = (...args: Parameters<typeof readyReview>): Denial => {
  const denial = denyPullRequest(readyReview(...args));
  assert.ok(denial !== undefined);
  return denial;
};

describe('a denial', () => {
  it('has an act for each missing kind of evidence that a command can give', () => {
    const parts = deny({ missing: [...evidenceKinds] }).parts ?? [];
    const acts = parts.map(({ next }) => next.map(({ act }) => act));
    assert.deepEqual(acts, [
      ...[[], [], ['runTests'], ['runChecks'], []],
      ...[['requestReview', 'completeReview'], ['approve'], ['verifyEvidence']],
    ]);
    assert.ok(acts.flat().every((act) => actNames.includes(act)));
  });

  it('names the scripts of Claude to Claude, and the commands of party to a person', () => {
    const denial = deny({ missing: ['codex-approved'] });
    assert.match(denialText(denial), /\n- codex-approved\. To approve it: tmux-codex\.sh --approve$/);
    assert.match(denialText(denial, 'human'), /\n- codex-approved\. To approve it: party review approve$/);
  });

  it('says first that the log proves nothing, when its lines were altered', () => {
    const log = { broken: true, problems: [] };
    const [first] = deny({ missing: ['codex-ran'], log }).parts ?? [];
    assert.deepEqual(first?.next, [{ act: 'checkLog' }]);
  });

  it('asks for the base when Party does not know it', () => {
    const unknown = deny({ change: { ...change, baseKnown: false } });
    assert.match(denialText(unknown), /^Party does not know the base .*: tmux-codex\.sh --review BASE$/);
  });
});
