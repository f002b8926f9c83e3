// The number of tasks in a design: its headings `## Task …`, or else its checkboxes. Null when it has neither.

import { planLines } from '../plan/document.ts';

export function countTasks(design: string): number | null {
  const lines = planLines(design).flatMap(({ text, code, comment }) => (code || comment ? [] : [text]));
  return countHeadings(lines) || countCheckboxes(lines) || null;
}

/** Counts the highest level only: tasks below a task are parts of it. */
function countHeadings(lines: readonly string[]): number {
  const levels = lines.flatMap((line) => {
    const [, marks = '', title = ''] = /^ {0,3}(#{2,6})[ \t]+(.*)$/.exec(line) ?? [];
    return isTask(title) ? [marks.length] : [];
  });
  const highest = levels.reduce((least, level) => Math.min(least, level), 6);
  return levels.filter((level) => level === highest).length;
}

/** Matches "Task 1: login" and "Task: login", but not "Tasks" or "Task list", which head a list. */
function isTask(title: string): boolean {
  const plain = title
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/[*_`]/g, '')
    .trim();
  return /^task(?![\p{L}\p{N}])/iu.test(plain) && !/^task (?:list|breakdown|overview|order|summary)$/i.test(plain);
}

/** Counts the least indented ones: a checkbox below another is a step of it. */
function countCheckboxes(lines: readonly string[]): number {
  const indents = lines.flatMap((line) => {
    const [, indent] = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\](?:[ \t]|$)/.exec(line) ?? [];
    return indent === undefined ? [] : [indent.replaceAll('\t', '    ').length];
  });
  const least = indents.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return indents.filter((indent) => indent < least + 2).length;
}
