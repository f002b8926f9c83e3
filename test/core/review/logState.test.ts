// The state from a checkpoint and the events since then is the state from all events, for random logs and cuts.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { defaultConfig } from '../../../src/core/config/config.ts';
import type { RowSource } from '../../../src/core/project/stateRows.ts';
import { foldVersion, LogState, stateOf } from '../../../src/core/review/logState.ts';
import { reduceReview } from '../../../src/core/review/reduce.ts';
import { branches, hashes, numbers, randomEvents } from '../../support/randomLog.ts';
import { facts } from './events.ts';

/** A state as a file would keep it. */
class Kept implements RowSource {
  readonly #rows: ReadonlyMap<string, string>;
  readonly state: string;

  constructor(state: LogState, before?: Kept) {
    this.state = JSON.stringify(state.kept());
    const changed = [...state.changedRows].map(([key, value]): [string, string] => [key, JSON.stringify(value)]);
    const all = new Map([...(before?.rows() ?? []), ...changed]);
    this.#rows = new Map([...all].filter(([, value]) => value !== 'null'));
  }

  find(key: string): unknown {
    const text = this.#rows.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  rows(): [string, string][] {
    return [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  open(): LogState {
    return new LogState(this, JSON.parse(this.state));
  }
}

/** All that callers can ask for. */
function answers(state: LogState): unknown {
  const now = Date.UTC(2026, 0, 3);
  const asked = branches.flatMap((branch) =>
    hashes.map((hash) => [
      reduceReview(state, facts(hash, {}, branch), { now }),
      state.collabCycles(branch),
      state.partyStart(branch) ?? null,
      state.currentCycle({ branch, hash })?.id ?? null,
    ]),
  );
  return JSON.parse(
    JSON.stringify([
      ...asked,
      ...[state.cycles(), state.openRequests(), state.planEvents(), state.lastCollabTurn, state.approvedPlan ?? null],
      ...['t0', 't1', 't2'].map((thread) => state.threadTokens(thread)),
      [now, Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1, 2)].map((time) => state.budget(defaultConfig.budget, time)),
    ]),
  );
}

describe('the state of a log', () => {
  for (let seed = 1; seed <= 40; seed++) {
    it(`is the same from any checkpoint on: log ${seed}`, () => {
      const random = numbers(seed * 7919);
      const events = randomEvents(random, 40 + random(200));
      const whole = stateOf(events);
      const expected = answers(whole);
      const all = new Kept(whole);
      for (let round = 0; round < 6; round++) {
        const cuts = [random(events.length), random(events.length), events.length].sort((a, b) => a - b);
        let kept: Kept | undefined;
        let from = 0;
        for (const to of cuts) {
          const state: LogState = kept === undefined ? new LogState() : kept.open();
          kept = new Kept(state.take(events.slice(from, to)), kept);
          from = to;
        }
        assert.ok(kept !== undefined);
        assert.equal(kept.state, all.state, `cut at ${cuts.join(', ')}`);
        assert.deepEqual(kept.rows(), all.rows(), `cut at ${cuts.join(', ')}`);
        assert.deepEqual(answers(kept.open()), expected, `cut at ${cuts.join(', ')}`);
      }
    });
  }

  it('is kept in the form of its version: a change of the form or of the meaning raises foldVersion', () => {
    const hash = createHash('sha256');
    for (let seed = 1; seed <= 10; seed++) {
      const kept = new Kept(stateOf(randomEvents(numbers(seed * 7919), 200)));
      hash.update(JSON.stringify([kept.state, kept.rows()]));
    }
    // With the same version, a checkpoint that another version of Party wrote would count as it is.
    assert.deepEqual([foldVersion, hash.digest('hex').slice(0, 16)], [5, 'dc4a38d9d0f77cb8']);
  });

  it('is not changed by what is asked of it, nor by a fork', () => {
    const events = randomEvents(numbers(5), 200);
    const state = stateOf(events.slice(0, 150));
    const before = answers(state);
    const fork = state.fork().take(events.slice(150));
    assert.deepEqual(answers(fork), answers(stateOf(events)));
    assert.deepEqual(answers(state), before);
    assert.deepEqual(answers(state.take(events.slice(150))), answers(fork));
  });
});
