// The rows of Party: Doctor: problems with their fixes first, then what is well.

import type { Translate } from '../../../core/base/translate.ts';
import {
  type DoctorCheck,
  type DoctorReport,
  doctorGroups,
  problemsOf,
} from '../../../core/status/doctor/doctorCheck.ts';

export type DoctorRow =
  | { readonly kind: 'heading'; readonly label: string }
  /** Corrects everything that is safe to correct. */
  | { readonly kind: 'repair'; readonly icon: 'wrench'; readonly label: string; readonly detail: string }
  | {
      readonly kind: 'check';
      readonly icon: 'error' | 'warning' | 'pass';
      readonly label: string;
      readonly description: string;
      readonly detail: string | undefined;
      readonly check: DoctorCheck;
    };

export function doctorRows(report: DoctorReport, t: Translate): DoctorRow[] {
  const problems = problemsOf(report);
  const safe = problems.filter(({ repair }) => repair !== undefined);
  const passed = report.checks.filter(({ status }) => status === 'ok');
  const names = safe.map(({ id }) => id).join(', ');
  return [
    ...(safe.length === 0 ? [] : [repairRow(t('Correct What Is Safe to Correct'), names)]),
    ...(problems.length === 0 ? [] : [heading(t('problems')), ...problems.map(checkRow)]),
    heading(t('passed')),
    ...passed.map(checkRow),
  ];
}

/** The title of the list. */
export function doctorTitle({ checks }: DoctorReport, t: Translate): string {
  const failed = checks.filter(({ status }) => status === 'fail').length;
  const warned = checks.filter(({ status }) => status === 'warn').length;
  if (failed + warned === 0) return t('All {0} checks passed', String(checks.length));
  return t(
    'Problems: {0}, warnings: {1}, passed: {2}',
    ...[failed, warned, checks.length - failed - warned].map(String),
  );
}

function repairRow(label: string, detail: string): DoctorRow {
  return { kind: 'repair', icon: 'wrench', label, detail };
}

function heading(label: string): DoctorRow {
  return { kind: 'heading', label };
}

const icons = { ok: 'pass', warn: 'warning', fail: 'error' } as const;

function checkRow(check: DoctorCheck): DoctorRow {
  const { id, status, message, fix } = check;
  const label = `${doctorGroups[id]}: ${id}`;
  return { kind: 'check', icon: icons[status], label, description: message, detail: fix ?? undefined, check };
}
