// The thread of a finding: what was said about it, and a reply.

import { inCodexSandbox } from '../../core/base/actor.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { type AgentRole, agentRoles, roleLabels } from '../../core/base/role.ts';
import type { LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { replyMessage, speakerLabels } from '../../core/findings/thread.ts';
import { clockText } from '../../core/review/timeline/timelineWords.ts';
import { findTarget } from '../../node/messages/registryTargets.ts';
import { reply } from '../../node/review/reviewActs.ts';
import { callerOf } from '../../node/tmux/caller.ts';
import { tell } from '../messages/talk.ts';
import { type Outcome, ownForm, tellError } from '../messages/talkReport.ts';
import type { Cli } from '../party/cli.ts';
import { givenText } from '../party/textInput.ts';

export async function replyTo(cli: Cli, key: string, given: string, to: string | undefined): Promise<number> {
  if (inCodexSandbox(cli.env)) {
    throw refused("Codex's sandbox cannot write the log of the reviews. Call the tool mcp__party__reply_to_finding");
  }
  if (to !== undefined && !isAgentRole(to)) {
    throw new PartyError('USAGE', `--to takes ${agentRoles.join(' or ')}, not "${to}"`);
  }
  const by = await callerOf(cli);
  if (to === by) throw new PartyError('USAGE', `${roleLabels[to]} cannot send a message to itself. Leave --to out`);
  const text = await givenText(given);
  const target = to === undefined ? undefined : await findTarget(cli, await cli.config(cli.cwd), to);
  // Record nothing when the agent is certainly not running.
  await target?.locate();
  const finding = await reply(cli, key, { text, by, to });
  const said = finding.replies?.at(-1) ?? { at: '', by, text };
  const sent = target && (await tell(cli, target, { text: replyMessage(finding, said), self: by }));
  const told = sent?.status === 'submitted' ? `${sent.agent}: submitted\n` : '';
  cli.print({
    json: { finding, reply: said, message: sent === undefined ? null : ownForm(sent) },
    text: `${finding.key}: replied\n${told}`,
  });
  if (sent === undefined) return exits.success;
  tellError(cli, sent.status === 'error' ? notTold(sent) : sent);
  return sent.exit;
}

function notTold({ agent, error, ...outcome }: Outcome): Outcome {
  const message = `the reply is in the thread, but no message about it was sent: ${error?.message ?? 'no reason given'}`;
  return { ...outcome, agent, error: { code: error?.code ?? 'NOT_SUBMITTED', message } };
}

function isAgentRole(text: string): text is AgentRole {
  return (agentRoles as readonly string[]).includes(text);
}

/** Each reply as a heading of Party's own and the lines of its text. */
export function threadParts({ replies = [] }: LedgerFinding): { readonly head: string; readonly text: string }[] {
  return replies.map(({ at, by, to, text }) => {
    const who = to === undefined ? speakerLabels[by] : `${speakerLabels[by]} to ${speakerLabels[to]}`;
    return { head: `${who}, ${clockText({ requestedAt: at })}`, text };
  });
}
