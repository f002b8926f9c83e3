// One party among several, in one line: its branch, what its agents do, and its review.

import type { AgentStatus } from '../agents/agent.ts';
import { type Role, roleLabels } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import type { ReviewStatus } from '../review/reviewStatus.ts';

export interface SummaryFacts {
  readonly branch: string | undefined;
  readonly agents: readonly AgentStatus[];
  /** Undefined until it could be read. */
  readonly review: ReviewStatus | undefined;
}

export interface PartySummary {
  readonly text: string;
  readonly icon: 'bell-dot' | 'loading~spin' | 'error' | 'pass' | 'comment-discussion';
  /** An agent needs the user. */
  readonly attention: boolean;
}

export function partySummary({ branch, agents, review }: SummaryFacts, t: Translate): PartySummary {
  const asking = named(agents, 'waiting');
  const working = named(agents, 'busy');
  const ended = named(agents, 'dead');
  const absent = named(agents, 'absent');
  const doing =
    asking.length > 0
      ? t('{0} needs you', asking.join(', '))
      : working.length > 0
        ? t('{0} working', working.join(', '))
        : ended.length > 0
          ? t('{0} has ended', ended.join(', '))
          : absent.length > 0
            ? t('{0} not running', absent.join(', '))
            : t('idle');
  const parts = [branch ?? '', doing, review === undefined ? '' : approvalText(review, t)];
  return {
    text: parts.filter((part) => part !== '').join(' · '),
    icon: iconOf(asking.length > 0, working.length > 0, review),
    attention: asking.length > 0,
  };
}

function iconOf(isAsking: boolean, isWorking: boolean, review: ReviewStatus | undefined): PartySummary['icon'] {
  if (isAsking) return 'bell-dot';
  if (isWorking) return 'loading~spin';
  if (review !== undefined && review.blocking > 0) return 'error';
  return review?.kind === 'approved' ? 'pass' : 'comment-discussion';
}

function named(agents: readonly AgentStatus[], state: AgentStatus['state']): string[] {
  return agents.filter((agent) => agent.role !== 'shell' && agent.state === state).map(({ role }) => label(role));
}

const label = (role: Role) => roleLabels[role];

/** Shorter than in the status bar: there are several of them. */
function approvalText({ kind, blocking, unapproved }: ReviewStatus, t: Translate): string {
  if (kind === 'requested') return t('reviewing');
  if (blocking > 0) return t('{0} blocking', String(blocking));
  if (kind === 'approved') return t('approved');
  if (kind === 'stale') return unapproved ? t('review outdated') : t('approval outdated');
  if (kind === 'needs-discussion') return t('review needs you');
  if (kind === 'changes-requested') return t('changes requested');
  return kind === 'findings' ? t('reviewed') : '';
}
