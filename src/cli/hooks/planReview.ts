// PostToolUse of the editing tools: when Claude has written the plan, Codex reviews it, and Claude is told the result.
// If this breaks, the plan stays unapproved, and Claude is told that too.

import { basename, dirname, join, resolve } from 'node:path';
import { oneLine } from '../../core/base/outsideText.ts';
import type { ToolCall } from '../../core/gates/toolCall.ts';
import { type PlanOutcome, type ToldClaude, tellFailure, tellOutcome } from '../../core/plan/outcome.ts';
import { planPath } from '../../core/plan/plan.ts';
import { rememberPlan } from '../../node/plan/drift.ts';
import { realPath } from '../../node/system/files.ts';
import { claimCall, gatedTops } from './gatedTops.ts';
import { type HookContext, observation } from './hook.ts';
import { runParty } from './partyProgram.ts';
import { readToolCall } from './toolCalls.ts';

export async function planReview(context: HookContext): Promise<object | undefined> {
  const call = await readToolCall();
  const given = call.tool_input.file_path;
  // VS Code ignores the matcher of this hook.
  if (given === undefined || call.tool_name === 'Read') return undefined;
  const spellings = spellingsOf(resolve(call.cwd, given));
  const tops = gatedTops(context, call, spellings.map(dirname));
  const top = tops.find((one) => spellings.includes(join(one, planPath)));
  if (top === undefined) return undefined;
  const told = await reviewOnce(context, top, call).catch((error) => tellFailure(oneLine(String(error), 400)));
  if (told === undefined) return undefined;
  await context.log('info', oneLine(`plan: ${told.text}`, 300)).catch(() => {});
  return answerOf(told);
}

/** Undefined when another hook reviews it. */
async function reviewOnce(context: HookContext, top: string, call: ToolCall): Promise<ToldClaude | undefined> {
  if (!(await claimCall(context, 'plan-review', top, call))) return undefined;
  await rememberPlan(context.paths, top);
  return review(context, top);
}

/** The path as given and its real path: when the plan is a link, Claude may name either one. */
function spellingsOf(path: string): string[] {
  const folder = realPath(dirname(path));
  return [...new Set([path, join(folder, basename(path)), realPath(path)])];
}

async function review(context: HookContext, top: string): Promise<ToldClaude> {
  const ran = await runParty<PlanOutcome>(context, top, ['plan', 'review']);
  return 'outcome' in ran ? tellOutcome(ran.outcome) : tellFailure(oneLine(ran.failure, 800));
}

function answerOf({ as, text: words }: ToldClaude): object {
  const [first = ''] = words.split('\n');
  const said = { systemMessage: `Party: ${oneLine(first, 400)}` };
  if (as === 'block') return { decision: 'block', reason: `Party: ${words}`, ...said };
  return { ...observation('PostToolUse', words), ...said };
}
