// The verbs of the shipped program about the gates.

import * as z from '../../core/base/schema.ts';
import { asInput, Nothing, option, textOption, verbs } from '../app/callVerb.ts';

const GateChecks = z.looseObject({
  ok: z.boolean(),
  checks: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});
export type GateChecks = z.infer<typeof GateChecks>;

const TriedCommand = z.looseObject({
  denied: z.boolean(),
  decisions: z.array(z.looseObject({ hook: z.string(), decision: z.string(), reason: z.nullable(z.string()) })),
});
export type TriedCommand = z.infer<typeof TriedCommand>;

const byHuman = verbs(['gates'], { timeoutMs: 60_000, by: 'human' });

export const gatesProgram = {
  /** A failed check is an answer, not a failure of the program. */
  check: verbs(['gates'], { timeoutMs: 180_000, mayBeRed: true })(GateChecks, () => ['check']),
  /** `hash` is of the policy that the user looked at. */
  confirm: byHuman(Nothing, (hash: string) => ['policy', '--confirm', ...option('hash', hash)]),
  letThrough: byHuman(Nothing, (reason: string) => ['pass', ...textOption('reason', reason)], asInput),
  /** A denial is an answer, too. The command is not run. */
  try: verbs(['gates'], { timeoutMs: 180_000, mayBeRed: true })(
    TriedCommand,
    (_command: string) => ['try', '--', '-'],
    asInput,
  ),
};
