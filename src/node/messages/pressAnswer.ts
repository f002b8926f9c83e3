// Answers Claude's permission dialog for a person in the editor. Only the extension may import this file (a test checks
// it): an agent must not be able to answer its own question, nor a verb of `party` that an agent runs.

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { answerKey, type QuestionAnswer } from '../../core/agents/permissionDialog.ts';
import { type AgentQuestion, isAnswerable } from '../../core/agents/question.ts';
import { type PartyError, refused } from '../../core/base/errors.ts';
import { author, roleLabels } from '../../core/base/role.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { readClaude } from '../agents/agentState.ts';
import { dropQuestion, readQuestion } from '../agents/questionFile.ts';
import { stateDirectory } from '../project/paths.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { pressKey } from '../tmux/typing.ts';
import { withAgentPane } from './lockedPane.ts';

/**
 * Sends one key, or throws with nothing sent: when Claude asks something else by now, or the pane shows another dialog.
 * Throws too when Claude does not take the key, and the question stays open. The key is not sent again by itself: it could
 * answer the next question.
 */
export async function pressAnswer(
  machine: Pick<TmuxMachine, 'env' | 'paths' | 'tmux'>,
  party: string,
  seen: AgentQuestion,
  answer: QuestionAnswer,
): Promise<void> {
  await withAgentPane(machine, party, author, async ({ session, pane }) => {
    if (pane.adapter !== 'claude' || pane.demo) throw refused(`${roleLabels.claude} is not Claude Code here`);
    const asked = await readAsked(machine, session, pane);
    if (!isDeepStrictEqual(asked?.question, seen)) throw changed();
    // Without the history of the pane, which may have the same dialog from before.
    const readKey = async () =>
      answerKey(await machine.tmux.call([['capture-pane', '-p', '-t', pane.id]]), seen, answer);
    const isAsked = async () => isDeepStrictEqual(await readAsked(machine, session, pane), asked);
    const key = await readKey();
    // Only if Claude asked the same before and after, the screen was that of this question.
    if (key === undefined || !(await isAsked())) throw changed();
    if (!(await pressKey(machine.tmux, pane.id, key, 'Do you want to'))) throw changed();
    if (await isLasting(async () => (await isAsked()) && (await readKey()) !== undefined)) throw notTaken();
    await dropQuestion(stateDirectory(machine.paths, party), seen.id);
  });
}

/** The question that a person may answer now, and since when Claude waits for it. */
async function readAsked(
  { env }: Pick<TmuxMachine, 'env'>,
  session: Session,
  pane: Pane,
): Promise<{ readonly question: AgentQuestion; readonly since: unknown } | undefined> {
  const claude = await readClaude(env, session, pane);
  if (claude === undefined || claude.kind === 'bg' || claude.parkedJobId !== undefined) return undefined;
  const question = await readQuestion(env, session, claude);
  const isOpen = question && isAnswerable({ waitingFor: claude.waitingFor ?? null, demo: pane.demo }, question);
  return isOpen ? { question, since: claude['statusUpdatedAt'] } : undefined;
}

/** How long Claude may take to close its dialog. On a busy machine it shows the dialog before the dialog takes keys. */
const closesWithinMs = 2000;

/** Whether it is still so after all of that time. */
async function isLasting(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + closesWithinMs; await isSo(); await sleep(50)) if (Date.now() >= end) return true;
  return false;
}

function notTaken(): PartyError {
  return refused('Claude has not taken the answer: its question is still open. Answer it again, or in the terminal', {
    act: 'attach',
  });
}

function changed(): PartyError {
  return refused('Nothing was answered: its pane does not show this question. Answer it in the terminal', {
    act: 'attach',
  });
}
