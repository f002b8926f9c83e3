// PostToolUse of Skill: logs which skill was loaded. That a skill was loaded does not prove that Claude followed it, so
// this is no evidence. An observer.

import { oneLine } from '../../core/base/outsideText.ts';
import type { HookContext } from './hook.ts';
import { readToolCall } from './toolCalls.ts';

export async function skillMarker(context: HookContext): Promise<undefined> {
  const { tool_name, tool_input } = await readToolCall();
  if (tool_name !== 'Skill' || tool_input.skill === undefined) return;
  await context.log('info', oneLine(`skill ${tool_input.skill} was loaded`, 120));
}
