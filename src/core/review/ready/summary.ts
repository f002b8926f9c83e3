// A review as Markdown, for the description of a pull request or for a colleague: its rounds, what became of each
// finding and why, and what is proven about the code. Text from outside is only shown: no active link, picture or mention.

import { oneLine } from '../../base/outsideText.ts';
import { english } from '../../base/translate.ts';
import { isUnresolved, type LedgerFinding } from '../../findings/ledgerFinding.ts';
import { escapeMarkdown } from '../markdown.ts';
import { passText, policyText } from '../policyText.ts';
import type { Review, Round } from '../review.ts';
import { reviewText, shortHash } from '../reviewText.ts';
import { isOutdated, outcomeText } from '../timeline/timelineWords.ts';
import { type Readiness, readinessOf } from './readiness.ts';
import { proofName, proofStateText } from './readinessText.ts';

/** `now` in milliseconds since 1970. */
export function reviewSummary(review: Review, now: number): string {
  const { rounds, findings, change } = review;
  const title = oneLine(rounds.findLast((round) => round.title !== '')?.title ?? change?.branch ?? '', 200);
  const heading = title === '' ? '## Review' : `## Review: ${escapeMarkdown(title)}`;
  const code = findings.filter(({ document, origin }) => document === null && origin === undefined);
  const parts = [heading, opening(review), roundsTable(review), ...findingsPart(code), ...proofsPart(review, now)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** One sentence: `Approved by Codex after 2 rounds: 3 findings fixed, 1 rejected.` */
export function reviewSentence({ status, rounds, findings }: Review): string {
  const fates = ['fixed', 'rejected', 'out-of-scope'] as const;
  const code = findings.filter(({ document, origin }) => document === null && origin === undefined);
  const counted = [...fates, 'open' as const].flatMap((fate) => {
    const n = code.filter((one) => (fate === 'open' ? isUnresolved(one) : one.state === fate)).length;
    return n === 0 ? [] : [`${n} ${fate === 'out-of-scope' ? 'out of scope' : fate}`];
  });
  const [first, ...others] = counted;
  const noun = first?.startsWith('1 ') ? 'finding' : 'findings';
  const what = first === undefined ? 'no findings' : [first.replace(' ', ` ${noun} `), ...others].join(', ');
  const after = `${rounds.length === 1 ? '1 round' : `${rounds.length} rounds`}: ${what}`;
  return status.kind === 'approved'
    ? `Approved by Codex after ${after}.`
    : `State of the review: ${reviewText(status, english)}, after ${after}.`;
}

function opening(review: Review): string {
  const { change, rounds } = review;
  if (rounds.length === 0) return 'Codex has not reviewed this change yet.';
  const hash = shortHash(change?.hash ?? null);
  return [escapeMarkdown(reviewSentence(review)), ...(hash === undefined ? [] : [`Reviewed code: \`${hash}\`.`])].join(
    ' ',
  );
}

function roundsTable(review: Review): string {
  if (review.rounds.length === 0) return '';
  const rows = review.rounds.map((round) => roundRow(review, round));
  return ['| Round | Found | Blocking | Outcome |', '|---|---|---|---|', ...rows].join('\n');
}

function roundRow(review: Review, round: Round): string {
  const outcome = outcomeText(round, { outdated: isOutdated(round, review) }, english);
  const read = round.receivedAt === null ? ['–', '–'] : [String(round.found), String(round.foundBlocking)];
  const name = `${round.n}${round.delta ? ' (delta)' : ''}`;
  return `| ${[name, ...read, escapeMarkdown(oneLine(outcome, 200))].join(' | ')} |`;
}

function findingsPart(findings: readonly LedgerFinding[]): string[] {
  if (findings.length === 0) return [];
  return ['### Findings', findings.map(findingLine).join('\n')];
}

function findingLine(finding: LedgerFinding): string {
  const { key, file, line, severity, description, reason } = finding;
  const place = `${oneLine(file, 200) || 'no file'}${line === null ? '' : `:${line}`}`;
  const why = reason === null || reason.trim() === '' ? '' : `: ${escapeMarkdown(oneLine(reason, 400))}`;
  const head = `- **${escapeMarkdown(key)}** ${escapeMarkdown(place)} (${severity}), **${fateOf(finding)}**${why}`;
  return `${head}\\\n  ${escapeMarkdown(oneLine(description, 400))}`;
}

function fateOf(finding: LedgerFinding): string {
  if (isUnresolved(finding)) return finding.state === 're-raised' ? 'raised again' : 'open';
  return finding.state === 'out-of-scope' ? 'out of scope' : finding.state;
}

function proofsPart(review: Review, now: number): string[] {
  const readiness: Readiness = readinessOf(review, { runs: [], now });
  const { policy, passes } = review;
  const given = passes.map((pass) => `- ${escapeMarkdown(passText(pass, english))}`);
  if (readiness.state === 'off')
    return ['### Checks', [`The gate is ${policyText(policy, english)}.`, ...given].join('\n')];
  const lines = readiness.proofs.map((proof) => {
    const name = proofName(proof.kind, english);
    return `- [${proof.state === 'done' ? 'x' : ' '}] ${name} (${escapeMarkdown(proofStateText(proof, english))})`;
  });
  const count = `${readiness.done} of ${readiness.proofs.length}`;
  return [`### Checks: ${count}`, [...lines, ...given].join('\n')];
}
