// PostToolUse of Skill: which skill was loaded, for the log. Loading is not doing, so it proves nothing. An observer.

import { oneLine } from '../../core/base/outsideText.ts';
import type { HookContext } from './hook.ts';
import { readToolCall } from './readToolCall.ts';

export async function skillMarker(context: HookContext): Promise<undefined> {
  const { tool_name, tool_input } = await readToolCall();
  if (tool_name !== 'Skill' || tool_input.skill === undefined) return;
  await context.log('info', oneLine(`skill ${tool_input.skill} was loaded`, 120));
}
