// SubagentStart and SubagentStop: records when a critic began and what its last line said, each time with the state of
// the code at that moment. The project's log decides later whether that is evidence. An observer.

import { oneLine } from '../../core/base/outsideText.ts';
import { criticOf, SubagentCall, verdictOf } from '../../core/gates/toolCall.ts';
import { criticKinds } from '../../core/review/evidence.ts';
import { filesStamp } from '../../node/review/beginRound.ts';
import { keepReport } from '../../node/review/evidence/runRecords.ts';
import { mirrorMarkers } from '../../node/review/markers.ts';
import { openReview } from '../../node/review/openReview.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import type { HookContext } from './hook.ts';

export async function agentTrace(context: HookContext): Promise<undefined> {
  const call = SubagentCall.parse(await readJsonInput());
  const { agent_id: agent, agent_type, cwd, hook_event_name, session_id } = call;
  const started = hook_event_name === 'SubagentStart';
  if (!started && hook_event_name !== 'SubagentStop') return;
  const critic = criticOf(agent_type);
  const verdict = critic === undefined || started ? null : verdictOf(critic, call.last_assistant_message ?? '');
  const said = verdict === null ? '' : `, ${verdict}`;
  await context.log('info', oneLine(`${agent_type} ${started ? 'started' : 'stopped'}${said} (${agent})`, 120));
  if (critic === undefined) return;
  const opened = await openReview({ env: context.env, paths: context.paths, cwd });
  const { hash, files } = await opened.change(await opened.log.state());
  const seen = { actor: 'claude', critic, agent, hash: hash ?? '' } as const;
  if (started) {
    await opened.log.append({ event: 'critic-started', ...seen });
    return;
  }
  await opened.log.append({ event: 'critic-stopped', ...seen, ...filesStamp({ files }), verdict });
  // For people only, so that a full disk costs no evidence.
  await keepReport(opened.log.directory, criticKinds[critic], call.last_assistant_message ?? '').catch(() => {});
  await mirrorMarkers(context.paths, session_id, await opened.read());
}
