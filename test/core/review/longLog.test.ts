// Without a checkpoint a gate adds up the whole log, and has seconds to answer. So twice the log may cost twice the work,
// not four times. The work is counted, not timed.

import assert from 'node:assert/strict';
import type { EventOf, ProjectEvent } from '../../../src/core/project/event.ts';
import { stateOf } from '../../../src/core/review/logState.ts';
import { reduceReview } from '../../../src/core/review/reduce.ts';
import { stepsOf } from '../../support/workMeter.ts';
import { approved, critic, facts, finding, received, requested, reReview, triaged } from './events.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

interface Asked extends Partial<EventOf<'requested'>> {
  readonly hash?: string;
}

/** A round with two findings of its own, and one that comes again and again. */
function round(n: number, { hash = `h${n}`, ...more }: Asked = {}, resolved?: string[]): ProjectEvent[] {
  const request = `q${n}`;
  const found = [finding(`F${n}`), finding(`G${n}`, { anchor: '' }), finding('same')];
  return [
    requested(request, n, hash, more),
    { ...received(request, found), ...(resolved === undefined ? {} : { resolved }) },
  ];
}

const logs: Readonly<Record<string, (n: number) => ProjectEvent[]>> = {
  'a change of many rounds': (n) => numbers(n).flatMap((one) => [...round(one), reReview()]),
  'a change of many rounds about the same code': (n) => numbers(n).flatMap((one) => round(one, { hash: 'h' })),
  'many findings about code that is the same everywhere': (n) =>
    numbers(n).flatMap((one) => [
      requested(`q${one}`, one, `h${one}`),
      received(`q${one}`, [finding(`F${one}`, { anchor: '}', description: `Alpha${one} beta${one}` })]),
    ]),
  'many decisions about findings': (n) =>
    numbers(n).flatMap((one) => [
      ...round(one),
      triaged(`r${one}-F${one}`, 'rejected', 'no'),
      triaged('r1-F1', one % 2 === 0 ? 'open' : 'fixed'),
    ]),
  'many changes': (n) =>
    numbers(n).flatMap((one) => [...round(one, { cycle: `c${one}` }), approved(`h${one}`, { cycle: `c${one}` })]),
  'many documents': (n) => numbers(n).flatMap((one) => round(one, { cycle: `c${one}`, document: `d${one}.md` })),
  'many tasks of collab': (n) => numbers(n).flatMap((one) => round(one, { collab: 'task' }, [`c1r${one - 1}-F`])),
  'many collabs': (n) =>
    numbers(n).flatMap((one) => round(one, { collab: 'task', cycle: `c${one}` }, [`c${one - 1}r${one - 1}-F`])),
  'much evidence': (n) =>
    numbers(n).flatMap((one) => [...critic('minimizer', `h${one}`), ...critic('code-critic', 'h')]),
};

describe('a log that is twice as long', () => {
  for (const [name, logOf] of Object.entries(logs)) {
    it(`takes twice the work: ${name}`, () => {
      const workFor = (n: number) => {
        const events = logOf(n);
        return stepsOf(() => reduceReview(stateOf(events), facts('h1'), { now: Date.parse('2026-02-01T00:00:00Z') }));
      };
      const [once, twice] = [workFor(200), workFor(400)];
      assert.ok(once > 200, `only ${once} steps were counted`);
      assert.ok(twice < once * 2.2, `${once} steps became ${twice}`);
    });
  }
});

describe('a log of 2,000 rounds', () => {
  it('has the state of its last round', () => {
    const events = numbers(2_000).flatMap((one) => round(one));
    const { status, rounds, findings } = reduceReview(stateOf(events), facts('h2000'), { now: 0 });
    assert.equal(status.round, 2_000);
    assert.equal(status.blocking, 3);
    assert.equal(findings.length, 4_001);
    assert.deepEqual(
      findings.slice(0, 4).map(({ key, state }) => `${key} ${state}`),
      ['r2000-F2000 open', 'r2000-G2000 open', 'r1-same open', 'r1999-F1999 fixed'],
    );
    assert.deepEqual(rounds.at(-2)?.resolved, 2);
  });
});
