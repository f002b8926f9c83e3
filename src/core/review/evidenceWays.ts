// How to get each kind of evidence, for agents and users who hear that it is missing.

import { listed } from '../base/listed.ts';
import { oneLine } from '../base/outsideText.ts';
import type { Remark, WayOut } from '../base/remark.ts';
import type { EvidenceKind } from '../project/evidenceKinds.ts';
import { commandText } from './commands/commandText.ts';
import type { Evidence } from './evidence.ts';
import type { ChangeFacts } from './review.ts';

interface EvidenceWays {
  /** A sentence, when no act of ours is the way. */
  readonly words?: string;
  readonly next: readonly WayOut[];
}

/** A command that is not the usual one counts once a human has accepted it. */
export function waysTo({ kind, waitsAt }: Evidence, hash: string | null | undefined): EvidenceWays {
  const { words, next } = evidenceWays[kind];
  const accept = waitsAt !== null && waitsAt === hash ? [{ act: 'acceptEvidence' } as const] : [];
  return { ...(words === undefined ? {} : { words }), next: [...next, ...accept] };
}

/** What ran, for evidence that a command gives: `npm test`, and that it is not the usual one. */
export function ranText({ command, unusual, note }: Evidence): string | null {
  if (command === null || note !== null) return null;
  return unusual === null
    ? commandText(command)
    : `${commandText(command)}, not the usual command, accepted by a human`;
}

export const evidenceWays: Readonly<Record<EvidenceKind, EvidenceWays>> = {
  'code-critic': fromAgent('code-critic', 'APPROVE'),
  minimizer: fromAgent('minimizer', 'APPROVE'),
  'tests-passed': { next: [{ act: 'runTests' }] },
  'checks-passed': { next: [{ act: 'runChecks' }] },
  'security-scanned': fromAgent('security-scanner', 'CLEAN'),
  'codex-ran': { next: [{ act: 'requestReview' }, { act: 'completeReview' }] },
  'codex-approved': { next: [{ act: 'approve' }] },
  'pr-verified': { next: [{ act: 'verifyEvidence' }] },
};

function fromAgent(name: string, verdict: string): EvidenceWays {
  const words = `Claude runs the sub-agent party:${name} on the change; its last line must be VERDICT: ${verdict}`;
  return { words, next: [] };
}

/** The reviewer has not read the bytes that a commit would contain. */
export function filteredRemark({ filtered }: Pick<ChangeFacts, 'filtered'>): Remark {
  const files = listed(
    filtered.map((file) => oneLine(file, 80)),
    5,
  );
  return {
    problem: `git commits other bytes than those on disk, which are the reviewed ones: a clean filter or an encoding changes ${files}. Store in the files what git commits, or remove the attribute (git check-attr --all -- FILE shows it), commit again and have that reviewed`,
    next: [{ act: 'letThrough' }],
  };
}
