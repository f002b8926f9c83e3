import { exits } from '../../core/base/exits.ts';
import { listed } from '../../core/base/listed.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type Reader, wayText } from '../../core/base/remark.ts';
import { type EvidenceKind, evidenceKinds } from '../../core/project/evidenceKinds.ts';
import { commandHash, commandText } from '../../core/review/commands/commandText.ts';
import type { Purpose } from '../../core/review/commands/declared.ts';
import { type Evidence, missingFor } from '../../core/review/evidence.ts';
import { ranText, waysTo } from '../../core/review/evidenceWays.ts';
import type { Review } from '../../core/review/review.ts';
import { shortHash } from '../../core/review/reviewText.ts';
import { acceptEvidence, runEvidence } from '../../node/review/evidence/evidenceRuns.ts';
import { verifyEvidence } from '../../node/review/reviewActs.ts';
import { type Actions, runAction } from '../party/actions.ts';
import { usage } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { reviewHere } from './reviewShow.ts';

export const evidence: Command = {
  ...headings.evidence,
  operandCount: [0, 2],
  alone: 'list',
  options: {
    hash: { value: 'HASH', help: 'accept: only if the current code has this hash; list --json shows it' },
    'command-hash': { value: 'HASH', help: 'accept: only the command with this hash; list --json shows it' },
  },
  takesCommand: true,
  details: [
    'list                          each check: present, stale or missing, and how to pass it',
    'run tests|checks -- CMD...    run CMD here and record its exit code; exits with the same code',
    "run tests|checks              the same with the project's usual command",
    'accept [tests|checks]         accept a command that is not the usual one, for the current code (a human only)',
    'verify                        check that nothing is missing for a pull request',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(evidence, actions, cli, args),
};

const actions: Actions = {
  list: { takes: [], run: (cli) => list(cli) },
  run: {
    takes: ['[WHAT]'],
    takesCommand: true,
    run: (cli, [what], { command }) => runAndKeep(cli, what, command),
  },
  accept: {
    takes: ['[WHAT]'],
    options: ['hash', 'command-hash'],
    run: (cli, [what], args) => accept(cli, what, args),
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
        const shown = (state === 'present' ? ranText(review.evidence[kind]) : null) ?? why;
        const words = [
          state,
          optional,
          ...(shown === null ? [] : [`: ${shown}`]),
          ...(way === null ? [] : [`. ${cli.named(way)}`]),
        ].join('');
        return `  ${kind.padEnd(width + 2)}${words}`;
      }),
      '',
    ].join('\n'),
  });
  return exits.success;
}

function rowOf({ evidence: table, policy, change }: Review, kind: EvidenceKind, reader: Reader) {
  const { hash, at, note, targeted, command, unusual, origin, changed = [] } = table[kind];
  const present = missingFor(table, change?.hash ?? null, [kind]).length === 0;
  const required = policy.required.includes(kind);
  const state = present ? 'present' : hash === null ? 'missing' : 'stale';
  const way = present || !required ? null : wayTo(table[kind], change?.hash, reader);
  const ran = { command, commandHash: command && commandHash(command), usual: command && unusual === null };
  return { kind, state, required, at, hash, ...ran, why: whyOf(), way };

  function whyOf(): string | null {
    if (present) {
      const words = [
        ...(unusual === null ? [] : ['not the usual command, accepted by a human']),
        ...(origin === undefined ? [] : ['generic reviewer']),
        ...(targeted === null ? [] : [`targeted, ${oneLine(targeted, 200)}`]),
      ];
      return words.length === 0 ? null : words.join('; ');
    }
    if (change === null) return 'this is not a git repository';
    if (hash !== null) {
      const files = changed.map((file) => oneLine(file, 80));
      return `for ${shortHash(hash) ?? 'other code'}; ${files.length === 0 ? 'the code has' : `${listed(files, 3)}`} changed since`;
    }
    return note === null ? null : oneLine(note, 400);
  }
}

function wayTo(evidence: Evidence, hash: string | null | undefined, reader: Reader): string {
  const { words, next } = waysTo(evidence, hash);
  return words ?? next.map((way) => wayText(way, reader)).join('. ');
}

async function runAndKeep(cli: Cli, what: string | undefined, command: readonly string[]): Promise<number> {
  if (!isPurpose(what)) {
    throw usage(evidence, `party evidence run needs tests or checks${what === undefined ? '' : `, not "${what}"`}`);
  }
  // With --json, stdout holds one JSON object and nothing else.
  const { exit, review } = await runEvidence(cli, { what, command, stdout: cli.json ? 'stderr' : 'stdout' });
  const kind: EvidenceKind = `${what}-passed`;
  const { state, why, way } = rowOf(review, kind, cli.reader);
  const waits = review.evidence[kind].waitsAt === null || way === null ? '' : `. ${way}`;
  cli.say(`[party] ${kind} is ${state}${why === null ? '' : `: ${why}`}${waits}`);
  if (cli.json) cli.print({ json: { kind, state, why, exit }, text: '' });
  return exit ?? exits.error;
}

function isPurpose(what: string | undefined): what is Purpose {
  return what === 'tests' || what === 'checks';
}

async function accept(cli: Cli, what: string | undefined, args: ParsedArguments): Promise<number> {
  if (what !== undefined && !isPurpose(what)) {
    throw usage(evidence, `party evidence accept takes tests or checks, not "${what}"`);
  }
  const { accepted, review } = await acceptEvidence(cli, {
    what,
    hash: args.value('hash'),
    commandHash: args.value('command-hash'),
  });
  const hash = review.change?.hash ?? null;
  const text = accepted.map(
    ({ what: kind, command }) => `accepted for ${shortHash(hash) ?? 'this code'}: ${kind}, ${commandText(command)}\n`,
  );
  cli.print({ json: { accepted, hash, missing: review.missing }, text: text.join('') });
  return exits.success;
}

async function verify(cli: Cli): Promise<number> {
  const { change } = await verifyEvidence(cli);
  const hash = change?.hash ?? null;
  cli.print({ json: { verified: true, hash }, text: `verified: ${shortHash(hash) ?? ''}\n` });
  return exits.success;
}
