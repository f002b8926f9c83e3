// The verbs of the shipped program about findings.

import * as z from '../../core/base/schema.ts';
import type { TriageState } from '../../core/project/event.ts';
import { asInput, textOption, verbs } from '../app/callVerb.ts';

export interface Decision {
  readonly key: string;
  readonly as: TriageState;
  readonly reason?: string | undefined;
}

export const findingsProgram = {
  triage: verbs(['findings', 'triage'], { timeoutMs: 30_000 })(
    z.looseObject({}),
    ({ key, as, reason }: Decision) => [key, as, ...textOption('reason', reason)],
    ({ reason }) => asInput(reason),
  ),
};
