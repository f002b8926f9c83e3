// A version of the plan with the reviewer's notes in place: `.claude/review/plan_v{N}.annotated.md`. It contains every
// line of the plan unchanged; the notes are quotes.

import { planLines } from './document.ts';
import type { PlanVerdict } from './plan.ts';

type Note = PlanVerdict['notes'][number];

export function annotatePlan(text: string, version: number, { is_optimal, summary, notes }: PlanVerdict): string {
  const waiting: Note[] = [];
  const lines = planLines(text);
  const body = lines.flatMap(({ number, text: line, code }, index) => {
    waiting.push(...notes.filter((note) => note.line === number));
    // A quote inside a code block would become code, so it comes after the closing fence.
    const inside = code && lines[index + 1]?.code === true;
    const due = inside ? [] : waiting.splice(0);
    return due.length === 0 ? [line] : [line, '', ...due.flatMap(quoted), ''];
  });
  const verdict = is_optimal ? 'optimal' : 'not optimal';
  const head = [`> **Codex on version ${version}: ${verdict}**`, ...quoteLines(summary), ''];
  const general = notes.filter(({ line }) => line === null).flatMap((note) => [...quoted(note), '']);
  return `${[...head, ...general, ...body].join('\n')}\n`;
}

function quoted({ line, severity, text, suggestion }: Note): string[] {
  const place = line === null ? 'the plan as a whole' : `line ${line}`;
  return [
    `> **Codex, ${place}, ${severity}:**`,
    ...quoteLines(text),
    ...(suggestion === '' ? [] : ['>', '> Suggestion:', ...quoteLines(suggestion)]),
  ];
}

function quoteLines(text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => `> ${line}`.trimEnd());
}
