import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type Reader, wayText } from '../../core/base/remark.ts';
import { type EvidenceKind, evidenceKinds } from '../../core/project/evidenceKinds.ts';
import { missingFor } from '../../core/review/evidence.ts';
import { evidenceWays } from '../../core/review/evidenceWays.ts';
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
    'list                          each check: present, stale or missing, and how to pass it',
    'run tests|checks -- CMD...    run CMD here and record its exit code; exits with the same code',
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
  const rows = evidenceKinds.map((kind) => rowOf(review, kind, cli.reader));
  const { hash = null, docsOnly = false } = review.change ?? {};
  const width = Math.max(...evidenceKinds.map((kind) => kind.length));
  cli.print({
    json: { hash, docsOnly, evidence: rows, missing: review.missing },
    text: [
      `Current code: ${shortHash(hash) ?? 'unknown'}${docsOnly ? '; only files that need no review have changed' : ''}`,
      ...rows.map(({ kind, state, required, why, way }) => {
        const optional = required || state === 'present' ? '' : ', not required';
        const words = [
          state,
          optional,
          ...(why === null ? [] : [`: ${why}`]),
          ...(way === null ? [] : [`. ${way}`]),
        ].join('');
        return `  ${kind.padEnd(width + 2)}${words}`;
      }),
      '',
    ].join('\n'),
  });
  return exits.success;
}

function rowOf({ evidence: table, policy, change }: Review, kind: EvidenceKind, reader: Reader) {
  const { hash, at, note, targeted, origin } = table[kind];
  const present = missingFor(table, change?.hash ?? null, [kind]).length === 0;
  const required = policy.required.includes(kind);
  const state = present ? 'present' : hash === null ? 'missing' : 'stale';
  return { kind, state, required, at, hash, why: whyOf(), way: present || !required ? null : wayTo(kind, reader) };

  function whyOf(): string | null {
    if (present) {
      const words = [
        ...(origin === undefined ? [] : ['generic reviewer']),
        ...(targeted === null ? [] : [`targeted, ${oneLine(targeted, 200)}`]),
      ];
      return words.length === 0 ? null : words.join('; ');
    }
    if (change === null) return 'this is not a git repository';
    if (hash !== null) return `for ${shortHash(hash) ?? 'other code'}; the code has changed since`;
    return note === null ? null : oneLine(note, 200);
  }
}

function wayTo(kind: EvidenceKind, reader: Reader): string {
  const { words, next } = evidenceWays[kind];
  return words ?? next.map((way) => wayText(way, reader)).join('. ');
}

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
  const { state, why } = rowOf(review, kind, cli.reader);
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
