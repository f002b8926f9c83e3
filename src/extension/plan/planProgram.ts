// The verbs of the shipped program that are about the plan. What a person wrote stands behind `=`, so that a reason such
// as "-1 is wrong" is no option.

import * as z from 'zod/mini';
import { otherAgents } from '../../core/base/actor.ts';
import { callParty, type Program, understood } from '../app/partyProgram.ts';

/** The folder of the project that is meant. */
type Place = string;

export async function startPlan(program: Program, folder: Place): Promise<void> {
  await call(program, folder, ['start']);
}

export async function stopPlan(program: Program, folder: Place): Promise<void> {
  await call(program, folder, ['stop']);
}

/** Somewhat more than the program itself gives to Codex. */
const reviewMs = 15 * 60_000;

/** How a review ended, as far as it concerns us: the rest is read from the plan's files. */
const Reviewed = z.looseObject({
  kind: z.string(),
  version: z.optional(z.number()),
  problem: z.optional(z.string()),
  why: z.optional(z.string()),
});
export type Reviewed = z.infer<typeof Reviewed>;

/** That the plan cannot be reviewed, or is not approved, is its answer and not its failure. */
export async function reviewPlan(program: Program, folder: Place, signal: AbortSignal): Promise<Reviewed> {
  const options = { timeoutMs: reviewMs, cwd: folder, signal, mayBeRed: true };
  return understood(Reviewed, await callParty(asHuman(program), ['plan', 'review'], options));
}

/** Also of a review that Claude's hook began. */
export async function cancelPlanReview(program: Program, folder: Place): Promise<void> {
  await call(program, folder, ['cancel']);
}

/** `hash` is of the plan that the person was asked about; an agent may write another one meanwhile. */
export async function approvePlan(program: Program, folder: Place, reason: string, hash: string): Promise<void> {
  await call(program, folder, ['approve', `--reason=${reason}`, `--hash=${hash}`]);
}

/** Marks by which an agent is known. A window that was opened from an agent's shell has them, and yet a person clicks. */
const agentMarks = /^(CLAUDECODE$|CODEX_(THREAD_ID|SANDBOX))/;

export function asHuman({ env, root }: Program): Program {
  const isMark = (name: string) => agentMarks.test(name) || Object.hasOwn(otherAgents, name);
  return { env: Object.fromEntries(Object.entries(env).filter(([name]) => !isMark(name))), root };
}

function call(program: Program, folder: Place, args: readonly string[]) {
  return callParty(asHuman(program), ['plan', ...args], { timeoutMs: 60_000, cwd: folder });
}
