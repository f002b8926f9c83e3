import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type EvidenceKind, evidenceKinds } from '../../core/review/evidence.ts';
import type { Review } from '../../core/review/review.ts';
import { shortHash } from '../../core/review/reviewText.ts';
import { runEvidence, verifyEvidence } from '../../node/review/reviewActs.ts';
import { type Actions, runAction } from '../party/actions.ts';
import { usage } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { reviewHere } from './reviewShow.ts';

export const evidence: Command = {
  ...headings.evidence,
  operandCount: [1, 2],
  options: {},
  takesCommand: true,
  details: [
    'list                          each kind: present, stale or missing, and the way to get it',
    'run tests|checks -- CMD...    run CMD here and keep how it ended; exits as CMD does',
    'verify                        check that nothing is missing for a pull request',
  ].join('\n'),
  run: (cli, args) => runAction(evidence, actions, cli, args),
};

const actions: Actions = {
  list: { takes: [], run: (cli) => list(cli) },
  run: {
    takes: ['[WHAT]'],
    takesCommand: true,
    run: (cli, [what], { command }) => runAndKeep(cli, what, command),
  },
  verify: { takes: [], run: (cli) => verify(cli) },
};

async function list(cli: Cli): Promise<number> {
  const review = await reviewHere(cli);
  const rows = evidenceKinds.map((kind) => rowOf(review, kind));
  const { hash = null, docsOnly = false } = review.change ?? {};
  const width = Math.max(...evidenceKinds.map((kind) => kind.length));
  cli.print({
    json: { hash, docsOnly, evidence: rows, missing: review.missing },
    text: [
      `The code as it is: ${shortHash(hash) ?? 'unknown'}${docsOnly ? '; only files that need no review have changed' : ''}`,
      ...rows.map(({ kind, state, why, way }) => {
        const words = [state, ...(why === null ? [] : [`: ${why}`]), ...(way === null ? [] : [`. ${way}`])].join('');
        return `  ${kind.padEnd(width + 2)}${words}`;
      }),
      '',
    ].join('\n'),
  });
  return exits.success;
}

function rowOf({ evidence: table, missing, change }: Review, kind: EvidenceKind) {
  const { hash, at, note, targeted } = table[kind];
  const present = !missing.includes(kind);
  const state = present ? 'present' : hash === null ? 'missing' : 'stale';
  return { kind, state, at, hash, why: whyOf(), way: present ? null : ways[kind] };

  function whyOf(): string | null {
    if (present) return targeted === null ? null : `targeted, ${oneLine(targeted, 200)}`;
    if (change === null) return 'this is not a git repository';
    if (hash !== null) return `it is about ${shortHash(hash) ?? 'other code'}, and the code has changed since`;
    return note === null ? null : oneLine(note, 200);
  }
}

const ways: Readonly<Record<EvidenceKind, string>> = {
  'code-critic': 'Claude runs the sub-agent party:code-critic',
  minimizer: 'Claude runs the sub-agent party:minimizer',
  'tests-passed': 'Run: party evidence run tests -- CMD',
  'checks-passed': 'Run: party evidence run checks -- CMD',
  'security-scanned': 'Claude runs the sub-agent party:security-scanner',
  'codex-ran': 'Run: tmux-codex.sh --review; when Codex has answered: tmux-codex.sh --review-complete FILE',
  'codex-approved': 'Run: tmux-codex.sh --approve',
  'pr-verified': 'When all the others are there: party evidence verify',
};

async function runAndKeep(cli: Cli, what: string | undefined, command: readonly string[]): Promise<number> {
  if (what !== 'tests' && what !== 'checks') {
    throw usage(evidence, `party evidence run needs tests or checks${what === undefined ? '' : `, not "${what}"`}`);
  }
  const [program, ...args] = command;
  if (program === undefined) throw usage(evidence, `Say what to run: party evidence run ${what} -- CMD`);
  // With --json, stdout holds one JSON object and nothing else.
  const { exit, review } = await runEvidence(cli, what, [program, ...args], {
    stdout: cli.json ? 'stderr' : 'stdout',
  });
  const kind: EvidenceKind = `${what}-passed`;
  const { state, why } = rowOf(review, kind);
  cli.say(`[party] ${kind} is ${state}${why === null ? '' : `: ${why}`}`);
  if (cli.json) cli.print({ json: { kind, state, why, exit }, text: '' });
  return exit ?? exits.error;
}

async function verify(cli: Cli): Promise<number> {
  const { change } = await verifyEvidence(cli);
  const hash = change?.hash ?? null;
  cli.print({ json: { verified: true, hash }, text: `verified: ${shortHash(hash) ?? ''}\n` });
  return exits.success;
}
