import assert from 'node:assert/strict';
import { reviewOnLine } from '../../../src/core/status/reviewOnLine.ts';
import { lineText } from '../../../src/core/tmux/tmuxLine.ts';

describe("tmux's line", () => {
  const texts: Readonly<Record<string, readonly [text: string, shown: string]>> = {
    'keeps a plain name': ['my project', 'my project'],
    'doubles what begins a format': ['#(id)', '##(id)'],
    'doubles what begins a style': ['a#[fg=red]#{pane_id}', 'a##[fg=red]##{pane_id}'],
    'has one line, without control characters': ['a\nb\tc\x1b[31m', 'a b c [31m'],
    'cuts a long name': ['x'.repeat(60), `${'x'.repeat(39)}…`],
  };
  for (const [name, [text, shown]] of Object.entries(texts)) {
    it(name, () => assert.equal(lineText(text), shown));
  }

  const reviews = [
    ['none', 0, ''],
    ['none', 2, '2 blocking'],
    ['findings', 1, '1 blocking'],
    ['findings', 0, ''],
    ['requested', 3, 'reviewing, round 2'],
    ['approved', 0, ''],
    ['stale', 0, ''],
    ['changes-requested', 1, '1 blocking'],
    ['needs-discussion', 1, 'review needs you'],
  ] as const;
  for (const [kind, blocking, text] of reviews) {
    it(`says "${text}" about a review that is ${kind} with ${blocking} blocking`, () =>
      assert.equal(reviewOnLine({ kind, blocking, round: 2 }), text));
  }
});
