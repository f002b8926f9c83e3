// The whole table of transitions: every phase with every event, and what each of them does besides.
import assert from 'node:assert/strict';
import {
  type CollabPhase,
  type CollabState,
  collabPhases,
  type ReviewLogEntry,
} from '../../../src/core/collab/collab.ts';
import {
  type CollabEvent,
  collabNext,
  idleCollab,
  isActivePhase,
  isHeld,
  reviewDue,
} from '../../../src/core/collab/machine.ts';

const at = '2026-01-02T03:04:05.000Z';
const before = '2026-01-01T00:00:00.000Z';

function state(phase: CollabPhase, more: Partial<CollabState> = {}): CollabState {
  const working = phase === 'implementing' || phase === 'task_review' || phase === 'complete';
  return {
    ...idleCollab('/project'),
    ...{ phase, design: 'docs/plan.md', task_index: working ? 2 : 0, total_tasks: 3, last_transition: before },
    ...{ git_checkpoint: 'old', start_commit: 'first', checkpoint_base: 'base', codex_session_id: 't0', ...more },
  };
}

const review = (blocking: number, type: 'design' | 'task' = 'task'): ReviewLogEntry => ({
  ...{ id: 'task-2-review-20260102-030405', type, task_index: type === 'task' ? 2 : null, at, issues: 2, blocking },
});
const said = { total: 3, thread: 't1', checkpoint: 'new', base: 'base2' };

const events = {
  start: {
    ...{ kind: 'start', project: '/project', design: 'd.md', total: 5, checkpoint: 'tree', commit: 'c', base: 'b' },
  },
  'begin-review': { kind: 'begin-review' },
  'review-failed': { kind: 'review-failed' },
  'design-reviewed': { kind: 'design-reviewed', review: review(1, 'design'), ...said, checkpoint: null },
  'design-approved': { kind: 'design-approved', total: 3 },
  'task-reviewed': { kind: 'task-reviewed', review: review(0), limit: 3, ...said },
  'task-passed': { kind: 'task-passed', total: 3, checkpoint: 'new', base: 'base2' },
  pause: { kind: 'pause' },
  hold: { kind: 'hold', reason: 'because' },
  resume: { kind: 'resume' },
  complete: { kind: 'complete' },
  cancel: { kind: 'cancel' },
} as const satisfies { [K in CollabEvent['kind']]: CollabEvent & { kind: K } };
type Name = keyof typeof events;

/** The phase after it; a dash is the very same state, a star the same phase with something else changed. */
const table: Record<CollabPhase, Record<Name, CollabPhase | '-' | '*'>> = {
  idle: row(['designing', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-']),
  designing: row(['-', 'design_review', '-', '-', 'implementing', '-', '-', '*', '*', '-', 'complete', 'idle']),
  design_review: row([
    '-',
    '-',
    'designing',
    'implementing',
    'implementing',
    '-',
    '-',
    '*',
    '*',
    '-',
    'complete',
    'idle',
  ]),
  implementing: row(['-', 'task_review', '-', '-', '-', '-', '*', '*', '*', '-', 'complete', 'idle']),
  task_review: row([
    '-',
    '-',
    'implementing',
    '-',
    '-',
    'implementing',
    'implementing',
    '*',
    '*',
    '-',
    'complete',
    'idle',
  ]),
  complete: row(['designing', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', 'idle']),
};

/** And while it pauses: no review is begun, what was begun comes to its end, and it still pauses. */
const pausedTable: Record<'designing' | 'design_review' | 'implementing' | 'task_review', typeof table.idle> = {
  designing: row(['-', '-', '-', '-', '-', '-', '-', '-', '*', '*', 'complete', 'idle']),
  design_review: row(['-', '-', 'designing', 'implementing', '-', '-', '-', '-', '*', '*', 'complete', 'idle']),
  implementing: row(['-', '-', '-', '-', '-', '-', '-', '-', '*', '*', 'complete', 'idle']),
  task_review: row(['-', '-', 'implementing', '-', '-', 'implementing', '-', '-', '*', '*', 'complete', 'idle']),
};

function row(cells: readonly (CollabPhase | '-' | '*')[]): Record<Name, CollabPhase | '-' | '*'> {
  const names = Object.keys(events) as Name[];
  assert.equal(cells.length, names.length);
  return Object.fromEntries(names.map((name, index) => [name, cells[index]])) as Record<Name, CollabPhase | '-' | '*'>;
}

function check(from: CollabState, name: Name, expected: CollabPhase | '-' | '*'): void {
  const frozen = Object.freeze({ ...from, review_log: Object.freeze([...from.review_log]) as ReviewLogEntry[] });
  const after = collabNext(frozen, events[name], at);
  if (expected === '-') {
    assert.equal(after, frozen);
    return;
  }
  assert.notEqual(after, frozen);
  assert.equal(after.phase, expected === '*' ? from.phase : expected);
  assert.equal(after.last_transition, at);
}

describe('collab', () => {
  describe('goes from phase to phase', () => {
    for (const phase of collabPhases) {
      for (const name of Object.keys(events) as Name[]) {
        it(`${phase} + ${name} → ${table[phase][name]}`, () => check(state(phase), name, table[phase][name]));
      }
    }
  });

  describe('while it pauses, goes from phase to phase', () => {
    for (const [phase, cells] of Object.entries(pausedTable)) {
      for (const name of Object.keys(events) as Name[]) {
        for (const pause_reason of [null, 'too much was found']) {
          const held = pause_reason === null ? 'paused' : 'held';
          it(`${phase}, ${held} + ${name} → ${cells[name]}`, () => {
            const from = state(phase as CollabPhase, { paused: true, pause_reason, rounds: 3 });
            check(from, name, cells[name]);
            const after = collabNext(from, events[name], at);
            const goesOn = ['resume', 'complete', 'cancel'].includes(name);
            assert.equal(after.paused, !goesOn);
          });
        }
      }
    }
  });

  it('starts without anything from an earlier run', () => {
    const after = collabNext(state('complete', { rounds: 2, review_log: [review(1)] }), events.start, at);
    assert.deepEqual(after, {
      ...idleCollab('/project'),
      ...{ phase: 'designing', design: 'd.md', total_tasks: 5, git_checkpoint: 'tree', last_transition: at },
      ...{ start_commit: 'c', checkpoint_base: 'b' },
    });
  });

  it('begins with task 1 after the design, whatever Codex found in it', () => {
    for (const blocking of [0, 4]) {
      const event = { ...events['design-reviewed'], review: review(blocking, 'design'), total: 7 };
      const after = collabNext(state('design_review', { rounds: 0, total_tasks: null }), event, at);
      assert.deepEqual(
        [after.phase, after.task_index, after.total_tasks, after.rounds, after.paused],
        ['implementing', 1, 7, 0, false],
      );
      assert.deepEqual([after.review_log, after.codex_session_id], [[event.review], 't1']);
      // The code has not been looked at.
      assert.deepEqual([after.git_checkpoint, after.checkpoint_base], ['old', 'base']);
    }
  });

  it('begins with task 1 when the plan gate has approved the design, without a review of its own', () => {
    const after = collabNext(state('designing'), { kind: 'design-approved', total: null }, at);
    assert.deepEqual([after.task_index, after.total_tasks, after.review_log], [1, null, []]);
  });

  const clean: [string, Partial<CollabState>, number | null, [CollabPhase, number]][] = [
    ['the next task', { task_index: 2 }, 3, ['implementing', 3]],
    ['complete after the last one', { task_index: 3 }, 3, ['complete', 3]],
    ['complete when the design has become shorter', { task_index: 3 }, 2, ['complete', 3]],
    ['the next task when the design has become longer', { task_index: 3, total_tasks: 3 }, 4, ['implementing', 4]],
    ['never complete when the number of tasks is unknown', { task_index: 9 }, null, ['implementing', 10]],
    ['complete after the only one', { task_index: 1 }, 1, ['complete', 1]],
  ];
  for (const [what, more, total, expected] of clean) {
    it(`goes on after a clean review: ${what}`, () => {
      const event = { ...events['task-reviewed'], total };
      const after = collabNext(state('task_review', { rounds: 2, ...more }), event, at);
      assert.deepEqual([after.phase, after.task_index], expected);
      assert.deepEqual([after.rounds, after.paused, after.total_tasks], [0, false, total]);
      assert.deepEqual([after.git_checkpoint, after.checkpoint_base, after.codex_session_id], ['new', 'base2', 't1']);
      assert.deepEqual(after.review_log, [event.review]);
    });
  }

  for (const [what, more, total, expected] of clean) {
    it(`goes on after a task that changed only documents: ${what}`, () => {
      const from = state('implementing', { review_log: [review(1, 'design')], ...more });
      const after = collabNext(from, { ...events['task-passed'], total }, at);
      assert.deepEqual([after.phase, after.task_index, after.total_tasks], [...expected, total]);
      assert.deepEqual([after.git_checkpoint, after.checkpoint_base, after.codex_session_id], ['new', 'base2', 't0']);
      assert.deepEqual(after.review_log, from.review_log, 'nothing was reviewed');
    });
  }

  it('does not pass a task while a finding blocks', () => {
    for (const more of [{ rounds: 1 }, { review_log: [review(1)] }]) {
      const from = state('implementing', more);
      assert.equal(collabNext(from, events['task-passed'], at), from);
    }
  });

  const blocking: [number, number, { rounds: number; held: boolean }][] = [
    [0, 3, { rounds: 1, held: false }],
    [1, 3, { rounds: 2, held: false }],
    [2, 3, { rounds: 3, held: true }],
    [5, 3, { rounds: 6, held: true }],
    [0, 1, { rounds: 1, held: true }],
    [0, 0, { rounds: 1, held: true }],
  ];
  for (const [rounds, limit, expected] of blocking) {
    it(`stays at its task when something blocks: ${rounds} rounds before, limit ${limit}`, () => {
      const event = { ...events['task-reviewed'], review: review(1), limit };
      const after = collabNext(state('task_review', { rounds, task_index: 3 }), event, at);
      assert.deepEqual([after.phase, after.task_index, after.rounds], ['implementing', 3, expected.rounds]);
      assert.equal(isHeld(after), expected.held);
      if (expected.held)
        assert.match(after.pause_reason ?? '', /something blocking in task 3, (?:once|\d times in a row)/);
      assert.equal(after.git_checkpoint, 'new');
    });
  }

  it('resets the rounds of a task only when it was held', () => {
    const resumed = (pause_reason: string | null) =>
      collabNext(state('implementing', { paused: true, pause_reason, rounds: 3 }), { kind: 'resume' }, at);
    assert.deepEqual([resumed('too many').rounds, resumed('too many').pause_reason], [0, null]);
    assert.equal(resumed(null).rounds, 3);
  });

  it('is held although it was paused before', () => {
    const after = collabNext(state('task_review', { paused: true }), { kind: 'hold', reason: 'budget' }, at);
    assert.deepEqual([after.paused, after.pause_reason], [true, 'budget']);
  });

  it('is held when the limit is reached while it is being paused', () => {
    const event = { ...events['task-reviewed'], review: review(1), limit: 1 };
    assert.ok(isHeld(collabNext(state('task_review', { paused: true }), event, at)));
  });

  it('leaves no pause behind when the last task is clean', () => {
    const after = collabNext(state('task_review', { paused: true, task_index: 3 }), events['task-reviewed'], at);
    assert.deepEqual([after.phase, after.paused], ['complete', false]);
  });

  it('does not depend on the clock', () => {
    const future = state('implementing', { last_transition: '2999-01-01T00:00:00.000Z' });
    assert.equal(collabNext(future, { kind: 'begin-review' }, at).last_transition, at);
  });

  it('keeps fields that a newer version wrote', () => {
    const after = collabNext({ ...state('implementing'), newer: 1 }, { kind: 'begin-review' }, at);
    assert.equal(after['newer'], 1);
  });

  it('knows which review is due, also after a review was killed', () => {
    assert.deepEqual(
      collabPhases.map((phase) => [phase, reviewDue(state(phase)), isActivePhase(phase)]),
      [
        ['idle', null, false],
        ['designing', 'design', true],
        ['design_review', 'design', true],
        ['implementing', 'task', true],
        ['task_review', 'task', true],
        ['complete', null, false],
      ],
    );
  });
});
