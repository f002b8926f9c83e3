// Answers Claude's permission dialog for a person in the editor. Only the extension may import this file (a test checks
// it): an agent must not be able to answer its own question, nor a verb of `party` that an agent runs.

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

/** Sends one key, or throws with nothing sent: when Claude asks something else by now, or the pane shows another dialog. */
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
    const screen = await machine.tmux.call([['capture-pane', '-p', '-t', pane.id]]);
    const key = answerKey(screen, seen, answer);
    // Only if Claude asked the same before and after, the screen was that of this question.
    if (key === undefined || !isDeepStrictEqual(await readAsked(machine, session, pane), asked)) throw changed();
    if (!(await pressKey(machine.tmux, pane.id, key, 'Do you want to'))) throw changed();
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

function changed(): PartyError {
  return refused('Nothing was answered: its pane does not show this question. Answer it in the terminal', {
    act: 'attach',
  });
}
