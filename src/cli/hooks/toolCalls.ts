// The call of a tool: the client describes it on standard input, and a gate answers.

import { beginning } from '../../core/base/cut.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { askingConversation } from '../../core/gates/asking.ts';
import { denialText, type GateVerdict } from '../../core/gates/denial.ts';
import { inClaudesWords } from '../../core/gates/editorCall.ts';
import { ToolCall } from '../../core/gates/toolCall.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import { denial, type HookContext } from './hook.ts';

export async function readToolCall(): Promise<ToolCall> {
  return ToolCall.parse(inClaudesWords(await readJsonInput()));
}

/** A gate's answer, and its line in the log. The log gets decisions, but not the calls that no gate concerns. */
export async function answer(
  context: HookContext,
  call: { readonly [name: string]: unknown },
  verdict: GateVerdict | undefined,
): Promise<object | undefined> {
  if (verdict === undefined) return undefined;
  const { what } = verdict;
  const deny = verdict.deny === undefined ? undefined : denialText(verdict.deny);
  // Never log the whole command, which may hold a secret. A failed log write must not change the decision.
  const line = deny === undefined ? `allowed: ${what}` : `denied: ${what}: ${deny}`;
  // Nothing happened if the call was only a question.
  const happened = deny !== undefined && call['session_id'] !== askingConversation;
  const denied = happened ? { what: oneLine(what, 120), reason: beginning(deny, 4000) } : undefined;
  await context.log('info', oneLine(line, 400), denied).catch(() => {});
  return deny === undefined ? undefined : denial(deny);
}
