import assert from 'node:assert/strict';
import type { CollabState } from '../../../src/core/collab/collab.ts';
import { idleCollab } from '../../../src/core/collab/machine.ts';
import { reviewSince, type StopFacts, stopStep } from '../../../src/core/collab/stop.ts';
import { areAgentsRunning, ClaudeStop } from '../../../src/core/gates/hookInput.ts';
import type { ProjectEvent } from '../../../src/core/project/event.ts';
import { stateOf } from '../../../src/core/review/logState.ts';

const state = (more: Partial<CollabState>): CollabState => ({ ...idleCollab('/p'), design: 'docs/plan.md', ...more });
const designing = state({ phase: 'designing' });
const implementing = state({ phase: 'implementing', task_index: 1 });
const facts: StopFacts = {
  ...{ state: implementing, reviewSince: null, plan: null, designProblem: null },
};

describe('what a Stop leads to', () => {
  const cases: [string, Partial<StopFacts>, string][] = [
    ['collab is off', { state: null }, 'quiet off'],
    ['collab is idle', { state: state({}) }, 'quiet off'],
    ['a design', { state: designing }, 'design'],
    ['a design whose review was killed', { state: state({ phase: 'design_review' }) }, 'design'],
    ['a task', {}, 'task'],
    ['a task whose review was killed', { state: state({ phase: 'task_review', task_index: 2 }) }, 'task'],
    ['all is done', { state: state({ phase: 'complete' }) }, 'clean-up'],
    ['paused', { state: { ...implementing, paused: true } }, 'quiet paused'],
    ['a review of the whole change', { reviewSince: 'now' }, 'quiet review-running'],
    ['no design', { state: designing, designProblem: 'There is no docs/plan.md' }, 'quiet no-design'],
    ['a task, and the design is gone', { designProblem: 'There is no docs/plan.md' }, 'task'],
    ['a plan that is not approved', { state: designing, plan: { approved: false } }, 'quiet plan-review'],
    ['a plan that is approved', { state: designing, plan: { approved: true } }, 'task approved'],
    ['a task, and the plan was changed', { plan: { approved: false } }, 'task'],
  ];
  for (const [title, given, expected] of cases) {
    it(`${title}: ${expected}`, () => {
      const step = stopStep({ ...facts, ...given });
      const more = step.kind === 'quiet' ? ` ${step.why}` : step.kind === 'task' && step.approved ? ' approved' : '';
      assert.equal(`${step.kind}${more}`, expected);
    });
  }

  it('says why it waits for the human, and names the way out', () => {
    const held = stopStep({ ...facts, state: { ...implementing, paused: true, pause_reason: 'three times' } });
    assert.deepEqual(held, {
      ...{ kind: 'quiet', why: 'paused', said: 'Collab needs you: three times. To continue: party collab resume' },
    });
  });
});

describe('a review that Codex is busy with', () => {
  const at = '2026-01-02T03:00:00.000Z';
  const requested = (more: object): ProjectEvent =>
    ({
      ...{ at, actor: 'claude', event: 'requested', request: 'a', cycle: 'a', round: 1, branch: 'topic', base: 'b' },
      ...{ hash: 'h', tree: null, title: '', delta: false, headless: false, file: '/f', ...more },
    }) as ProjectEvent;
  const since = (events: ProjectEvent[], minutes: number) =>
    reviewSince(stateOf(events).openRequests(), { now: Date.parse(at) + minutes * 60_000, overdueMinutes: 15 });

  it('is waited for until it is overdue', () => {
    assert.equal(since([requested({})], 15), at);
    assert.equal(since([requested({})], 16), null);
    assert.equal(since([requested({ document: 'docs/plan.md' })], 1), at);
  });
  it("does not include collab's own, or answered or withdrawn ones", () => {
    assert.equal(since([requested({ collab: 'task' })], 1), null);
    const received = { at, actor: 'claude', event: 'received', request: 'a', summary: '' } as const;
    assert.equal(
      since([requested({}), { ...received, findings: [], filesReviewed: 1, warnings: [], origin: 'exec' }], 1),
      null,
    );
    assert.equal(
      since([requested({}), { at, actor: 'claude', event: 'abandoned', request: 'a', reason: '' }], 1),
      null,
    );
  });
  it('is also waited for when it is dated a little in the future', () => {
    assert.equal(since([requested({})], -15), at);
    assert.equal(since([requested({})], -60), null, 'and not for as long as the clock was wrong');
  });
});

describe('what Claude left running', () => {
  const stop = (background_tasks: unknown) =>
    ClaudeStop.parse({ session_id: 's', cwd: '/', hook_event_name: 'Stop', background_tasks });
  const cases: [string, unknown, boolean][] = [
    ['a sub-agent', [{ id: 'a', type: 'subagent', status: 'running' }], true],
    [
      'a sub-agent beside a shell',
      [
        { type: 'shell', status: 'running' },
        { type: 'subagent', status: 'running' },
      ],
      true,
    ],
    ['a sub-agent that is done', [{ type: 'subagent', status: 'completed' }], false],
    ['a server', [{ type: 'shell', status: 'running', command: 'npm start' }], false],
    ['nothing', [], false],
    ['no word about it', undefined, false],
    ['another form', { a: 1 }, false],
    ['a part of another form', [{ type: 7 }], false],
  ];
  for (const [title, tasks, expected] of cases) {
    it(`${title}: ${expected}`, () => assert.equal(areAgentsRunning(stop(tasks)), expected));
  }
});
