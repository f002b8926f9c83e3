// The report of `party doctor` for a terminal: all checks by group, and at the end what to do.

import { count, type DoctorCheck, type DoctorReport, doctorGroups, problemsOf } from './doctorCheck.ts';

export interface DoctorWords extends DoctorReport {
  /** What `--fix` has done; undefined without it. */
  readonly fixed?: readonly string[];
}

/** They differ without colour, too. */
const symbols = { ok: '✓', warn: '!', fail: '✗' } as const;
const colours = { ok: 32, warn: 33, fail: 31 } as const;

export function doctorText({ checks, fixed, ...report }: DoctorWords, colour: boolean): string {
  const width = Math.max(0, ...checks.map(({ id }) => id.length)) + 2;
  const row = ({ status, id }: DoctorCheck, text: string) =>
    `  ${paint(symbols[status], colours[status], colour)} ${id.padEnd(width)}${text}`;
  const groups = [...new Set(checks.map(({ id }) => doctorGroups[id]))].map((group) => {
    const members = checks.filter(({ id }) => doctorGroups[id] === group);
    return [paint(group, 1, colour), ...members.map((check) => row(check, check.message))].join('\n');
  });
  const problems = problemsOf({ checks });
  const advice = problems.map((check) => row(check, check.fix ?? ''));
  const done =
    fixed === undefined || fixed.length === 0 ? [] : [['Done', ...fixed.map((one) => `  ${one}`)].join('\n')];
  return `${[...groups, ...done, [doctorSummary({ ...report, checks }), ...advice].join('\n')].join('\n\n')}\n`;
}

/** `2 problems, 1 warning`. */
export function doctorSummary({ checks }: DoctorReport): string {
  const failed = checks.filter(({ status }) => status === 'fail').length;
  const warned = checks.filter(({ status }) => status === 'warn').length;
  if (failed + warned === 0) return `All ${checks.length} checks passed`;
  const parts = [
    ...(failed === 0 ? [] : [count(failed, 'problem')]),
    ...(warned === 0 ? [] : [count(warned, 'warning')]),
  ];
  return `${parts.join(', ')}. What you can do`;
}

function paint(text: string, code: number, colour: boolean): string {
  return colour ? `\u001b[${code}m${text}\u001b[0m` : text;
}
