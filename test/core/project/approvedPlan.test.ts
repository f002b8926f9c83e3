// Which plan the log says to be approved.

import assert from 'node:assert/strict';
import type { EventOf, ProjectEvent } from '../../../src/core/project/event.ts';
import { stateOf } from '../../../src/core/review/logState.ts';

const plan = (what: EventOf<'plan'>['what'], hash: string | null = 'a'): ProjectEvent => ({
  ...{ at: '', actor: 'human', event: 'plan', what, version: 1, hash },
});
const code: ProjectEvent = { at: '', actor: 'codex', event: 'approved', cycle: 'c', hash: 'a' };

describe('the plan that is approved', () => {
  const cases: [title: string, events: ProjectEvent[], hash: string | undefined][] = [
    ['nothing', [], undefined],
    ['Codex', [plan('started'), plan('approved')], 'a'],
    ['a human', [plan('started'), plan('reviewed'), plan('forced', 'b')], 'b'],
    ['the last of two', [plan('approved', 'a'), plan('forced', 'b')], 'b'],
    ['a review of the code', [plan('started'), code], undefined],
    ['a review that asked for changes, or failed', [plan('reviewed'), plan('failed')], undefined],
    ['Codex, before it was withdrawn', [plan('approved'), plan('withdrawn', 'b')], undefined],
    ['Codex, before the gate was on', [plan('approved'), plan('stopped'), plan('started')], undefined],
    ['Codex, and a later review failed', [plan('approved'), plan('failed')], 'a'],
  ];
  for (const [title, events, hash] of cases) {
    it(`by ${title}: ${hash ?? 'none'}`, () => assert.equal(stateOf(events).approvedPlan, hash));
  }
});
