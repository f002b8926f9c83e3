import assert from 'node:assert/strict';
import { countTasks } from '../../../src/core/collab/tasks.ts';

const cases: [string, string, number | null][] = [
  ['nothing', '', null],
  ['prose', '# Plan\n\nWe build it.\n\n- one\n- two\n', null],
  ['checkboxes', '- [ ] a\n- [x] b\n* [X] c\n+ [ ] d\n1. [ ] e\n2) [ ] f\n', 6],
  ['a checkbox without words', '- [ ]\n', 1],
  ['what only looks like a checkbox', '- [] a\n- [y] b\n[ ] c\n-[ ] d\n- [ ]e\n', null],
  ['steps below a checkbox', '- [ ] a\n  - [ ] a1\n  - [ ] a2\n- [ ] b\n\t- [ ] b1\n', 2],
  ['checkboxes that all are indented', '1. First\n   - [ ] a\n   - [ ] b\n2. Second\n   - [ ] c\n', 3],
  ['headings', '# Plan\n## Task 1: a\n## Task 2\n## Task: c\n## Task\n', 4],
  ['headings, whatever their case and marks', '## **Task 1** ##\n## TASK 2\n## `Task` 3\n', 3],
  ['headings with checkboxes below', '## Task 1\n- [ ] a\n- [ ] b\n## Task 2\n- [ ] c\n', 2],
  ['headings of a lower level', '## Tasks\n### Task 1\n### Task 2\n', 2],
  ['parts of a task', '## Task 1\n### Task 1.1\n### Task 1.2\n## Task 2\n', 2],
  ['headings about all tasks', '## Tasks\n## Task list\n## Task Breakdown\n## Taskforce\n', null],
  ['a title that begins like a task', '# Task manager\n- [ ] a\n', 1],
  ['code', '```\n- [ ] a\n## Task 1\n```\n    \n- [ ] b\n', 1],
  ['a comment', '<!--\n- [ ] a\n-->\n- [ ] b\n', 1],
  ['other line ends', '- [ ] a\r\n- [ ] b\r- [ ] c', 3],
  ['a mark at the start', '\uFEFF- [ ] a\n', 1],
];

describe('the tasks of a design', () => {
  for (const [what, design, expected] of cases) {
    it(`are counted: ${what}`, () => assert.equal(countTasks(design), expected));
  }

  // Nothing measures it: whatever went back and forth over so much would run into the limit of the test.
  it('are counted in any document', () => {
    for (const part of [' ', '#', '## Task ', '- [ ] ', '[', '\t', '-', '1']) countTasks(part.repeat(300_000));
    assert.equal(countTasks('- [ ] a\n'.repeat(20_000)), 20_000);
  });
});
