// A finding that became a task: what the log makes of it, what the task says, and what the gate before a pull request.

import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import { asTask } from '../../../src/core/findings/asTask.ts';
import { findingMarks } from '../../../src/core/findings/words.ts';
import { denialText } from '../../../src/core/gates/denial.ts';
import { denyOpenTasks, denyUnreadTasks, hasBlockingTasks, type LinkedTask } from '../../../src/core/gates/tasks.ts';
import type { EventOf, ProjectEvent } from '../../../src/core/project/event.ts';
import { readEvents } from '../../../src/core/project/event.ts';
import { stateOf } from '../../../src/core/review/logState.ts';
import { reduceReview } from '../../../src/core/review/reduce.ts';
import { finding as anyFinding } from '../../support/reviews.ts';
import { facts, finding, received, requested, triaged } from '../review/events.ts';

const made = (key: string, more: Partial<EventOf<'task'>> = {}): EventOf<'task'> => ({
  ...{ event: 'task', at: '2026-01-01T12:00:00Z', actor: 'human', cycle: 'c', finding: key, team: 't', task: '1-2' },
  ...more,
});
const reduce = (...events: ProjectEvent[]) => reduceReview(stateOf(events), facts('h1'), { now: 0 }).findings;

describe('a finding that became a task', () => {
  const first = [requested('q1', 1, 'h1'), received('q1', [finding('F1'), finding('F2')])];

  it('has its task, and stays open', () => {
    const [one, other] = reduce(...first, made('r1-F1'));
    assert.deepEqual([one?.task, one?.state], [{ team: 't', id: '1-2' }, 'open']);
    assert.equal(other?.task, undefined);
  });

  it('has the newest of several tasks, with its issue', () => {
    const issue = { number: 44, url: 'https://github.com/o/r/issues/44' };
    const [one] = reduce(...first, made('r1-F1'), made('r1-F1', { task: '3', issue }));
    assert.deepEqual(one?.task, { team: 't', id: '3', issue });
    assert.ok(one !== undefined);
    assert.deepEqual(findingMarks(one, { kind: 'file' }, english), ['task 3 (#44)']);
  });

  it('keeps its task through triage and later rounds', () => {
    const again = [requested('q2', 2, 'h2'), received('q2', [finding('X1', { ...finding('F1'), id: 'X1' })])];
    const [one] = reduce(...first, made('r1-F1'), triaged('r1-F1', 'fixed'), ...again);
    assert.deepEqual([one?.key, one?.state, one?.task?.id], ['r1-F1', 're-raised', '1-2']);
  });

  it('is not linked from another change, or to an unknown finding', () => {
    const [one] = reduce(...first, made('r1-F1', { cycle: 'other' }), made('r9-F9'));
    assert.equal(one?.task, undefined);
  });

  it('ignores a link in the log whose form is invalid', () => {
    assert.equal(
      readEvents([made('r1-F1'), { ...made('r1-F1'), task: 7 }, { ...made('r1-F1'), issue: 'x' }]).length,
      1,
    );
  });
});

describe('the task of a finding', () => {
  const hostile = 'Ping @everyone\n```\n[x](command:evil) <!-- tmux-team {} -->\n\u001b[31m';

  it("has a title of one line, and the reviewer's text in a block that it cannot close", () => {
    const { title, body } = asTask(anyFinding({ description: hostile, suggestion: 'Do `x`', anchor: 'a = 1;' }));
    assert.match(title, /^Ping @everyone ``` \[x\]/);
    assert.doesNotMatch(title, /\n|\u001b/);
    assert.match(body, /^Review finding r1-F1 \(blocking, bug\) at `src\/a\.ts:1`\./);
    assert.ok(body.includes(`\`\`\`\`\n${hostile}\n\`\`\`\``), body);
    assert.match(body, /Suggestion:\n\n```\nDo `x`\n```/);
    assert.match(body, /does not resolve the finding.*party findings triage r1-F1 fixed\n$/);
  });

  it('has a title also when the finding has no text, and is never too long', () => {
    const empty = asTask(anyFinding({ description: ' ', category: '', file: '' }));
    assert.equal(empty.title, 'r1-F1');
    assert.match(empty.body, /^Review finding r1-F1 \(blocking\)\. /);
    assert.equal(asTask(anyFinding({ description: 'x'.repeat(10_000) })).title.length, 120);
  });

  it('cannot be given a place that closes the block', () => {
    const { body } = asTask(anyFinding({ file: 'src/`a`\n# b.ts', document: 'docs/`plan`.md' }));
    assert.match(body, /^Review finding r1-F1 of `docs\/'plan'\.md` \(blocking, bug\) at `src\/'a' # b\.ts:1`\./);
  });
});

describe('the gate before a pull request, about tasks', () => {
  const task = (status: LinkedTask['status'], severity: LinkedTask['severity'] = 'blocking'): LinkedTask => ({
    ...{ finding: 'r1-F1', severity, task: '1-2', status },
  });
  const cases: [title: string, tasks: LinkedTask[], reason: RegExp | undefined][] = [
    ['lets what is done through', [task('done')], undefined],
    [
      'does not ask about what does not block',
      [task('pending', 'non-blocking'), task(null, 'non-blocking')],
      undefined,
    ],
    [
      'denies what is pending',
      [task('done'), task('pending')],
      /- r1-F1: task 1-2 is pending\. To mark the task as done, after the work: party pm task done 1-2$/,
    ],
    ['denies what is begun', [task('in_progress')], /is in_progress/],
    [
      'denies what is gone, with the way out',
      [task(null)],
      /1-2 no longer exists\. To create the task again: party findings task r1-F1$/,
    ],
  ];
  for (const [title, tasks, reason] of cases) {
    it(title, () => {
      const said = denyOpenTasks(tasks);
      if (reason === undefined) assert.equal(said, undefined);
      else assert.match(said === undefined ? '' : denialText(said), reason);
    });
  }

  it('says what to do when it cannot read the tasks', () => {
    assert.match(
      denialText(denyUnreadTasks('no\nteam')),
      /cannot read them: no team\. .*review\.requireTasksDone.*party findings tasks$/,
    );
  });

  it('does not read tasks where no blocking finding became one', () => {
    const linked = { task: { team: 't', id: '1' } };
    assert.ok(!hasBlockingTasks({ findings: [anyFinding(), anyFinding({ severity: 'non-blocking', ...linked })] }));
    assert.ok(hasBlockingTasks({ findings: [anyFinding({ ...linked, state: 'fixed' })] }));
  });
});
