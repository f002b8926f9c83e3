import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import { english } from '../../../src/core/base/translate.ts';
import type { MessageStatus } from '../../../src/core/messages/messageStatus.ts';
import { isLate } from '../../../src/core/review/reduce.ts';
import { reviewText } from '../../../src/core/review/reviewText.ts';
import {
  isInterrupted,
  paneStandstill,
  partyOfFindings,
  type Standstill,
  standstills,
  standstillText,
} from '../../../src/core/review/standstill.ts';
import { needOf } from '../../../src/core/review/startedNeedingHuman.ts';
import { nextActs, nextStep } from '../../../src/core/status/nextActs.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';
import { statusBar, statusLines } from '../../../src/core/status/statusBar.ts';
import { withReview } from '../../../src/core/status/withReview.ts';
import { reviewOf, round } from '../../support/reviews.ts';

const start = Date.parse('2026-01-01T10:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const codex = (state: AgentStatus['state']): AgentStatus => ({
  ...{ role: 'codex', pane: '%0', state, waitingFor: null, demo: false },
});
const message = (id: string, state: MessageStatus['state'], more: Partial<MessageStatus> = {}): MessageStatus => ({
  ...{ id, state, from: 'claude', to: 'codex', kind: 'review', since: at(0), file: '', reason: null },
  ...more,
});
const party = (agent: AgentStatus[], messages: MessageStatus[], id = 'x'): Status => ({
  ...quietStatus,
  session: { id, name: `party-${id}`, cwd: '/p' },
  agents: agent,
  messages,
  gates: { active: true, missing: [] },
});

/** As many as are shown when there are more; ids sort as the messages were written. */
const many = (first: string) =>
  Array.from({ length: 20 }, (_, n) => message(`${first}${String(n).padStart(2, '0')}`, 'answered'));

describe('a round that was sent to a pane', () => {
  const taken = [message('q1', 'submitted')];
  const machine = (seconds: number, running?: string) => ({
    ...{ now: start + seconds * 1000, isRunning: (identity: string) => identity === running },
  });
  const cases: [title: string, Status | undefined, seconds: number, Standstill | null][] = [
    ['the party does not run', undefined, 5, 'party-ended'],
    ['Codex works', party([codex('busy')], taken), 3600, null],
    ['Codex has ended', party([codex('dead')], taken), 5, 'codex-ended'],
    ['Codex is not running', party([codex('absent')], taken), 5, 'no-codex'],
    ['there is no Codex at all', party([], taken), 5, 'no-codex'],
    ['the message is on its way', party([codex('idle')], [message('q1', 'written')]), 3600, null],
    ['the message has failed', party([codex('idle')], [message('q1', 'failed')]), 5, 'not-taken'],
    ['the message was given up', party([codex('idle')], [message('q1', 'cancelled')]), 5, 'not-taken'],
    [
      'the message has failed, and a reminder was taken',
      party([codex('busy')], [message('q1', 'failed'), message('n1', 'submitted')]),
      ...([5, null] as const),
    ],
    ['the message is not known', party([codex('idle')], []), 5, 'unknown-request'],
    ['the message is older than the many that are shown', party([codex('idle')], many('r')), 5, null],
    [
      'the message is not among the many that are shown, and newer',
      party([codex('idle')], many('p')),
      5,
      'unknown-request',
    ],
    ['Codex has just taken it', party([codex('idle')], taken), 59, null],
    ['Codex has been idle since', party([codex('idle')], taken), 61, 'idle'],
    [
      'Codex is idle, and the party was brought back after it had taken it',
      party([codex('idle')], [message('q1', 'submitted', { beforeRestore: true })]),
      ...([5, 'idle'] as const),
    ],
    [
      'Codex works, after the party was brought back',
      party([codex('busy')], [message('q1', 'submitted', { beforeRestore: true })]),
      ...([5, null] as const),
    ],
    [
      'Codex is idle, was reminded after the party was brought back, and has just taken that',
      party([codex('idle')], [message('q1', 'submitted', { beforeRestore: true }), message('n1', 'submitted')]),
      ...([5, null] as const),
    ],
    ['Codex is idle, by a clock that was set back', party([codex('idle')], taken), -3600, 'idle'],
    ['Codex asks a person something', party([codex('waiting')], taken), 3600, null],
    [
      'Codex is idle, and something is on its way to it',
      party([codex('idle')], [...taken, message('t1', 'typed', { kind: 'talk' })]),
      ...([3600, null] as const),
    ],
  ];
  for (const [title, where, seconds, wanted] of cases) {
    it(`${wanted ?? 'goes on'}: ${title}`, () =>
      assert.equal(paneStandstill({ request: 'q1', runner: '7:x' }, where, machine(seconds)), wanted));
  }

  it('is being sent while its sender runs and the message is not known', () => {
    const sent = (runner: string | null) =>
      paneStandstill({ request: 'q1', runner }, party([codex('idle')], []), machine(3600, '7:x'));
    assert.deepEqual([sent('7:x'), sent('8:x'), sent(null)], [null, 'unknown-request', 'unknown-request']);
  });

  it('is known by the file of its findings', () => {
    assert.equal(partyOfFindings('/tmp/party-x-1/codex/findings/q1.json'), 'x-1');
    assert.equal(partyOfFindings('/home/u/projects/k/findings/q1.json'), undefined);
  });

  it('belongs to its own party, and not to another one of the project', () => {
    const waiting = round({ receivedAt: null, request: 'q1', file: '/tmp/party-x/codex/findings/q1.json' });
    const review = reviewOf({ status: { kind: 'requested', round: 1 }, rounds: [waiting] });
    const here = party([codex('busy')], taken);
    const other = party([codex('dead')], [], 'y');
    const standstill = (status: Status, parties?: Status[]) =>
      withReview(status, review, { now: start, ...(parties === undefined ? {} : { parties }) }).review.standstill ??
      null;
    assert.equal(standstill(here), null);
    assert.equal(standstill(other), 'party-ended');
    assert.equal(standstill(other, [other, here]), null);
    assert.equal(standstill(quietStatus), 'party-ended');
  });
});

describe('what a person is offered', () => {
  const waiting = (standstill: Standstill | null, live: boolean, agents = [codex('idle')]): Status => ({
    ...(live ? party(agents, []) : quietStatus),
    review: { ...quietStatus.review, kind: 'requested', round: 1, standstill },
  });

  for (const standstill of standstills) {
    for (const live of [true, false]) {
      it(`is an act for ${standstill}, ${live ? 'in a party' : 'without a party'}`, () => {
        const status = waiting(standstill, live);
        const step = nextStep({ status });
        assert.ok(step !== undefined, 'there is no way out');
        assert.ok(nextActs({ status }).includes(step));
        assert.notEqual(standstillText(standstill, english), '');
      });
    }
    it(`is not called "reviewing" by ${standstill}, unless Codex can still answer`, () => {
      const { review } = waiting(standstill, true);
      assert.equal(reviewText(review, english), standstill === 'idle' ? 'reviewing, round 1' : 'review interrupted');
      assert.equal(needOf({ status: review }), isInterrupted(standstill) ? 'overdue' : undefined);
      assert.equal(statusBar(waiting(standstill, false), english).attention, isInterrupted(standstill));
    });
  }

  const steps: [Standstill, live: boolean, step: string][] = [
    ['run-ended', false, 'requestReview'],
    ['party-ended', false, 'restore'],
    ['party-ended', true, 'requestReview'],
    ['codex-ended', true, 'restartAgent'],
    ['no-codex', true, 'restartAgent'],
    ['unknown-request', true, 'requestReview'],
    ['not-taken', true, 'nudgeCodex'],
    ['idle', true, 'nudgeCodex'],
  ];
  for (const [standstill, live, step] of steps) {
    it(`begins with ${step} for ${standstill} ${live ? 'in a party' : 'without a party'}`, () =>
      assert.equal(nextStep({ status: waiting(standstill, live) }), step));
  }

  it('is to read what Codex wrote before it ended', () => {
    const status = waiting('codex-ended', true, [codex('dead')]);
    assert.deepEqual(nextActs({ status, written: 'findings' }).slice(0, 2), ['completeReview', 'restartAgent']);
  });

  it('is to restart an agent that has ended, whatever it was doing', () => {
    const status = { ...waiting(null, true, [codex('dead')]), review: quietStatus.review };
    assert.equal(nextStep({ status }), 'restartAgent');
  });

  it('says in the tooltip why the round does not go on', () => {
    const lines = statusLines(waiting('run-ended', false), english);
    assert.ok(lines.some(([name, value]) => name === 'Round 1' && value === 'the process that ran Codex has ended'));
  });
});

describe('a request that waits for its answer', () => {
  const cases: [title: string, date: string, seconds: number, late: boolean][] = [
    ['was just made', at(0), 0, false],
    ['was made 15 minutes ago', at(0), 900, false],
    ['was made longer ago', at(0), 901, true],
    ['is dated ahead by what two clocks may differ', at(60), 0, false],
    ['is dated an hour ahead, by a clock that was set back', at(3600), 0, true],
    ['is dated ten minutes ahead', at(600), 0, true],
    ['is dated years ahead', '2099-01-01T00:00:00Z', 0, true],
    ['has no date that can be read', 'yesterday', 0, true],
  ];
  for (const [title, date, seconds, late] of cases) {
    it(`is ${late ? '' : 'not '}overdue when it ${title}`, () =>
      assert.equal(isLate({ at: date }, start + seconds * 1000, 15), late));
  }
});
