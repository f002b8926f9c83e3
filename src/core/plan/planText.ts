// The state of a plan in words, the same in the status bar, in the Session view, in tooltips and in `party status`.

import { oneLine } from '../base/outsideText.ts';
import type { Translate } from '../base/translate.ts';
import type { Reason } from '../review/reviewText.ts';
import { type GatelessClaude, gateFile, type PlanState, type PlanVerdict, type PlanVersion } from './plan.ts';
import type { PlanStatus } from './planStatus.ts';

/** True while the gate is on, so that there is something to show. */
export function hasPlan({ plan }: { readonly plan: PlanStatus }): boolean {
  return plan.kind !== 'off';
}

/** Short enough for the status bar, and without text from outside. */
export function planText({ kind, version, hash, demo }: PlanStatus, t: Translate): string {
  const v = String(version);
  switch (kind) {
    case 'off':
      return t('gate off');
    case 'none':
      // The plan does not exist, or cannot be one: `planReasons` has the reason.
      return hash === null ? t('not written yet') : t('not reviewed');
    case 'reviewing':
      return version > 0 ? t('reviewing (v{0})…', v) : t('reviewing…');
    case 'changes-requested':
      return version > 0 ? t('changes requested (v{0})', v) : t('changes requested');
    case 'approved':
      if (demo) return t('approved (v{0}, demo)', v);
      return version > 0 ? t('approved (v{0})', v) : t('approved');
    case 'stale':
      return version > 0 ? t('approval outdated: changed since v{0}', v) : t('approval outdated');
    case 'needs-human':
      return t('needs you');
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}

/** The plan's icon, which spins during a review. */
export function planIcon({ kind }: PlanStatus): string {
  return planIcons[kind];
}

const planIcons: Readonly<Record<PlanStatus['kind'], string>> = {
  off: 'checklist',
  none: 'checklist',
  reviewing: 'loading~spin',
  'changes-requested': 'request-changes',
  approved: 'pass',
  stale: 'history',
  'needs-human': 'question',
};

/** The reasons for the plan's state, one per line. */
export function planReasons(state: PlanState, t: Translate): Reason[] {
  const { problem, missingHeadings, approval, approvalProblem, gateless = [] } = state;
  const last = lastVerdict(state);
  const about = (name: string, value: string | undefined): Reason[] =>
    value === undefined ? [] : [{ name, value: oneLine(value, 200), subject: { kind: 'plan' } }];
  return [
    ...gateless.map((one) => ({
      name: t('Gate on, this Claude has no hooks'),
      value: gatelessText(one, t),
      subject: { kind: 'gates' } as const,
    })),
    ...about(
      t('Gate'),
      state.gateFileGone
        ? t(
            'still on, although {0} was removed. To put it back, run party plan start; to turn it off, party plan stop',
            gateFile,
          )
        : undefined,
    ),
    ...about(t('Plan problem'), problem),
    ...about(t('Headings missing'), missingHeadings.length === 0 ? undefined : missingHeadings.join(', ')),
    ...about(t('Approval'), approvalProblem),
    ...(last === undefined || approval !== undefined
      ? []
      : about(t('Codex on v{0}', String(last.version)), verdictText(last.verdict, t))),
    ...about(t('Approved by hand'), approval?.reason),
  ];
}

/** The process, and what to do about it. */
export function gatelessText({ pid, cwd, why }: GatelessClaude, t: Translate): string {
  return oneLine(t('process {0} in {1}: {2}', String(pid), cwd, why), 400);
}

export type ReviewedVersion = PlanVersion & { readonly verdict: PlanVerdict };

/** The newest version with a verdict. */
export function lastVerdict({ versions }: Pick<PlanState, 'versions'>): ReviewedVersion | undefined {
  for (const version of [...versions].reverse()) {
    if (version.verdict !== undefined) return { ...version, verdict: version.verdict };
  }
  return undefined;
}

/** A verdict in a few words of Party's own. */
export function verdictText(verdict: PlanVerdict, t: Translate): string {
  const blocking = verdict.notes.filter(({ severity }) => severity === 'blocking').length;
  const others = verdict.notes.length - blocking;
  const counts = [
    ...(blocking > 0 ? [t('{0} blocking', String(blocking))] : []),
    ...(others > 0 ? [t('{0} non-blocking', String(others))] : []),
  ];
  if (verdict.is_optimal) return [t('nothing to change'), ...counts].join(', ');
  return counts.length === 0 ? t('changes requested') : counts.join(', ');
}

/** A version's state. For the approved version it says more than the verdict. */
export function versionText(state: PlanState, version: PlanVersion, t: Translate): string {
  const isLast = state.versions.at(-1)?.version === version.version;
  const { approval } = state;
  if (version.verdict === undefined) {
    const approved = approval !== undefined && approval.plan_hash === version.hash;
    if (approved) return approval.codex_thread_id === null ? t('approved by hand') : t('approved');
    return isLast && state.reviewing ? t('reviewing…') : t('no verdict');
  }
  const said = verdictText(version.verdict, t);
  if (approval === undefined || approval.plan_hash !== version.hash) return said;
  if (approval.codex_thread_id === null) return t('approved by hand; {0}', said);
  const approved = approval.demo ? t('approved by the demo Codex') : t('approved');
  return version.verdict.notes.length === 0 ? approved : t('{0}; {1}', approved, said);
}
