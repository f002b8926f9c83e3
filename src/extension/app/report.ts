// The only place that shows errors: the full error in the log, one sentence on the screen.

import { inspect } from 'node:util';
import { env, type LogOutputChannel, l10n, window } from 'vscode';
import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { installCommand } from '../../node/system/installHint.ts';
import type { TitleOf } from '../ui/commandTitles.ts';
import { remarkMessage, tellWithButtons, wayButtons } from '../ui/wayButtons.ts';

export type Report = (error: unknown) => void;

/** The same sentence within this time is shown only once. */
const coalesceMs = 3000;

export function createReport(log: LogOutputChannel, titleOf: TitleOf): Report {
  let last = { message: '', at: 0 };
  return (error) => {
    log.error(isPartyError(error) ? `${error.code}: ${inspect(error)}` : inspect(error));
    const message = messageOf(error);
    if (message === last.message && Date.now() - last.at < coalesceMs) return;
    last = { message, at: Date.now() };
    void show(error, { log, titleOf });
  };
}

async function show(
  error: unknown,
  { log, titleOf }: { readonly log: LogOutputChannel; readonly titleOf: TitleOf },
): Promise<void> {
  const install = isPartyError(error, 'TMUX_MISSING') ? installCommand('tmux') : undefined;
  const copy = { label: l10n.t('Copy Install Command'), run: () => env.clipboard.writeText(install ?? '') };
  const buttons = [
    ...(install === undefined ? [] : [copy]),
    ...(isPartyError(error) ? wayButtons(error.next, titleOf) : []),
    { label: l10n.t('Show Log'), run: () => log.show() },
  ];
  await tellWithButtons(
    window.showErrorMessage,
    isPartyError(error) ? remarkMessage(error) : messageOf(error),
    buttons,
  );
}
