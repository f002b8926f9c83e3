import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import { english } from '../../../src/core/base/translate.ts';
import type { MessageStatus } from '../../../src/core/messages/messageStatus.ts';
import { actFacts } from '../../../src/core/status/actFacts.ts';
import { awaited, awaitedText } from '../../../src/core/status/awaited.ts';
import { nextActs } from '../../../src/core/status/nextActs.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';
import { statusReasons } from '../../../src/core/status/statusBar.ts';
import { statusText } from '../../../src/core/status/statusText.ts';
import { reviewOf, round } from '../../support/reviews.ts';

const file = '/tmp/party-x/codex/findings/q1.json';
const waiting = (headless = false) =>
  reviewOf({ status: { kind: 'requested', round: 1 }, rounds: [round({ receivedAt: null, file, headless })] });
const request = (state: MessageStatus['state']): MessageStatus => ({
  ...{ id: 'q1', from: 'claude', to: 'codex', kind: 'review', state, since: '', file: '', reason: null },
});
const at = (codex: AgentStatus['state'], messages: MessageStatus[], id = 'x'): Status => ({
  ...quietStatus,
  session: { id, name: `party-${id}`, cwd: '/p' },
  agents: [{ role: 'codex', pane: '%0', state: codex, waitingFor: null, demo: false }],
  messages,
  gates: { active: true, missing: [] },
  review: { ...quietStatus.review, kind: 'requested', round: 1 },
});

describe('an open round that does not stand still', () => {
  const cases: [title: string, Status, headless: boolean, text: string][] = [
    ['its request is written', at('idle', [request('written')]), false, 'the request is on its way to Codex'],
    ['its request is not known yet', at('idle', []), false, 'the request is on its way to Codex'],
    [
      'Codex has just taken it',
      at('idle', [request('submitted')]),
      ...([false, 'Codex has the request and is idle'] as const),
    ],
    ['Codex is busy', at('busy', [request('submitted')]), false, 'Codex is working on it'],
    ['it is with another party', at('idle', [request('submitted')], 'y'), false, 'Codex is working on it'],
    ['it has no pane', at('idle', [request('submitted')]), true, 'Codex is working on it without a pane'],
    [
      'it has no pane, without a party',
      { ...at('idle', []), session: null },
      true,
      'Codex is working on it without a pane',
    ],
  ];
  for (const [title, status, headless, text] of cases) {
    it(`says what it waits for: ${title}`, () => {
      const review = waiting(headless);
      const what = awaited(status, review);
      const next = what === 'beginning' ? [{ act: 'nudgeCodex' }] : [];
      assert.deepEqual(what && awaitedText(what, english), { problem: text, next });
      const nudge = what === 'beginning' ? '\\. To remind Codex: party review nudge' : '';
      const facts = actFacts(status, { review, plan: undefined, written: 'nothing', now: 0 });
      assert.match(
        statusText(facts, { review }),
        new RegExp(`^Review +reviewing.*\\n +round 1: ${text}${nudge}$`, 'm'),
      );
      const reasons = statusReasons(status, english, { now: 0, review });
      assert.ok(reasons.some(({ name, value }) => name === 'Round 1' && value === text));
      assert.equal(nextActs(facts).includes('nudgeCodex'), what === 'beginning');
    });
  }

  it('waits for nothing when it stands still, or when no round is open', () => {
    const stands = {
      ...at('idle', []),
      review: { ...quietStatus.review, kind: 'requested', standstill: 'idle' },
    } as const;
    assert.equal(awaited(stands, waiting()), undefined);
    assert.equal(awaited(quietStatus, reviewOf({ rounds: [round()] })), undefined);
    assert.equal(awaited(at('idle', []), undefined), undefined);
  });
});
