// The verb of the shipped program that checks the gates.

import * as z from '../../core/base/schema.ts';
import { verbs } from '../app/callVerb.ts';

const GateChecks = z.looseObject({
  ok: z.boolean(),
  checks: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});
export type GateChecks = z.infer<typeof GateChecks>;

export const gatesProgram = {
  /** A failed check is an answer, not a failure of the program. */
  check: verbs(['gates'], { timeoutMs: 180_000, mayBeRed: true })(GateChecks, () => ['check']),
};
