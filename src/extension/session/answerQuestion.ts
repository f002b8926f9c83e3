// The user answers what Claude asks, without going to its pane. Only here: no verb of `party` can do it, so no agent can.

import { l10n, window } from 'vscode';
import type { QuestionAnswer } from '../../core/agents/permissionDialog.ts';
import { type AgentQuestion, isAnswerable, questionText } from '../../core/agents/question.ts';
import { refused } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { pressAnswer } from '../../node/messages/pressAnswer.ts';
import type { Context } from '../app/context.ts';
import type { Party } from '../app/snapshot.ts';
import { act, type UserQuestion } from '../ui/act.ts';
import { askingRow, type PartyRow } from './sessionRows.ts';

/** Asks first, because a row shows only the beginning of what will run. */
export async function allowOnce(context: Context, party: Party, row: PartyRow | undefined): Promise<void> {
  await answer(context, party, row, 'allow');
}

export async function deny(context: Context, party: Party, row: PartyRow | undefined): Promise<void> {
  await answer(context, party, row, 'deny');
}

async function answer(
  context: Context,
  party: Party,
  row: PartyRow | undefined,
  wanted: QuestionAnswer,
): Promise<void> {
  const asked = row?.kind === 'question' ? row : askingRow(party);
  const mayAnswer = asked !== undefined && isAnswerable(asked.agent, asked.question);
  const { host } = context;
  await act(context, {
    doing: l10n.t('Answering Claude'),
    // Without a row, the user has not seen the question.
    confirm: mayAnswer && (wanted === 'allow' || row !== asked) ? confirmation(asked.question, wanted) : undefined,
    run: async () => {
      if (!mayAnswer) throw refused('Claude does not ask for a permission that can be given here');
      await pressAnswer(host, party.session.id, asked.question, wanted);
    },
    done: () => {
      host.log.info(`Answered Claude: ${wanted}, ${asked?.question.tool}`);
      const said = wanted === 'allow' ? l10n.t('$(check) Allowed once') : l10n.t('$(close) Denied');
      window.setStatusBarMessage(said, 4000);
    },
    folder: party.folder,
    answers: ['LOCK_BUSY', 'NO_SESSION'],
  });
}

function confirmation(question: AgentQuestion, wanted: QuestionAnswer): UserQuestion {
  return {
    question: wanted === 'allow' ? l10n.t('Allow Claude to do this once?') : l10n.t('Deny what Claude asks?'),
    detail: questionDetail(question),
    yes: wanted === 'allow' ? l10n.t('Allow Once') : l10n.t('Deny'),
  };
}

const headLength = 60;

/** All of it, for a dialog or a tooltip. Plain text: VS Code must not render an agent's words as Markdown. */
export function questionDetail({ tool, text, more }: AgentQuestion): string {
  const head = questionText({ tool, text }, l10n.t, headLength);
  // A short command is in the head already.
  const isInHead = tool === 'Bash' && text === oneLine(text, headLength);
  return [head, isInHead ? '' : text, more].filter((part) => part !== '').join('\n\n');
}
