// PostToolUse and PostToolUseFailure of Bash, while a plan gate is on: withdraws an approval that no longer matches the
// plan, and asks Claude about files that changed in a project without an approved plan. An observer.

import { oneLine } from '../../core/base/outsideText.ts';
import { driftQuestion, withdrawalQuestion } from '../../core/plan/drift.ts';
import { treeDrift } from '../../node/plan/drift.ts';
import { readPlan } from '../../node/plan/readPlan.ts';
import { withdrawPlan } from '../../node/plan/withdrawPlan.ts';
import { claimCall, gatedTops } from './gatedTops.ts';
import { type HookContext, observation } from './hook.ts';
import { readToolCall } from './toolCalls.ts';

export async function bashDrift(context: HookContext): Promise<object | undefined> {
  const call = await readToolCall();
  if (call.tool_name !== 'Bash') return undefined;
  const told: string[] = [];
  for (const top of gatedTops(context, call)) {
    if (await claimCall(context, 'bash-drift', top, call)) told.push(...(await look(context, top)));
  }
  if (told.length === 0) return undefined;
  for (const text of told) await context.log('info', oneLine(text, 400)).catch(() => {});
  const words = told.join('\n\n');
  return {
    ...observation(call.hook_event_name, words),
    systemMessage: `Party: ${oneLine(words, 600)}`,
  };
}

async function look({ env, paths }: HookContext, top: string): Promise<string[]> {
  const before = await readPlan(paths, top);
  const told = (await withdrawPlan({ env, paths }, top)) ? [withdrawalQuestion(before)] : [];
  if ((await readPlan(paths, top)).approval !== undefined) return told;
  const changes = await treeDrift(paths, top);
  return changes === undefined ? told : [...told, driftQuestion(changes)];
}
