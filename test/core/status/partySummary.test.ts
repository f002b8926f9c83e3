import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import { english } from '../../../src/core/base/translate.ts';
import { noReview, type ReviewStatus } from '../../../src/core/review/reviewStatus.ts';
import { partySummary } from '../../../src/core/status/partySummary.ts';

const agent = (role: AgentStatus['role'], state: AgentStatus['state']): AgentStatus => ({
  ...{ role, state, pane: '%1', waitingFor: null, demo: false },
});
const review = (more: Partial<ReviewStatus>): ReviewStatus => ({ ...noReview, ...more });

describe('one of several parties', () => {
  const idle = [agent('codex', 'idle'), agent('claude', 'idle'), agent('shell', 'busy')];
  const cases: [string, string, readonly AgentStatus[], ReviewStatus | undefined][] = [
    ['main · idle', 'comment-discussion', idle, undefined],
    ['main · idle', 'comment-discussion', idle, review({})],
    ['main · idle · approved', 'pass', idle, review({ kind: 'approved' })],
    ['main · idle · approval outdated', 'comment-discussion', idle, review({ kind: 'stale' })],
    ['main · idle · review outdated', 'comment-discussion', idle, review({ kind: 'stale', unapproved: true })],
    ['main · idle · 2 blocking', 'error', idle, review({ kind: 'findings', blocking: 2 })],
    ['main · idle · reviewed', 'comment-discussion', idle, review({ kind: 'findings' })],
    ['main · Codex working · reviewing', 'loading~spin', [agent('codex', 'busy')], review({ kind: 'requested' })],
    ['main · Claude needs you', 'bell-dot', [agent('codex', 'busy'), agent('claude', 'waiting')], undefined],
    ['main · Codex has ended', 'comment-discussion', [agent('codex', 'dead')], undefined],
    [
      'main · Codex, Claude not running',
      'comment-discussion',
      [agent('codex', 'absent'), agent('claude', 'absent')],
      undefined,
    ],
  ];
  for (const [text, icon, agents, status] of cases) {
    it(`says "${text}"`, () => {
      const said = partySummary({ branch: 'main', agents, review: status }, english);
      assert.deepEqual([said.text, said.icon, said.attention], [text, icon, icon === 'bell-dot']);
    });
  }

  it('names no branch outside git', () =>
    assert.equal(partySummary({ branch: undefined, agents: idle, review: undefined }, english).text, 'idle'));
});
