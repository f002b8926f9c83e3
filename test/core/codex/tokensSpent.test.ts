import assert from 'node:assert/strict';
import { tokensSpent } from '../../../src/core/codex/tokensSpent.ts';
import type { ProjectEvent } from '../../../src/core/project/event.ts';
import { stateOf } from '../../../src/core/review/logState.ts';

const spent = (thread: string | null, threadTokens: number | null): ProjectEvent => ({
  ...{ event: 'spent', at: '2026-01-01T10:00:00Z', actor: 'claude', loop: 'plan', seconds: 1, tokens: null },
  ...{ thread, threadTokens },
});

describe('what a run has spent', () => {
  for (const [title, before, thread, sum, tokens] of [
    ['all of a new thread', [], 't', 100, 100],
    ['the difference in a thread that goes on', [spent('t', 100), spent('t', 250)], 't', 300, 50],
    ['what others spent in other threads does not matter', [spent('u', 90)], 't', 100, 100],
    ['what a run that said nothing has spent comes with the next', [spent('t', 100), spent('t', null)], 't', 180, 80],
    ['nothing is nothing', [spent('t', 100)], 't', 100, 0],
    ['a sum that went back was started again', [spent('t', 500)], 't', 120, 120],
    ['and is the sum that is gone on with', [spent('t', 500), spent('t', 120)], 't', 150, 30],
    ['a run that said nothing', [spent('t', 100)], 't', null, null],
    ['a run in no thread that it named', [spent(null, 70)], null, 100, 100],
  ] as const) {
    it(title, () => assert.equal(tokensSpent(stateOf(before).threadTokens(thread), sum), tokens));
  }
});
