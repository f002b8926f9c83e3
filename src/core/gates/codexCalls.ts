// Which review calls a program makes or could make: `tmux-codex.sh --review`, `party review request` and the like.

import type { Invocation } from '../shell/programs.ts';
import { couldBe, couldEqual, programName, type ShellWord } from '../shell/word.ts';
import { isInCode, namedBehind, namedInCode, runsHiddenCode } from './inside.ts';
import { couldSpell, type VerbOptions } from './verbs.ts';
import { anyOf, withoutQuotes } from './words.ts';

export type CodexCall = 'review' | 'approve' | 'targeted';

/** Empty for a call that concerns no gate. An unknown word counts as the gated one. */
export function codexCalls(invocation: Invocation): readonly CodexCall[] {
  const [program, ...args] = invocation.words;
  if (program === undefined) return [];
  const name = programName(program);
  const unseen = name === null && program.many && (couldBe(program, 'tmux-codex.sh') || couldBe(program, 'party'));
  if (unseen || runsHiddenCode(invocation) || isInCode(invocation, /\bcli-reviews\.cjs/)) return ['review', 'approve'];
  const named = [...namedInCode(invocation, programs), ...namedBehind(invocation, programs)];
  return [
    ...(['tmux-codex.sh', 'tmux-codex'].some((script) => couldBe(program, script)) ? scriptCalls(args) : []),
    ...(['party', 'tmux-team'].some((party) => couldBe(program, party)) ? partyCalls(args) : []),
    ...named.flatMap((one) => (one.name.startsWith('tmux-codex') ? scriptCalls(one.words) : partyCalls(one.words))),
  ];
}

/** The last one is the file that `node` and `"$PARTY_NODE"` run. codex-gate.sh uses these words too. */
export const reviewPrograms = ['tmux-codex.sh', 'tmux-codex', 'party', 'tmux-team', 'cli.cjs'] as const;

const programs: ReadonlySet<string> = new Set(reviewPrograms);

/** The verbs of `party` that concern reviews. codex-trace.sh uses these words too. */
export const reviewVerbs = ['review', 'evidence', 'findings', 'tmux-codex'] as const;

/** The bundle that cli.cjs loads for a review. Running it does nothing, but code could call its functions. */
export const reviewBundle = 'cli-reviews.cjs';

/** Whether the command concerns reviews at all; the trace hook records those that do. */
export function isCodexCommand({ words }: Pick<Invocation, 'words'>): boolean {
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  if (name === 'tmux-codex.sh') return true;
  if (name !== 'party') return false;
  return reviewVerbs.some((verb) => args.some(({ value }) => value === verb));
}

const mentioned = anyOf(reviewPrograms);

/** For lines that Party cannot parse to the end. */
export function mentionsReviews(text: string): boolean {
  return mentioned.test(withoutQuotes(text));
}

const partyOptions: VerbOptions = { valued: ['--config'], flags: ['--json', '--verbose', '--help', '-h'] };

function partyCalls(args: readonly ShellWord[]): CodexCall[] {
  const calls: CodexCall[] = [];
  if (couldSpell(args, [['tmux-codex']], partyOptions)) {
    const at = args.findIndex((word) => couldEqual(word, 'tmux-codex'));
    calls.push(...scriptCalls(args.slice(at + 1)));
  }
  const document = args.some(
    ({ value }, at) => isOption(value, 'document') && !takesNext.has(args[at - 1]?.value ?? ''),
  );
  if (!document && couldSpell(args, [['review'], ['request']], partyOptions)) calls.push('review');
  if (couldSpell(args, [['review'], ['approve']], partyOptions)) calls.push(approval(args));
  return calls;
}

/** After these, `--document` would be their value. */
const takesNext: ReadonlySet<string> = new Set(['--beyond', '--timeout', '--targeted', '--out', '--config', '--']);

const values = ['prompt', 'respond', 'plan-review', 'review-complete', 're-review', 'needs-discussion', 'targeted'];

function scriptCalls(args: readonly ShellWord[]): CodexCall[] {
  const calls = new Set<CodexCall>();
  let mode = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    const { value } = word;
    if (value === null) {
      // After a known mode, a single word is its text or its file.
      if (mode && !word.many) continue;
      if (couldMean(word, '--review')) calls.add('review');
      if (couldMean(word, '--approve')) calls.add(approval(args));
    } else if (isOption(value, 'review')) {
      calls.add('review');
      mode = true;
    } else if (isOption(value, 'approve')) {
      calls.add(approval(args));
      mode = true;
    } else if (values.some((name) => isOption(value, name))) {
      mode = true;
    }
  }
  return [...calls];
}

function approval(args: readonly ShellWord[]): CodexCall {
  return args.some(({ value }) => isOption(value, 'targeted')) ? 'targeted' : 'approve';
}

function couldMean(word: ShellWord, option: string): boolean {
  return word.many || couldEqual(word, option);
}

function isOption(value: string | null, name: string): boolean {
  return value === `--${name}` || value?.startsWith(`--${name}=`) === true;
}
