// A gate's answer, and its line in the log: decisions are written down, calls that concern no gate are not.

import { oneLine } from '../../core/base/outsideText.ts';
import { denial, type HookContext } from './hook.ts';

/** Undefined when the call is none of the gate's business. */
export type Verdict = { readonly what: string; readonly deny: string | undefined } | undefined;

export async function answer(context: HookContext, verdict: Verdict): Promise<object | undefined> {
  if (verdict === undefined) return undefined;
  const { what, deny } = verdict;
  // Never the whole command, which may hold a secret; and no log is worth a wrong decision.
  const line = deny === undefined ? `allowed: ${what}` : `denied: ${what}: ${deny}`;
  await context.log('info', oneLine(line, 400)).catch(() => {});
  return deny === undefined ? undefined : denial(deny);
}
