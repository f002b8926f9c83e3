import assert from 'node:assert/strict';
import { defaultConfig } from '../../../src/core/config/config.ts';
import type { MessageStatus } from '../../../src/core/messages/messageStatus.ts';
import type { ActFacts } from '../../../src/core/status/actFacts.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';
import { statusText } from '../../../src/core/status/statusText.ts';
import { reviewOf, round } from '../../support/reviews.ts';

const live: Status = {
  ...quietStatus,
  session: { id: 'x1', name: 'party-x1', cwd: '/p' },
  agents: [{ role: 'claude', pane: '%1', state: 'idle', waitingFor: null, demo: false }],
  gates: { active: true, missing: [] },
};
const gone = { role: 'codex', pane: '%0', state: 'absent', waitingFor: null, demo: false } as const;
const stale: Status = {
  ...quietStatus,
  review: { ...quietStatus.review, kind: 'stale', round: 2, staleBecause: ['a.ts', 'b.ts', 'c.ts', 'd.ts'] },
  gates: { active: false, missing: ['codex-approved', 'pr-verified'] },
};
const spent: Status['budget'] = { rounds: 4, minutes: 12, tokens: 1_230_000, left: 3, limits: defaultConfig.budget };
const renew = 'party budget renew --reason TEXT';
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
        'Gates     on, all checks passed',
        'Review    not reviewed',
        'Next      party review request',
      ],
    ],
    [
      'an agent that is not installed, and how to get it',
      { ...live, agents: live.agents.map((agent) => ({ ...agent, state: 'absent', missing: true })) },
      [
        'Party     x1  /p',
        'Claude    not installed  %1: Claude is not on the PATH. Install it with: npm install -g @anthropic-ai/claude-code',
        'Plan      no plan gate',
        'Gates     on, all checks passed',
        'Review    not reviewed',
        'Next      party review request',
      ],
    ],
    [
      'to install a missing Codex before its restart, which is refused until then',
      { ...live, agents: [...live.agents, { ...gone, missing: true }] },
      [
        'Party     x1  /p',
        'Claude    idle  %1',
        'Codex     not installed  %0: Codex is not on the PATH. Install it with: npm install -g @openai/codex',
        'Plan      no plan gate',
        'Gates     on, all checks passed',
        'Review    not reviewed',
        'Next      npm install -g @openai/codex && party restart codex',
      ],
    ],
    [
      'a stale review without a party',
      stale,
      [
        noParty,
        'Review    approval outdated: a.ts and 3 more changed',
        '          a.ts, b.ts, c.ts and 1 more',
        'Missing   codex-approved, pr-verified  (party evidence list)',
        'Next      party review request --delta --headless',
      ],
    ],
    [
      'collab and a budget without a party',
      { ...quietStatus, collab: { phase: 'implementing', paused: false, task: 2, total: 5 }, budget: spent },
      [
        noParty,
        'Collab    task 2 of 5',
        'Review    not reviewed',
        'Budget    4 of 30 rounds, 12 of 240 minutes, 1.2M of 20M tokens',
      ],
    ],
    [
      'collab that waits for the human',
      { ...live, collab: { phase: 'implementing', paused: true, task: 2, total: 5, held: 'no\nend' } },
      [
        'Party     x1  /p',
        'Claude    idle  %1',
        'Plan      no plan gate',
        'Collab    needs you, task 2 of 5: no end',
        'Gates     on, all checks passed',
        'Review    not reviewed',
        'Next      party collab resume',
      ],
    ],
    [
      'a budget that is used up, also where collab waits for the human because of it',
      {
        ...quietStatus,
        collab: { phase: 'implementing', paused: true, task: 2, total: 5, held: 'no budget' },
        budget: { ...spent, rounds: 30, left: 0, exhausted: 'rounds' },
      },
      [
        noParty,
        'Collab    needs you, task 2 of 5: no budget',
        'Review    not reviewed',
        `Budget    used up: 30 of 30 rounds, 12 of 240 minutes, 1.2M of 20M tokens. To renew the budget: ${renew}`,
        `Next      ${renew}`,
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
        'Claude    needs you: a [31mb  (demo)  %1',
        'Plan      no plan gate',
        'Gates     off: disableAllHooks',
        'Review    not reviewed',
        'Next      party attach',
      ],
    ],
  ];
  for (const [title, status, lines, named] of cases) {
    it(title, () => assert.deepEqual(statusText({ status }, { named }).trimEnd().split('\n'), lines));
  }

  it('that there is nothing to review, instead of a request that would be refused', () => {
    const review = reviewOf();
    const text = (docsOnly: boolean) => {
      const change = review.change && { ...review.change, files: {}, docsOnly, base: 'f'.repeat(40) };
      return statusText({ status: live, change: 'nothing' }, { review: { ...review, change } });
    };
    assert.match(text(false), /^Review +not reviewed\n +no changes since f{7}$/m);
    assert.match(text(true), /^Review +not reviewed\n +only files that need no review have changed since f{7}$/m);
    assert.doesNotMatch(text(false), /^Next/m);
  });

  it('an agent to ask the human for what only the human may do', () => {
    const next = (facts: ActFacts, reader?: 'author') =>
      /^Next +(.*)$/m.exec(statusText(facts, reader === undefined ? {} : { reader }))?.[1];
    const usedUp: ActFacts = { status: at('needs-discussion'), roundsUsedUp: true };
    const command = 'party review request --delta --beyond REASON';
    assert.deepEqual([next(usedUp), next(usedUp, 'author')], [command, `ask the human for: ${command}`]);
    assert.equal(next({ status: live }, 'author'), 'party review request');
    const missing: Status = { ...live, agents: [...live.agents, { ...gone, missing: true }] };
    assert.match(next({ status: missing }, 'author') ?? '', /^ask the human for: npm install -g @openai\/codex && /);
  });

  it('the rounds of the review alone, where it is known', () => {
    const review = reviewOf({ budget: { used: 2, limit: 3 } });
    const status = { ...stale, budget: { ...spent, rounds: 9 } };
    assert.match(statusText({ status }, { review }), /^Review .* 2 of 3 rounds used$/m);
    assert.match(statusText({ status }, { review }), /^Budget {4}9 of 30 rounds/m);
  });

  const at = (
    kind: Status['review']['kind'],
    more: Partial<Status['review']> = {},
    missing: string[] = [],
  ): Status => ({
    ...live,
    review: { ...quietStatus.review, kind, round: 1, ...more },
    gates: { active: true, missing },
  });
  const asked = reviewOf({
    status: { kind: 'requested' },
    rounds: [round({ receivedAt: null, file: "/a b/it's.json" })],
  });
  const failed: MessageStatus = {
    ...{ id: 'm', from: 'human', to: 'codex', kind: 'talk', state: 'failed' },
    ...{ since: '', file: '', reason: null },
  };
  const steps: [title: string, ActFacts, next: string | undefined][] = [
    [
      'while Codex reads there is only something to wait for',
      { status: at('requested', {}, ['tests-passed']) },
      undefined,
    ],
    [
      'what Codex has written is to be read',
      { status: at('requested'), written: 'findings' },
      `party review complete '/a b/it'\\''s.json'`,
    ],
    ['one that is late is reminded', { status: at('requested', { overdue: true }) }, 'party review nudge'],
    ['an approval with all evidence asks for nothing', { status: at('approved') }, undefined],
    [
      'what an approval still lacks is listed',
      { status: at('approved', {}, ['tests-passed', 'pr-verified']) },
      'party evidence list',
    ],
    ['the last evidence is the verification', { status: at('approved', {}, ['pr-verified']) }, 'party evidence verify'],
    ['what was found is to be read', { status: at('findings', { blocking: 1 }) }, 'party findings list'],
    ['nothing can be asked for without a repository', { status: at('none'), canReview: false }, undefined],
    [
      'a process that is stopped is continued by its number',
      { status: at('requested', { overdue: true }), stopped: 77 },
      'kill -CONT 77',
    ],
    [
      'a message that has failed comes first',
      { status: { ...at('none'), messages: [failed] }, now: 0 },
      'party message list',
    ],
  ];
  for (const [title, facts, next] of steps) {
    it(`names the next command: ${title}`, () => {
      const [, words] = /^Next +(.*)$/m.exec(statusText(facts, { review: asked })) ?? [];
      assert.equal(words, next);
    });
  }
});
