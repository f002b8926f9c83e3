import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import { type FiledIssue, writeReviewFile } from '../../../src/core/collab/reviewFile.ts';
import { reviewPage } from '../../../src/core/collab/reviewPage.ts';

const name = '.claude/codex-collab/reviews/task-1-review-20260102-030405.md';
const plain: FiledIssue = {
  ...{ severity: 'critical', category: 'correctness', file: 'src/half.js', line: 7, title: 'Divides', key: 'c1r1-F1' },
  ...{ description: 'It is `wrong`', suggestion: 'Mend it', conflicts_with_design: false },
};

function page(issue: Partial<FiledIssue> = {}, summary = 'Read'): string {
  const text = writeReviewFile({
    ...{ type: 'task', task: 1, model: 'gpt-5.5', reasoning: 'high', timestamp: '2026-01-02T03:04:05.000Z' },
    ...{
      filesReviewed: 1,
      files: ['f0.ts'],
      linesChanged: 2,
      summary,
      resolved: ['c1r0-F1'],
      issues: [{ ...plain, ...issue }],
    },
  });
  return reviewPage(text, name, english);
}

/** What Markdown shows: entities are decoded, and our own marks stay. */
const shown = (markdown: string) =>
  markdown.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll('\\\n', '\n');

describe('the page of a review', () => {
  it('shows all parts of the review', () => {
    const text = shown(page({ conflicts_with_design: true }));
    for (const part of [
      ...[
        '# Review of task 1',
        '| Found | 1 critical |',
        '| Reviewed | 1 file, 2 lines |',
        '| Model | gpt-5.5 · high |',
      ],
      ...['| When | 2026-01-02 03:04 UTC |', '| Resolved | c1r0-F1 |', 'Read', '### Critical · src/half.js:7'],
      ...['**Divides**', 'It is `wrong`', '**Suggestion**', 'Mend it', '*correctness · c1r1-F1*'],
      ...['> **Conflicts with the approved design: you decide.**'],
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
  });

  const attacks = [
    '[a](command:party.stop)',
    '<a href="command:party.stop">a</a>',
    '![i](https://evil.example/i.png)',
    'https://evil.example and //evil.example and www.evil.example and a@evil.example',
    '[r]: command:party.stop',
    '# Heading',
    '- item',
    '1. item',
    '> quote',
    '```\ncode\n```',
    '~~~',
    '---',
    '| a | b |\n|---|---|',
    '$(flame) $x$ $$y$$',
    '`` ` `` a `b',
    '\\[a](b)\\',
    '&lt;b&gt; &#91;a&#93;(command:x)',
    '**Category:** security',
    '### CRITICAL: other.ts:1',
  ];
  for (const attack of attacks) {
    it(`shows ${JSON.stringify(attack)} as plain text`, () => {
      for (const markdown of [
        page({ title: attack, description: attack, suggestion: attack, file: attack, key: attack }, attack),
        reviewPage(attack, name, english),
        // Edited by hand: nothing in it is escaped.
        reviewPage(`---\ntype: task\nmodel: "${attack.replace(/["\n\\]/g, ' ')}"\n---\n\n${attack}\n`, name, english),
      ]) {
        const ours = /^(?:# |### [A-Z][a-z]+ · |---$|\| \| \|$|\|---\|---\|$|> (?=\*\*)|\| (?=[A-Z]))/gm;
        const theirs = markdown
          .replace(/^\| (.*) \| (.*) \|$/gm, '$1 $2')
          .replace(ours, '')
          .replace(/`[^`\n]+`/g, '')
          .replace(/^\*\*(.*)\*\*$/gm, '$1')
          .replace(/^\*(.*)\*$/gm, '$1')
          .replaceAll('\\\n', '\n')
          .replace(/&#\d+;/g, '')
          .replaceAll(' · ', ' ');
        assert.match(theirs, /^[\p{L}\p{M}\p{N}\s]*$/u, markdown);
      }
    });
  }

  it('shows the markup and the line breaks of a text unchanged', () => {
    assert.ok(shown(page({ description: 'a <b> [c](d)\ne' })).includes('a <b> [c](d)\ne'));
  });

  it('has a limited length', () => {
    const issues = Array.from({ length: 50 }, () => ({ ...plain, description: 'long '.repeat(2000) }));
    const text = writeReviewFile({
      ...{
        type: 'design',
        task: null,
        model: null,
        reasoning: null,
        timestamp: '',
        filesReviewed: 1,
        files: ['f0.ts'],
        linesChanged: 0,
      },
      ...{ summary: '', resolved: [], issues },
    });
    const markdown = reviewPage(text, name, english);
    assert.ok(markdown.length < 300_000);
    assert.match(shown(markdown), /# Review of the design[\s\S]*not known[\s\S]*And \d+ more, in \.claude/);
    assert.ok(reviewPage('x '.repeat(5_000_000), name, english).length < 300_000);
    assert.ok(page({}, 'x '.repeat(1_000_000)).length < 300_000);
    assert.ok(page({}, 'x\n\n'.repeat(1_000_000)).length < 300_000);
  });
});
