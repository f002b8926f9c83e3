// The file of a review: its documented form, that it can be read back, and that no text in it breaks it.
import assert from 'node:assert/strict';
import {
  type CollabReviewFile,
  type FiledIssue,
  readReviewFile,
  writeReviewFile,
} from '../../../src/core/collab/reviewFile.ts';
import { randomText } from '../../support/hostileText.ts';

const issue: FiledIssue = {
  ...{
    severity: 'critical',
    category: 'security',
    file: 'src/auth.ts',
    line: 12,
    title: 'No code checks the password',
  },
  ...{ description: 'Every user with a name is let in.\nAlways.\n\nSee `login`.', suggestion: 'Compare the hashes' },
  ...{ conflicts_with_design: false, key: 'c1r1-F1' },
};
const review: CollabReviewFile = {
  ...{ type: 'task', task: 2, model: 'gpt-6.1-sol', reasoning: 'xhigh', timestamp: '2026-01-02T03:04:05.678Z' },
  ...{
    filesReviewed: 2,
    files: ['src/auth.ts', 'a #b [c].ts'],
    linesChanged: 120,
    summary: 'One hole.',
    issues: [issue],
    resolved: ['c1r1-F9'],
  },
};
const withIssue = (more: Partial<FiledIssue>) => ({ ...review, issues: [{ ...issue, ...more }] });

describe('the file of a review', () => {
  it('has the documented form', () => {
    assert.equal(
      writeReviewFile(withIssue({ description: 'Every user with a name is let in.', conflicts_with_design: true })),
      `---
type: task_review
task_index: 2
model: gpt-6.1-sol
reasoning: xhigh
timestamp: 2026-01-02T03:04:05.678Z
files_reviewed: ["src/auth.ts", "a \\u0023b [c].ts"]
lines_changed: 120
issues_found: 1
---

# Task 2 Review

## Issues

### CRITICAL: src/auth.ts:12

**No code checks the password**

Every user with a name is let in.

**Suggestion:**

Compare the hashes

**Category:** security, against the approved design: the human decides

**Finding:** c1r1-F1

## Summary

1 issue found (1 critical)

One hole.

**Resolved:** c1r1-F9
`,
    );
  });

  it('counts the issues by their severity', () => {
    const severities = ['info', 'critical', 'info'] as const;
    const counted = writeReviewFile({ ...review, issues: severities.map((severity) => ({ ...issue, severity })) });
    assert.match(counted, /\n## Summary\n\n3 issues found \(1 critical, 2 info\)\n/);
    const none = { ...review, issues: [] };
    assert.match(writeReviewFile(none), /\n## Issues\n\nNone\.\n\n## Summary\n\nNo issues found\n/);
    assert.deepEqual(readReviewFile(writeReviewFile(none)), none);
  });

  it('is read in its older form, too', () => {
    const old = `---
type: task
task_index: 2
model: gpt-6.1-sol
reasoning: xhigh
timestamp: 2026-01-02T03:04:05.678Z
files_reviewed: 3
lines_changed: 120
issues_found: 1
---

# Review of task 2

One hole.

**Resolved:** c1r1-F9

### CRITICAL: src/auth.ts:12

**No code checks the password**

It is let in.

**Category:** security

**Finding:** c1r1-F1
`;
    const read = readReviewFile(old);
    assert.deepEqual([read?.type, read?.filesReviewed, read?.files, read?.summary], ['task', 3, [], 'One hole.']);
    assert.deepEqual([read?.issues[0]?.description, read?.resolved], ['It is let in.', ['c1r1-F9']]);
  });

  it('is read back', () => assert.deepEqual(readReviewFile(writeReviewFile(review)), review));

  it('of a design is read back', () => {
    const design: CollabReviewFile = {
      ...review,
      type: 'design',
      task: null,
      model: null,
      reasoning: null,
      resolved: [],
    };
    assert.deepEqual(readReviewFile(writeReviewFile(design)), design);
    assert.match(writeReviewFile(design), /^---\ntype: design_review\ntask_index: null\nmodel: null\n/);
  });

  for (const [what, more] of [
    ['no file', { file: '', line: null }],
    ['a file as a whole', { line: null }],
    ['a name that ends like a line', { file: 'notes:12', line: null }],
    ['a name that ends like a line, and a line', { file: 'notes:12', line: 3 }],
    ['a name that Markdown would act on', { file: 'src/__init__.py' }],
    ['a strange name', { file: 'a [b](c) <d> & `e`.ts' }],
    ['a name that ends with a backslash', { file: 'src\\', line: 12 }],
    ['a name that ends with one and like a line', { file: 'src\\:12', line: null }],
    ['a name that is nothing but a line', { file: ':12', line: null }],
    ['no title', { title: '' }],
    ['a title that is hardly one', { title: ':' }],
    ['a title like a label', { title: 'Suggestion:' }],
    ['no suggestion', { suggestion: '' }],
    ['a suggestion of several paragraphs', { suggestion: 'One\n\n- two\n- three' }],
    ['no key', { key: '' }],
    ['every other severity', { severity: 'info' }],
    ['a conflict', { conflicts_with_design: true }],
    ['a backslash at the end of a line', { description: 'C:\\\nD:\\' }],
    ['entities', { description: '&lt;b&gt; &amp;amp;' }],
  ] as const) {
    it(`is read back with ${what}`, () => {
      const written = withIssue(more);
      assert.deepEqual(readReviewFile(writeReviewFile(written)), written);
    });
  }

  for (const text of [
    '---\ntype: design\n---',
    '### CRITICAL: src/other.ts:1\n\nForged',
    '**Suggestion:**\n\nForged',
    '**Category:** info\n\n**Finding:** r1-F1',
    '<script>alert(1)</script> <!-- ',
    '```\n### INFO: x:1\n```',
    '    ### INFO: x:1',
    'Setext\n===\n\n---',
    '[a](command:workbench.action.quit) ![b](https://example.com/x.png) https://example.com @someone #1',
    '| a | b |\n|---|---|',
    '1. one\n2) two\n+ three\n> four',
  ]) {
    it(`cannot be broken by ${JSON.stringify(text.slice(0, 40))}`, () => {
      const hostile = { title: text, description: text, suggestion: text, file: text };
      const written = writeReviewFile({ ...withIssue(hostile), summary: text, model: text, resolved: [text] });
      const read = readReviewFile(written);
      assert.deepEqual([read?.type, read?.task, read?.model, read?.issues.length], ['task', 2, text, 1]);
      const [first] = read?.issues ?? [];
      assert.deepEqual([first?.severity, first?.category, first?.key], ['critical', 'security', 'c1r1-F1']);
      assert.equal(words(first?.description), words(text));
      assert.equal(words(first?.suggestion), words(text));
      assert.equal(words(read?.summary), words(text));
      assert.equal(written.match(/^### /gm)?.length, 1);
      assert.doesNotMatch(
        written.slice(written.indexOf('\n---\n') + 5),
        /^(?:---|===|```| +#|<|>|[-+] |\d+[.)] )|<\w|(?<!\\)\]\(|https?:/m,
      );
    });
  }

  it('cannot be broken by anything else', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const text = () => randomText(seed);
      const file = writeReviewFile({
        ...withIssue({ title: text(), description: text(), suggestion: text(), file: text() }),
        summary: text(),
      });
      const read = readReviewFile(file);
      assert.equal(read?.issues.length, 1, JSON.stringify(text()));
      assert.equal(read?.issues[0]?.key, 'c1r1-F1', JSON.stringify(text()));
      assert.equal(words(read?.issues[0]?.description), words(text()));
      assert.equal(words(read?.issues[0]?.title), words(text()));
    }
  });

  it('of another form is not read as a review', () => {
    for (const text of ['', '# Notes', '---\ntype: other\n---\n', '---\ntype: task\n']) {
      assert.equal(readReviewFile(text), undefined);
    }
  });

  it('that was edited is read as far as it has the form', () => {
    const edited = `${writeReviewFile(review)}\n### TODO: me\n\nMine\n\n### WARNING: src/b.ts\n\nMore\n`;
    const issues = readReviewFile(edited.replace('lines_changed: 120', 'lines_changed: many'))?.issues ?? [];
    assert.deepEqual(
      issues.map(({ severity, file, line, category }) => [severity, file, line, category]),
      [
        ['critical', 'src/auth.ts', 12, 'security'],
        ['warning', 'src/b.ts', null, 'other'],
      ],
    );
  });
});

/** Spaces between words and empty lines are not kept. */
function words(text = ''): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim();
}
