// An act that a person asks for. The editor may ask first, shows that it runs, and says how it ended. The shipped program
// alone decides whether it may be: a refusal is an answer and says what to do, everything else is an error.

import { l10n, window } from 'vscode';
import { type ErrorCode, isPartyError, type PartyError } from '../../core/base/errors.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import { askFor } from './askFor.ts';
import { messageText } from './plainText.ts';
import { inStatusBar } from './progress.ts';

export interface UserAct<Answer> {
  /** Said while it runs, and in the log when it is refused. */
  readonly doing: string;
  /** Undefined for what takes nothing away, or will be refused: that needs no question. */
  readonly confirm?: UserQuestion | undefined;
  readonly run: () => Promise<Answer>;
  /** Says what came of it; what has changed shows by itself. */
  readonly done?: (answer: Answer) => unknown;
  readonly cancelled?: () => unknown;
  /** How the user sees that it runs: in the status bar, unless the act has a place of its own. */
  readonly show?: (doing: string, work: () => Promise<Answer>) => Promise<Answer>;
  /** Errors that are an answer, too. */
  readonly answers?: readonly ErrorCode[];
}

export interface UserQuestion {
  readonly question: string;
  /** What will be, or what is lost. */
  readonly detail: string;
  readonly yes: string;
  /** A `warning` unless nothing is lost by it. */
  readonly tone?: 'warning' | 'information';
}

export async function act<Answer>(context: Context, wanted: UserAct<Answer>): Promise<void> {
  const { doing, run, done, cancelled, show = inStatusBar, answers = [] } = wanted;
  if (!(await isMeant(wanted.confirm))) return;
  let answer: Answer;
  try {
    answer = await show(doing, () => run().finally(context.model.refresh));
  } catch (error) {
    if (isPartyError(error, 'CANCELLED')) return void cancelled?.();
    if (!isPartyError(error) || ![...refusals, ...answers].includes(error.code)) throw error;
    return sayRefused(context, doing, error);
  }
  await done?.(answer);
}

/** Asks, unless there is nothing to ask. */
export async function isMeant(confirm: UserQuestion | undefined): Promise<boolean> {
  if (confirm === undefined) return true;
  const { question, detail, yes, tone = 'warning' } = confirm;
  const ask = tone === 'warning' ? window.showWarningMessage : window.showInformationMessage;
  return (await ask(question, { modal: true, detail }, yes)) === yes;
}

const refusals: readonly ErrorCode[] = ['REFUSED', 'NOT_A_REPOSITORY'];

function sayRefused({ host }: Context, doing: string, { message }: PartyError): void {
  host.log.info(`${doing}: ${message}`);
  askFor(messageText(message), l10n.t('What Next?'), commandId('showReview'));
}
