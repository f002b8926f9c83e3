import assert from 'node:assert/strict';
import { quietStatus, type Status } from '../../src/core/status.ts';
import { statusText } from '../../src/core/statusText.ts';

const live: Status = {
  ...quietStatus,
  session: { id: 'x1', name: 'party-x1', cwd: '/p' },
  agents: [{ role: 'claude', pane: '%1', state: 'idle', waitingFor: null, demo: false }],
  gates: { active: true, missing: [] },
};
const stale: Status = {
  ...quietStatus,
  review: { ...quietStatus.review, kind: 'stale', round: 2, staleBecause: ['a.ts', 'b.ts', 'c.ts', 'd.ts'] },
  gates: { active: false, missing: ['codex-approved', 'pr-verified'] },
  budget: { ...quietStatus.budget, rounds: 2, left: 1 },
};
const noParty = 'No party is running for this project. Start one with: party start';

describe('what `party status` tells a person', () => {
  const cases: [title: string, Status, lines: string[], named?: string][] = [
    ['nothing', quietStatus, [noParty]],
    ['a name that is wrong', quietStatus, ['PARTY_SESSION names x y, which is not running'], 'x\ny'],
    [
      'a party',
      live,
      [
        'Party     x1  /p',
        'Claude    idle  %1',
        'Plan      no plan gate',
        'Gates     on, nothing missing',
        'Review    not reviewed',
        'Next      party review request',
      ],
    ],
    [
      'a stale review without a party',
      stale,
      [
        noParty,
        'Review    stale because a.ts and 3 more changed, 2 of 3 rounds used',
        '          a.ts, b.ts, c.ts and 1 more',
        'Missing   codex-approved, pr-verified  (party evidence list)',
        'Next      party review request --delta',
      ],
    ],
    [
      'gates that are off, and an agent that asks',
      {
        ...live,
        agents: [{ role: 'claude', pane: '%1', state: 'waiting', waitingFor: 'a\n\u001b[31mb', demo: true }],
        gates: { active: false, missing: [], why: 'disableAllHooks' },
      },
      [
        'Party     x1  /p',
        'Claude    waiting for you: a [31mb  (demo)  %1',
        'Plan      no plan gate',
        'Gates     off: disableAllHooks',
        'Review    not reviewed',
        'Next      party attach',
      ],
    ],
  ];
  for (const [title, status, lines, named] of cases) {
    it(title, () => assert.deepEqual(statusText(status, named).trimEnd().split('\n'), lines));
  }
});
