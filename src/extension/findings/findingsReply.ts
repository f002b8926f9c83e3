// What the user says about a finding: in its comment thread, or in an input box that a command opens. With a receiver,
// the agent also gets it as a message.

import { env, l10n, window } from 'vscode';
import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { errorText } from '../../core/base/remark.ts';
import { type AgentRole, roleLabels } from '../../core/base/role.ts';
import { findingTitle } from '../../core/findings/words.ts';
import type { Context } from '../app/context.ts';
import { partyOf } from '../session/partyOf.ts';
import { askText } from '../ui/askText.ts';
import { messageText } from '../ui/plainText.ts';
import { inStatusBar } from '../ui/progress.ts';
import { remarkMessage, tellWithButtons, wayButtons } from '../ui/wayButtons.ts';
import { findingsProgram } from './findingsProgram.ts';
import type { PlacedFinding } from './findingsStore.ts';

/** A button of a thread passes the text; everything else asks for it. */
export function replyWith(to?: AgentRole) {
  return async (context: Context, placed: PlacedFinding, [given]: readonly unknown[]): Promise<void> => {
    const party = to === undefined ? undefined : await partyOf(context, placed.folder);
    if (to !== undefined && party === undefined) return;
    const text = textIn(given) ?? (await askText(questionOf(placed, to)));
    if (text === undefined || text.trim() === '') return;
    await record(context, placed, { text, to, session: party?.session.id });
  };
}

interface Reply {
  readonly text: string;
  readonly to: AgentRole | undefined;
  readonly session: string | undefined;
}

async function record({ host, model, findings, report }: Context, placed: PlacedFinding, reply: Reply): Promise<void> {
  const { finding, folder } = placed;
  const { key } = finding;
  const target = { folder: folder.path, session: reply.session };
  const work = () => findingsProgram.reply(host, target, { key, ...reply }).finally(model.refresh);
  const title = l10n.t('{0}: saving your reply…', key);
  try {
    const { message } = await inStatusBar(title, () => findings.threads.during(placed, reply, work), 'findings');
    host.log.info(`Finding ${key}: replied${reply.to === undefined ? '' : `, to ${reply.to}: ${message?.status}`}`);
    window.setStatusBarMessage(doneText(key, reply.to, message?.status), 5000);
  } catch (error) {
    host.log.error(`Finding ${key}: the reply failed: ${errorText(error)}`);
    tellThatItFailed(host, placed, reply, error).catch(report);
  }
}

/** The input box of the thread is empty by now, so the text must not be lost. */
async function tellThatItFailed(
  host: Context['host'],
  { finding, folder }: PlacedFinding,
  { text }: Reply,
  error: unknown,
) {
  const copy = { label: l10n.t('Copy Reply'), run: () => env.clipboard.writeText(text) };
  const ways = isPartyError(error) ? wayButtons(error.next, host.titleOf, folder) : [];
  const problem = isPartyError(error) ? remarkMessage(error) : messageText(messageOf(error));
  await tellWithButtons(window.showWarningMessage, l10n.t('{0}: {1}', finding.key, problem), [copy, ...ways]);
}

function doneText(key: string, to: AgentRole | undefined, status: string | undefined): string {
  if (to === undefined) return l10n.t('$(check) {0}: replied', key);
  return status === 'submitted'
    ? l10n.t('$(check) {0}: sent to {1}', key, roleLabels[to])
    : l10n.t('$(clock) {0}: {1} gets it as soon as it is idle', key, roleLabels[to]);
}

function questionOf({ finding }: PlacedFinding, to: AgentRole | undefined) {
  const title =
    to === undefined ? l10n.t('Reply to {0}', finding.key) : l10n.t('Ask {0} about {1}', roleLabels[to], finding.key);
  return { title, placeholder: findingTitle(finding, 120), optional: false };
}

/** Undefined when the box was empty, or when this is not a reply. */
function textIn(given: unknown): string | undefined {
  const text = typeof given === 'object' && given !== null && 'text' in given ? given.text : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
