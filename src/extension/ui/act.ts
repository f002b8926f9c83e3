// A command of the user's that acts. The editor may ask first, shows that it runs, and says how it ended. The shipped
// program alone decides whether it is allowed: a refusal is an answer that says what to do, everything else is an
// error.

import { l10n, commands as registry, window } from 'vscode';
import { type ErrorCode, isPartyError, type PartyError } from '../../core/base/errors.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import type { Folder } from '../app/snapshot.ts';
import { inStatusBar } from './progress.ts';
import { remarkMessage, tellWithButtons, wayButtons } from './wayButtons.ts';

export interface UserAct<Answer> {
  /** Shown while it runs, and logged when it is refused. */
  readonly doing: string;
  /** Undefined for an act that loses nothing or that the program will refuse: it needs no question. */
  readonly confirm?: UserQuestion | undefined;
  readonly run: () => Promise<Answer>;
  /** Says what the result is; the views show the change by themselves. */
  readonly done?: (answer: Answer) => unknown;
  readonly cancelled?: () => unknown;
  /** How the user sees that it runs: in the status bar by default. */
  readonly show?: (doing: string, work: () => Promise<Answer>) => Promise<Answer>;
  /** The folder that it acts on, for the buttons of a refusal. */
  readonly folder: Folder;
  /** Codes of further errors that count as an answer. */
  readonly answers?: readonly ErrorCode[];
}

export interface UserQuestion {
  readonly question: string;
  /** What will happen, or what is lost. */
  readonly detail: string;
  readonly yes: string;
  /** `warning` unless nothing is lost. */
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
    return sayRefused(context, wanted, error);
  }
  await done?.(answer);
}

/** Asks, unless `confirm` is undefined. */
export async function isMeant(confirm: UserQuestion | undefined): Promise<boolean> {
  if (confirm === undefined) return true;
  const { question, detail, yes, tone = 'warning' } = confirm;
  const ask = tone === 'warning' ? window.showWarningMessage : window.showInformationMessage;
  return (await ask(question, { modal: true, detail }, yes)) === yes;
}

const refusals: readonly ErrorCode[] = ['REFUSED', 'NOT_A_REPOSITORY'];

/** Without a way out in the refusal, the list of next acts may have one. */
function sayRefused(
  { host, report }: Context,
  { doing, folder }: Pick<UserAct<unknown>, 'doing' | 'folder'>,
  refusal: PartyError,
): void {
  host.log.info(`${doing}: ${refusal.message}`);
  const ways = wayButtons(refusal.next, host.titleOf, folder);
  const anyway = { label: l10n.t('What Next?'), run: () => registry.executeCommand(commandId('showReview')) };
  const buttons = ways.length > 0 ? ways : [anyway];
  tellWithButtons(window.showInformationMessage, remarkMessage(refusal), buttons).catch(report);
}
