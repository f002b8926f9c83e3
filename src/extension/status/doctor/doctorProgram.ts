// The verb of the shipped program that examines the machine.

import * as z from '../../../core/base/schema.ts';
import type { LoggedLine } from '../../../core/status/doctor/diagnostics.ts';
import { type CheckId, type DoctorReport, doctorGroups, type Repair } from '../../../core/status/doctor/doctorCheck.ts';
import { ProgramWays, verbs } from '../../app/callVerb.ts';

const Check = z.looseObject({
  id: z.string(),
  status: z.enum(['ok', 'warn', 'fail']),
  message: z.string(),
  fix: z.nullable(z.string()),
  repair: z.nullable(z.string()),
  next: ProgramWays,
});

const Examined = z.looseObject({
  ok: z.boolean(),
  checks: z.array(Check),
  fixed: z.optional(z.array(z.string())),
  recent: z.array(z.looseObject({ at: z.string(), from: z.string(), code: z.string() })),
});

export interface Examination {
  readonly report: DoctorReport;
  /** What was corrected; empty when nothing was to be corrected. */
  readonly fixed: readonly string[];
  /** The last lines of the hooks' log, without their messages. */
  readonly recent: readonly LoggedLine[];
}

const call = verbs(['doctor'], { timeoutMs: 180_000, mayBeRed: true });

export const doctorProgram = {
  /** A failed check is an answer, not a failure of the program. */
  examine: call(Examined, () => []),
  repair: call(Examined, () => ['--fix']),
};

/** Another version of the program may have checks that this one does not know. */
export function examinationOf({ ok, checks, fixed = [], recent }: z.infer<typeof Examined>): Examination {
  const known = checks.flatMap(({ id, status, message, fix, repair, next }) =>
    isCheckId(id) ? [{ id, status, message, fix, next, ...(repair === null ? {} : { repair: repair as Repair }) }] : [],
  );
  return { report: { ok, checks: known }, fixed, recent };
}

function isCheckId(id: string): id is CheckId {
  return Object.hasOwn(doctorGroups, id);
}
