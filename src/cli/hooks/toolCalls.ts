// The call of a tool: the client describes it on standard input, and a gate answers.

import { oneLine } from '../../core/base/outsideText.ts';
import { denialText, type GateVerdict } from '../../core/gates/denial.ts';
import { inClaudesWords } from '../../core/gates/editorCall.ts';
import { ToolCall } from '../../core/gates/toolCall.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import { denial, type HookContext } from './hook.ts';

export async function readToolCall(): Promise<ToolCall> {
  return ToolCall.parse(inClaudesWords(await readJsonInput()));
}

/** A gate's answer, and its line in the log. The log gets decisions, but not the calls that no gate concerns. */
export async function answer(context: HookContext, verdict: GateVerdict | undefined): Promise<object | undefined> {
  if (verdict === undefined) return undefined;
  const { what } = verdict;
  const deny = verdict.deny === undefined ? undefined : denialText(verdict.deny);
  // Never log the whole command, which may hold a secret. A failed log write must not change the decision.
  const line = deny === undefined ? `allowed: ${what}` : `denied: ${what}: ${deny}`;
  await context.log('info', oneLine(line, 400)).catch(() => {});
  return deny === undefined ? undefined : denial(deny);
}
