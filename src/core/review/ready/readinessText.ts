// What a pull request needs, in words that a reader of a list of checks knows.

import { listed } from '../../base/listed.ts';
import { oneLine } from '../../base/outsideText.ts';
import type { Translate } from '../../base/translate.ts';
import type { EvidenceKind } from '../../project/evidenceKinds.ts';
import { ranText } from '../evidenceWays.ts';
import { shortHash } from '../reviewText.ts';
import type { Proof, Readiness } from './readiness.ts';

/** The name of a proof, as the claim that it proves. */
export function proofName(kind: EvidenceKind, t: Translate): string {
  switch (kind) {
    case 'code-critic':
      return t('Code critic approved');
    case 'minimizer':
      return t('No unnecessary code');
    case 'tests-passed':
      return t('Tests passed');
    case 'checks-passed':
      return t('Checks passed');
    case 'security-scanned':
      return t('Security scan clean');
    case 'codex-ran':
      return t('Codex reviewed');
    case 'codex-approved':
      return t('Codex approved');
    case 'pr-verified':
      return t('Everything verified');
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}

/** What the proof means, for a user who sees it for the first time. */
export function proofMeaning(kind: EvidenceKind, t: Translate): string {
  switch (kind) {
    case 'code-critic':
      return t('A sub-agent of Claude has read the change and found no fault that must be fixed first.');
    case 'minimizer':
      return t('A sub-agent of Claude has looked for code that the change does not need.');
    case 'tests-passed':
      return t('Party ran the tests itself, on exactly this code, and they passed.');
    case 'checks-passed':
      return t('Party ran the type checks and linters itself, on exactly this code, and they passed.');
    case 'security-scanned':
      return t('A sub-agent of Claude has looked for security problems and found none.');
    case 'codex-ran':
      return t('Codex has read exactly this code and reported its findings.');
    case 'codex-approved':
      return t('Codex has read exactly this code, and no blocking finding is open.');
    case 'pr-verified':
      return t('All other checks were there for this code at the same time.');
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}

/** `outdated: greet.js changed`. May contain text from outside. */
export function proofStateText({ state, evidence }: Proof, t: Translate): string {
  const { note, command } = evidence;
  switch (state) {
    case 'done':
      return doneText(evidence, t);
    case 'running':
      return t('running');
    case 'outdated':
      return outdatedText(evidence.changed, t);
    case 'failed':
      return t('failed: {0}', oneLine(note ?? '', 200));
    case 'waiting':
      return t('needs your OK: {0} is not the usual command', oneLine((command ?? []).join(' '), 80));
    case 'missing':
      return t('missing');
    default: {
      const unreachable: never = state;
      return unreachable;
    }
  }
}

/** For a narrow row whose icon shows the state: the file that made it outdated comes first. */
export function proofRowText(proof: Proof, t: Translate): string {
  if (proof.state !== 'outdated') return proofStateText(proof, t);
  return changedText(proof.evidence.changed, t) ?? t('outdated');
}

function doneText(evidence: Proof['evidence'], t: Translate): string {
  const { targeted, origin } = evidence;
  const details = [
    ranText(evidence) ?? '',
    ...(targeted === null ? [] : [t('small fix: {0}', oneLine(targeted, 100))]),
    ...(origin === undefined ? [] : [t('generic reviewer')]),
  ].filter((one) => one !== '');
  return details.length === 0 ? t('done') : t('done: {0}', details.join('; '));
}

function outdatedText(changed: readonly string[] | undefined, t: Translate): string {
  const what = changedText(changed, t);
  return what === undefined ? t('outdated: the code has changed since') : t('outdated: {0}', what);
}

function changedText(changed: readonly string[] | undefined, t: Translate): string | undefined {
  const [first, ...others] = (changed ?? []).map((file) => oneLine(file.slice(file.lastIndexOf('/') + 1), 60));
  if (first === undefined) return undefined;
  return others.length === 0 ? t('{0} changed', first) : t('{0} and {1} more changed', first, String(others.length));
}

/** Everything about a proof, line by line, for a tooltip. May contain text from outside. */
export function proofLines(proof: Proof, t: Translate): string[] {
  const { evidence } = proof;
  const hash = shortHash(evidence.hash);
  const files = (evidence.changed ?? []).map((file) => oneLine(file, 120));
  return [
    t('{0}: {1}', proofName(proof.kind, t), proofStateText(proof, t)),
    proofMeaning(proof.kind, t),
    ...(proof.state === 'outdated' && files.length > 0 ? [t('Changed since: {0}', listed(files, 10))] : []),
    ...(proof.state === 'done' && hash !== undefined ? [t('For the code {0}', hash)] : []),
    t('Gates and terminals call it {0}.', proof.kind),
  ];
}

/** `5 of 8`. */
export function countText({ done, proofs }: Pick<Readiness, 'done' | 'proofs'>, t: Translate): string {
  return t('{0} of {1}', String(done), String(proofs.length));
}

/** Beside "Ready for a pull request" or "Pull request". */
export function readinessText(readiness: Readiness, t: Translate): string {
  switch (readiness.state) {
    case 'off':
      return t('the gate is off: nothing is required');
    case 'nothing':
      return t('no changes yet');
    case 'documents':
      return t('nothing needed: only documents changed');
    case 'ready':
    case 'open':
      return countText(readiness, t);
    default: {
      const unreachable: never = readiness.state;
      return unreachable;
    }
  }
}

/** The end of the work. The gate still denies a pull request that would leave out reviewed files. */
export function endText({ uncommitted }: Pick<Readiness, 'uncommitted'>, t: Translate): string {
  const left = uncommitted.length;
  if (left === 0) return t('Everything is proven. Well done!');
  return left === 1 ? t('Commit 1 file first') : t('Commit {0} files first', String(left));
}
