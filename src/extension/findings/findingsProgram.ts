// The verbs of the shipped program about findings.

import type { AgentRole } from '../../core/base/role.ts';
import * as z from '../../core/base/schema.ts';
import type { TriageState } from '../../core/project/eventKinds.ts';
import { asInput, option, textOption, verbs } from '../app/callVerb.ts';

export interface Decision {
  readonly key: string;
  readonly as: TriageState;
  readonly reason?: string | undefined;
}

export interface Reply {
  readonly key: string;
  readonly text: string;
  readonly to?: AgentRole | undefined;
}

export type ExportForm = 'markdown' | 'sarif' | 'json';

const exporting = verbs(['findings', 'export'], { timeoutMs: 60_000 });

export const findingsProgram = {
  markdown: exporting(z.looseObject({ markdown: z.string() }), () => ['--markdown']),
  /** The form that the program always takes from the editor is JSON. */
  write: exporting(
    z.looseObject({ partOfChange: z.optional(z.boolean()) }),
    ({ form, file }: { form: ExportForm; file: string }) => [
      ...(form === 'json' ? [] : [`--${form}`]),
      ...option('out', file),
    ],
  ),
  /** With a receiver, the program waits a while for the agent. */
  reply: verbs(['findings', 'reply'], { timeoutMs: 60_000, by: 'human' })(
    z.looseObject({ message: z.nullable(z.looseObject({ status: z.string() })) }),
    ({ key, to }: Reply) => [key, '-', ...option('to', to)],
    ({ text }) => asInput(text),
  ),
  triage: verbs(['findings', 'triage'], { timeoutMs: 30_000 })(
    z.looseObject({}),
    ({ key, as, reason }: Decision) => [key, as, ...textOption('reason', reason)],
    ({ reason }) => asInput(reason),
  ),
};
