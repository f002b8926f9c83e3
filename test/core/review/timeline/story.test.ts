// What the timeline tells beside the picture: two figures, the story, and all of it as Markdown.
import assert from 'node:assert/strict';
import { english } from '../../../../src/core/base/translate.ts';
import type { ProjectEvent } from '../../../../src/core/project/event.ts';
import { figuresOf, figuresText } from '../../../../src/core/review/timeline/figures.ts';
import { findingsOfRound, type StoryKind, storyOf } from '../../../../src/core/review/timeline/story.ts';
import { timelineMarkdown } from '../../../../src/core/review/timeline/timelineMarkdown.ts';
import { finding, reviewOf, round } from '../../../support/reviews.ts';

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
const states = ['fixed', 'fixed', 'rejected', 'out-of-scope', 'open'] as const;
const findings = states.map((state, n) => finding({ key: `r1-F${n}`, state }));
const approved = round({ outcome: 'approved' });

describe('the figures of a review', () => {
  for (const [what, review, text] of [
    ['nothing before anything is decided', reviewOf({ rounds: [round()] }), ''],
    [
      'the share of fixes among what was fixed or rejected',
      reviewOf({ rounds: [round()], findings }),
      'fixed 2 of 3 decided findings (67 %)',
    ],
    [
      'the rounds up to the last approval, for each approval',
      reviewOf({ rounds: [round(), round({ n: 2 }), approved, round({ n: 4 }), approved, round({ n: 6 })] }),
      '2.5 rounds per approval',
    ],
  ] as const) {
    it(what, () => assert.equal(figuresText(review, english), text));
  }

  it('leave out findings about documents and those of collab', () => {
    const others = [finding({ state: 'fixed', document: 'docs/a.md' }), finding({ state: 'fixed', collab: 'task' })];
    assert.deepEqual(figuresOf(reviewOf({ findings: others })), { fixed: 0, rejected: 0, rounds: 0, approvals: 0 });
  });
});

const stamp = {
  actor: 'codex',
  branch: 'topic',
  base: 'b',
  tree: null,
  file: '/f',
  delta: false,
  headless: true,
} as const;
const events = [
  { event: 'plan', at: at(1), actor: 'codex', what: 'reviewed', version: 1, hash: null },
  { event: 'plan', at: at(2), actor: 'codex', what: 'approved', version: 2, hash: 'h' },
  {
    ...stamp,
    event: 'requested',
    at: at(3),
    request: 'c1',
    cycle: 'c1',
    round: 1,
    hash: 'h',
    title: 'Task 1',
    collab: 'task',
  },
  {
    ...{ event: 'received', at: at(4), actor: 'codex', request: 'c1' },
    ...{ findings: [{}], warnings: [], summary: '', filesReviewed: 1, resolved: [] },
  },
] as unknown as readonly ProjectEvent[];
const facts = {
  rounds: [round({ title: 'Greet', requestedAt: at(5), receivedAt: at(8), found: 1, foundNew: 1 })],
  events,
  denied: [{ at: at(6), what: 'gh pr create\nrm' }],
  messages: [
    ...([{ id: 'm', from: 'claude', to: 'codex', kind: 'talk', state: 'answered', since: at(7), file: '/m' }] as const),
  ].map((one) => ({ ...one, reason: null, subject: 'Which parser?' })),
};
const told = (...shown: StoryKind[]) => storyOf(facts, new Set(shown), english).map(({ text }) => text);
const rounds = ['Round 1 requested: Greet', 'Round 1 answered: 1 found; in progress'];

describe('the story of a review', () => {
  it('is empty while nothing is switched on, because the picture has the rounds', () => assert.deepEqual(told(), []));

  for (const [kind, lines] of [
    ['plan', ['Plan v1 reviewed: changes requested', 'Plan v2 approved', ...rounds]],
    ['tasks', ['Task 1 reviewed: 1 issue', ...rounds]],
    ['gates', [rounds[0], 'Denied: gh pr create rm', rounds[1]]],
    ['messages', [rounds[0], 'Claude → Codex: Which parser?', rounds[1]]],
  ] as const) {
    it(`has the rounds and the ${kind}, in the order of time`, () => assert.deepEqual(told(kind), lines));
  }

  it('has all of it together', () => assert.equal(told('messages', 'plan', 'gates', 'tasks').length, 7));

  it('knows the findings of a round, the blocking ones first', () => {
    const all = [
      finding({ key: 'a', raised: [{ round: 1, severity: 'non-blocking' }] }),
      finding({ key: 'b', raised: [{ round: 2, severity: 'blocking' }] }),
      finding({
        key: 'c',
        raised: [
          { round: 1, severity: 'blocking' },
          { round: 2, severity: 'non-blocking' },
        ],
      }),
    ];
    const keys = (n: number) => findingsOfRound(all, n).map(({ key }) => key);
    assert.deepEqual([keys(1), keys(2), keys(3)], [['c', 'a'], ['b', 'c'], []]);
  });
});

describe('the timeline as Markdown', () => {
  it('has a table of the rounds, the figures and the story', () => {
    const review = reviewOf({ rounds: [round({ found: 5, foundNew: 5, foundBlocking: 5 })], findings });
    const text = timelineMarkdown(review, 'Greet *everyone*', storyOf(facts, new Set(['plan']), english));
    assert.match(text, /^# Greet \\\*everyone\\\*\n/);
    assert.match(text, /\nfixed 2 of 3 decided findings \(67 %\)\n/);
    assert.match(text, /\n\| 1[^|]*\| [^|]+\| 6 min \| 5 found, 5 blocking \| 0[^|]*\| 0[^|]*\| in progress \|\n/);
    assert.match(text, /## What happened\n\n- .*Plan v1 reviewed: changes requested\n/);
  });

  it('lets no title become a heading, a cell or a link', () => {
    const hostile = round({ title: '| x |\n# y [a](command:b)' });
    const text = timelineMarkdown(reviewOf({ rounds: [hostile] }), hostile.title, [
      { at: at(1), kind: 'gates', text: '[a](command:b) | <b>' },
    ]);
    assert.doesNotMatch(text, /[^\\]\[a\]\(|<b>|^# y/m);
  });
});
