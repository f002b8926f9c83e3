// The verbs of the shipped program that are about reviews and gates. What a person wrote stands behind `--` or `=`, so
// that a reason such as "-1 is wrong" is no option.

import * as z from 'zod/mini';
import { callParty, type Program, understood } from '../app/partyProgram.ts';

export interface ReviewPlace {
  readonly folder: string;
  /** The party that is meant; none for what works without one. */
  readonly session: string | undefined;
}

export interface ReviewWish {
  readonly delta: boolean;
  readonly headless: boolean;
  readonly base?: string | undefined;
  /** Why it goes on although the rounds are used up. */
  readonly beyond?: string | undefined;
  readonly signal?: AbortSignal;
}

const Requested = z.looseObject({ round: z.optional(z.number()), state: z.optional(z.string()) });
export type Requested = z.infer<typeof Requested>;

/** Somewhat more than the program itself gives to Codex. */
const headlessMs = 20 * 60_000;

export async function requestReview(program: Program, place: ReviewPlace, wish: ReviewWish): Promise<Requested> {
  const { delta, headless, base, beyond, signal } = wish;
  const args = [
    ...(delta ? ['--delta'] : []),
    ...(headless ? ['--headless'] : []),
    ...(beyond === undefined ? [] : [`--beyond=${beyond}`]),
    ...(base === undefined ? [] : ['--', base]),
  ];
  const options = { timeoutMs: headless ? headlessMs : 120_000, ...(signal === undefined ? {} : { signal }) };
  return understood(Requested, await call(program, place, ['request', ...args], options));
}

const Completed = z.looseObject({ round: z.number(), found: z.number(), blocking: z.number() });
export type Completed = z.infer<typeof Completed>;

export async function completeReview(program: Program, place: ReviewPlace, file: string): Promise<Completed> {
  return understood(Completed, await call(program, place, ['complete', '--', file]));
}

export async function approve(program: Program, place: ReviewPlace, targeted?: string): Promise<void> {
  await call(program, place, ['approve', ...(targeted === undefined ? [] : [`--targeted=${targeted}`])]);
}

/** Without a reason the program has words of its own. */
export async function giveVerdict(
  program: Program,
  place: ReviewPlace,
  verdict: 're-review' | 'needs-discussion',
  reason: string,
): Promise<void> {
  await call(program, place, [verdict, ...(reason.trim() === '' ? [] : ['--', reason])]);
}

const Nudged = z.looseObject({ state: z.string(), reason: z.optional(z.nullable(z.string())) });
export type Nudged = z.infer<typeof Nudged>;

export async function nudgeCodex(program: Program, place: ReviewPlace): Promise<Nudged> {
  return understood(Nudged, await call(program, place, ['nudge']));
}

const GateChecks = z.looseObject({
  ok: z.boolean(),
  checks: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});
export type GateChecks = z.infer<typeof GateChecks>;

/** That something is red is its answer, not its failure. */
export async function checkGates(program: Program, { folder, session }: ReviewPlace): Promise<GateChecks> {
  const options = { timeoutMs: 180_000, cwd: folder, ...(session === undefined ? {} : { session }), mayBeRed: true };
  return understood(GateChecks, await callParty(program, ['gates', 'check'], options));
}

function call(
  program: Program,
  { folder, session }: ReviewPlace,
  args: readonly string[],
  more: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
) {
  const options = { timeoutMs: 120_000, ...more, cwd: folder, ...(session === undefined ? {} : { session }) };
  return callParty(program, ['review', ...args], options);
}
