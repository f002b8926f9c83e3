// The pictures of the rounds: what they show, that they are well-formed, and that text from outside is only text.
import assert from 'node:assert/strict';
import { english } from '../../../../src/core/base/translate.ts';
import type { Review, Round } from '../../../../src/core/review/review.ts';
import { timelineSvg } from '../../../../src/core/review/timeline/timelineSvg.ts';
import { timelineText } from '../../../../src/core/review/timeline/timelineText.ts';
import {
  clockText,
  durationText,
  outcomeText,
  roundText,
  summaryText,
} from '../../../../src/core/review/timeline/timelineWords.ts';
import { quietStatus } from '../../../../src/core/status/status.ts';
import { round } from '../../../support/reviews.ts';

const found = (all: number, blocking: number, more: Partial<Round> = {}) =>
  round({ found: all, foundNew: all, foundBlocking: blocking, ...more });

const three = [
  found(3, 2, { resolved: 2, open: 1, openBlocking: 1, outcome: 'changes-requested', title: 'Greeting' }),
  found(2, 1, { n: 2, foundNew: 1, resolved: 1, open: 1, delta: true, outcome: 'changes-requested' }),
  round({ n: 3, resolved: 1, delta: true, outcome: 'approved' }),
];
const of = (rounds: readonly Round[], status: Partial<Review['status']> = {}) => ({
  rounds,
  status: { ...quietStatus.review, ...status },
});
const svg = (rounds: readonly Round[], title = 'Review', theme: 'plain' | 'editor' = 'plain') =>
  timelineSvg(of(rounds), { title, theme });
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

describe('the timeline as SVG', () => {
  it('has a brick for each finding, full when it blocks, and one for each that is resolved', () => {
    const picture = svg(three);
    // One more of each in the legend.
    assert.deepEqual(
      ['blocking', 'other', 'resolved'].map((kind) => count(picture, new RegExp(`<rect class="${kind}"`, 'g')) - 1),
      [3, 2, 4],
    );
    assert.deepEqual(
      [...picture.matchAll(/<circle class="bead tone-(\w+)"/g)].map(([, tone]) => tone),
      ['blocking', 'other', 'good', 'faint'],
    );
  });

  it('draws many findings as one block', () => {
    const picture = svg([found(900, 400, { resolved: 800, open: 100 })]);
    assert.equal(count(picture, /<rect class="blocking"/g) - 1, 1);
    assert.ok(picture.length < 10_000, String(picture.length));
  });

  it('shortens a large number in its bead, and shows it in full below', () => {
    assert.match(svg([found(999, 0, { open: 999 })]), /<text class="strong middle"[^>]*>999<\/text>/);
    const picture = svg([found(12_345, 12_345, { open: 12_345, openBlocking: 12_345 })]);
    assert.match(
      picture,
      /<text class="strong middle"[^>]*>12k<\/text>\n<text [^>]*>12345 open, 12345 blocking<\/text>/,
    );
  });

  for (const n of [0, 1, 2, 12, 40]) {
    it(`keeps ${n} rounds within its frame, and apart`, () => {
      const rounds = Array.from({ length: n }, (_, index) =>
        found(index * 3, index, { n: index + 1, resolved: index * 5 }),
      );
      const picture = svg(rounds);
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(picture) ?? [];
      for (const [, x, y, wide, tall] of picture.matchAll(
        /<rect [^>]*x="([\d.]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g,
      )) {
        assert.ok(Number(x) + Number(wide) <= Number(width) && Number(y) + Number(tall) <= Number(height));
        assert.ok(Number(y) >= 0);
      }
      assert.equal(count(picture, /<rect class="plate"/g), n);
      assert.equal(new Set([...picture.matchAll(/<rect class="plate" x="(\d+)"/g)].map(([, x]) => x)).size, n);
    });
  }

  it('can be read with the keyboard, round by round', () => {
    const labels = [...svg(three).matchAll(/<g class="round" role="img" tabindex="0" aria-label="([^"]+)"/g)];
    assert.deepEqual(
      labels.map(([, label]) => label),
      three.map((one) => roundText(one, { outdated: false }, english)),
    );
    assert.match(svg(three), /<svg [^>]*role="group" aria-labelledby="timeline-name timeline-summary"/);
    assert.match(
      svg(three),
      /<title id="timeline-name">Review<\/title><desc id="timeline-summary">3 rounds · 4 findings · none open<\/desc>/,
    );
  });

  it('explains itself while there is nothing to show', () => {
    assert.match(svg([]), /role="img"/);
    assert.match(svg([]), /No review has been requested yet/);
    assert.doesNotMatch(svg([]), /class="plate"/);
  });

  it('says that the work goes in circles, here and in a terminal', () => {
    const circles = [round(), round({ n: 2, sameAs: 1 })];
    for (const picture of [svg(circles), timelineText(of(circles))]) assert.match(picture, /same code as round 1/);
  });

  it('does not show a round without an answer as clean', () => {
    const waiting = svg([round({ receivedAt: null })]);
    assert.match(waiting, /no answer yet/);
    assert.doesNotMatch(waiting, /✓|nothing open|nothing found/);
    for (const words of [/✓/, /nothing open/, /nothing found/]) assert.match(svg([round()]), words);
  });

  const hostile = `</title><script>alert(1)</script>"'&]]>\u0000\u001b\u202e\ud800`;
  it('escapes text from outside', () => {
    for (const theme of ['plain', 'editor'] as const) {
      const picture = svg([round({ title: hostile })], hostile, theme);
      assert.doesNotMatch(picture, /<script|alert\(1\)<\/script/);
      assert.match(picture, /&lt;script&gt;/);
      assert.doesNotMatch(picture, /[\u0000-\u0008\u000b-\u001f\u202e\ud800]/);
      assert.equal(
        count(picture, /<\w/g),
        count(picture, /<\/\w/g) + count(picture, /\/>/g),
        'every element is closed',
      );
    }
  });

  it('has colours of its own as a file, light and dark, and those of the theme in VS Code', () => {
    assert.match(svg(three, 'x', 'plain'), /prefers-color-scheme: dark/);
    assert.doesNotMatch(svg(three, 'x', 'plain'), /--vscode-/);
    assert.match(svg(three, 'x', 'editor'), /--vscode-charts-red/);
    // The content security policy of the webview allows no attribute with style and no event.
    assert.doesNotMatch(svg(three, 'x', 'editor'), / style=| on\w+=|href|url\(/);
  });
});

describe('a round without an answer', () => {
  const left = found(2, 1, { open: 2, openBlocking: 1, outcome: 'superseded' });
  const waiting = round({ n: 2, receivedAt: null, delta: true });
  const summaries: [title: string, Round, text: string][] = [
    ['asked for', waiting, '2 rounds · 2 findings · 2 open, 1 blocking · waiting for Codex'],
    [
      'taken back',
      { ...waiting, outcome: 'needs-discussion' },
      '2 rounds · 2 findings · 2 open, 1 blocking · needs discussion',
    ],
  ];
  for (const [title, last, text] of summaries) {
    it(`leaves open what was: ${title}`, () => {
      const rounds = [left, last];
      assert.equal(summaryText(of(rounds), english), text);
      assert.ok(timelineText(of(rounds)).startsWith(text));
      assert.ok(svg(rounds).includes(`>${text}</desc>`));
    });
  }

  it('is drawn as high as the one before, and not as if it were known', () => {
    const answered = round({ n: 3, outcome: 'approved' });
    const picture = svg([left, waiting, answered]);
    const beads = [...picture.matchAll(/<circle class="bead ([\w -]+)" cx="\d+" cy="([\d.]+)" r="14"/g)];
    const [first, unread, last] = beads.map(([, , y]) => Number(y));
    assert.ok(first !== undefined && last !== undefined && first < last, 'the more is open, the higher');
    assert.equal(unread, first);
    assert.deepEqual(
      beads.map(([, kind]) => kind),
      ['tone-blocking', 'tone-faint unknown', 'tone-good'],
    );
    assert.deepEqual(
      [...picture.matchAll(/<line class="(path[\w ]*)"/g)].map(([, kind]) => kind),
      ['path unknown', 'path'],
    );
  });
});

describe('an approval in the timeline', () => {
  const small = round({ outcome: 'approved', targeted: 'a typo in </text>' });
  const stale = { kind: 'stale', staleBecause: ['src/greet.js'] } as const;

  it('is shown as targeted, with its reason', () => {
    assert.match(svg([small]), />approved \(targeted\)</);
    assert.match(svg([small]), /aria-label="[^"]*small fix: a typo in &lt;\/text&gt;\. approved \(targeted\)"/);
    assert.match(timelineText(of([small])), /^ {2}small fix {2}a typo in <\/text>\n {2}→ approved \(targeted\)$/m);
    assert.doesNotMatch(svg([round({ outcome: 'approved' })]), /targeted|small fix/);
  });

  it('has words that fit into the label of a round, if need be squeezed', () => {
    assert.doesNotMatch(svg([small]), /textLength/);
    assert.doesNotMatch(timelineSvg(of([small], stale), { title: 'x', theme: 'plain' }), /textLength/);
    const generic = svg([{ ...small, origin: 'generic' }]);
    assert.match(generic, / textLength="\d+"[^>]*>approved \(targeted\) · generic reviewer</);
  });

  const chips: [title: string, Round, text: string][] = [
    ['a whole one', round({ outcome: 'approved' }), 'approval outdated'],
    ['a targeted one', small, 'targeted, outdated'],
  ];
  for (const [title, one, text] of chips) {
    it(`is not green once the code has changed: ${title}`, () => {
      const before = round({ n: 1, outcome: 'approved' });
      const last = { ...one, n: 2 };
      const shown = of([before, last], stale);
      const picture = timelineSvg(shown, { title: 'x', theme: 'plain' });
      assert.deepEqual(
        [...picture.matchAll(/<rect class="chip tone-(\w+)".*\n.*>(.+)<\/text>/g)].map(([, tone, words]) => [
          tone,
          words,
        ]),
        [
          ['good', 'approved'],
          ['other', text],
        ],
      );
      assert.match(picture, new RegExp(`aria-label="[^"]*${text}"`));
      const summary = '2 rounds · 0 findings · none open · approval outdated: greet.js changed';
      assert.equal(summaryText(shown, english), summary);
      assert.ok(timelineText(shown).startsWith(summary));
      assert.ok(timelineText(shown).includes(`→ ${text}`));
    });
  }
});

describe('nothing left open', () => {
  const signOf = (one: Round) => {
    const [, tone, sign, words] =
      /<circle class="bead tone-(\w+)".*\n<text[^>]*>(.*)<\/text>\n<text[^>]*>(.*)<\/text>/.exec(svg([one])) ?? [];
    return [tone, sign, words];
  };
  const signs: [title: string, Round, shown: string[]][] = [
    ['because it was fixed', found(2, 1, { resolved: 2, outcome: 'changes-requested' }), ['good', '✓', 'all resolved']],
    ['and sent back all the same', round({ outcome: 'changes-requested' }), ['faint', '0', 'nothing open']],
    ['and still to be discussed', round({ outcome: 'needs-discussion' }), ['faint', '0', 'nothing open']],
    ['and approved', round({ outcome: 'approved' }), ['good', '✓', 'nothing open']],
  ];
  for (const [title, one, shown] of signs) it(title, () => assert.deepEqual(signOf(one), shown));
});

describe('the timeline in a terminal', () => {
  it('is a picture of characters', () => {
    const lines = timelineText(of(three)).split('\n');
    assert.equal(lines[0], '3 rounds · 4 findings · none open');
    assert.equal(lines[1], '3 rounds per approval');
    assert.deepEqual(lines.slice(3, 8), [
      `Round 1  ${clockText(three[0] ?? round())}, 6 min  Greeting`,
      '  found      ■■□  3, 2 blocking',
      '  resolved   ✓✓  2',
      '  left open  ■  1, 1 blocking',
      '  → changes requested',
    ]);
  });

  it('has no line that is longer than a terminal, however much was found', () => {
    const text = timelineText(of([found(9999, 5000, { resolved: 9999, open: 3, title: 'long '.repeat(100) })]));
    assert.ok(text.split('\n').every((line) => line.length < 120));
    assert.match(text, /a mark stands for up to 250/);
  });

  it('keeps text from outside on its line', () => {
    const text = timelineText(of([round({ title: 'a\nRound 9\u001b[2J', targeted: 'b\nRound 8' })]));
    assert.equal(count(text, /^Round /gm), 1);
    assert.ok(!text.includes('\u001b'));
  });

  it('says that there is nothing', () => assert.equal(timelineText(of([])), 'No review has been requested yet\n'));
});

describe('the words of a round', () => {
  const outcomes: [title: string, Round, text: string][] = [
    ['asked for', round({ receivedAt: null }), 'waiting for Codex'],
    ['read', round(), 'in progress'],
    ['sent back', round({ outcome: 'changes-requested' }), 'changes requested'],
    ['approved', round({ outcome: 'approved' }), 'approved'],
    ['approved with a small fix', round({ outcome: 'approved', targeted: 'a typo' }), 'approved (targeted)'],
    ['left for the next one', round({ n: 2, outcome: 'superseded' }), 'followed by round 3'],
    ['left to people', round({ outcome: 'needs-discussion' }), 'needs discussion'],
    ['abandoned', round({ outcome: 'abandoned', receivedAt: null }), 'no answer'],
  ];
  for (const [title, one, text] of outcomes)
    it(title, () => assert.equal(outcomeText(one, { outdated: false }, english), text));

  const durations: [minutes: number | null, text: string][] = [
    [null, ''],
    [0, '0 s'],
    [0.2, '12 s'],
    [0.995, '1 min'],
    [6, '6 min'],
    [60, '1 h 0 min'],
    [135, '2 h 15 min'],
    [-5, ''],
  ];
  for (const [minutes, text] of durations) {
    it(`${minutes} minutes`, () => {
      const begin = Date.parse(round().requestedAt);
      const receivedAt = minutes === null ? null : new Date(begin + minutes * 60_000).toISOString();
      assert.equal(durationText(round({ receivedAt }), english), text);
    });
  }

  it('name the day once', () => {
    const local = (day: number, hour: number) => round({ requestedAt: new Date(2026, 0, day, hour, 5).toISOString() });
    assert.equal(clockText(local(2, 9)), '2026-01-02 09:05');
    assert.equal(clockText(local(2, 14), local(2, 9)), '14:05');
    assert.equal(clockText(local(3, 9), local(2, 9)), '2026-01-03 09:05');
    assert.equal(clockText(round({ requestedAt: 'once' })), '');
  });

  it('count every finding once', () => {
    assert.equal(summaryText(of(three), english), '3 rounds · 4 findings · none open');
    assert.equal(
      summaryText(of([found(1, 1, { open: 1, openBlocking: 1 })]), english),
      '1 round · 1 finding · 1 open, 1 blocking',
    );
    assert.equal(summaryText(of([round({ receivedAt: null })]), english), '1 round · waiting for Codex');
  });

  it('make a sentence', () => {
    const [first, second] = three;
    assert(first && second);
    assert.equal(
      roundText(first, { outdated: false }, english),
      `Round 1. Greeting. requested ${clockText(first)}, answered in 6 min. 3 found, 2 blocking. 2 resolved, 1 left open, 1 blocking. changes requested`,
    );
    assert.match(
      roundText(second, { outdated: false }, english),
      /^Round 2 \(delta\)\. requested .+2 found, 1 blocking, 1 new\./,
    );
  });
});
