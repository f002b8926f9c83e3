// PostToolUse and PostToolUseFailure of Bash: logs which review command ran and how it ended, and writes the marker
// files for the current state. An observer.

import { oneLine } from '../../core/base/outsideText.ts';
import { bashCall } from '../../core/gates/bashCall.ts';
import { isCodexCommand } from '../../core/gates/codexCalls.ts';
import { mirrorMarkers } from '../../node/review/markers.ts';
import { readReview } from '../../node/review/openReview.ts';
import type { HookContext } from './hook.ts';
import { readToolCall } from './toolCalls.ts';

export async function codexTrace(context: HookContext): Promise<undefined> {
  const call = await readToolCall();
  const ran = bashCall(call, context.env['HOME'] ?? null)?.line.invocations.filter(isCodexCommand) ?? [];
  if (ran.length === 0) return;
  const end = call.hook_event_name === 'PostToolUseFailure' ? 'failed' : 'ran';
  for (const { words } of ran) {
    // Log only the verbs and options: any other word may be private text.
    const shown = words.slice(1).flatMap(({ value }) => (/^-{0,2}[a-z][a-z-]*$/.test(value ?? '') ? [value] : []));
    const program = words[0]?.tail.replace(/^.*\//s, '') ?? '';
    await context.log('info', oneLine(`${end}: ${[program, ...shown.slice(0, 4)].join(' ')}`, 120));
  }
  await mirrorMarkers(context.paths, call.session_id, await readReview(context, call.cwd));
}
