// Stop of Claude Code while collab is on: Codex reviews what Claude did, and Claude continues with the result. If this
// breaks, Claude stops, and the user is told that nothing was reviewed. A failure never counts as a verdict.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../../core/base/outsideText.ts';
import { type CollabOutcome, collabStateFile } from '../../core/collab/collab.ts';
import { stopAnswer } from '../../core/collab/stopAnswer.ts';
import { type ToldStop, tellStop, tellStopFailure } from '../../core/collab/stopFeedback.ts';
import { areAgentsRunning, ClaudeStop } from '../../core/gates/hookInput.ts';
import { claudeHome, readClaudeSession } from '../../node/agents/claudeSessionFile.ts';
import { projectTop } from '../../node/project/paths.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import type { HookContext } from './hook.ts';
import { runParty } from './partyProgram.ts';

export async function collabStop(context: HookContext): Promise<object | undefined> {
  const input = ClaudeStop.parse(await readJsonInput());
  // A sub-agent that stops hands its work to Claude, and Codex reviews it at Claude's own Stop.
  if (input.hook_event_name !== 'Stop' || input.agent_id !== undefined) return undefined;
  // When they are done, Claude stops again, and that Stop covers all of their work.
  if (areAgentsRunning(input)) return undefined;
  const top = [context.env['CLAUDE_PROJECT_DIR'] ?? '', input.cwd]
    .flatMap((place) => topOf(place))
    .find((one) => existsSync(join(one, collabStateFile)));
  if (top === undefined) return undefined;
  const { block, said } = await review(context, top, input.stop_hook_active);
  if (said !== null) await context.log('info', oneLine(`collab: ${said}`, 300)).catch(() => {});
  const told = { block, said: said === null ? null : oneLine(said, 1000) };
  return stopAnswer(told, block === null ? undefined : await clientVersion(context.env));
}

/** The version of the Claude that called this hook. Undefined when its session file does not name it. */
async function clientVersion(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const session = await readClaudeSession(claudeHome(env), Number(env['CLAUDE_PID']) || undefined).catch(
    () => undefined,
  );
  return session?.version;
}

function topOf(place: string): string[] {
  try {
    return place === '' ? [] : [projectTop(place)];
  } catch {
    return [];
  }
}

async function review(context: HookContext, top: string, again: boolean): Promise<ToldStop> {
  const ran = await runParty<CollabOutcome>(context, top, ['collab', 'review']);
  return 'outcome' in ran ? tellStop(ran.outcome, { again }) : tellStopFailure(oneLine(ran.failure, 500));
}
