// The only place that shows errors: the full error in the log, one sentence on the screen.

import { inspect } from 'node:util';
import { env, type LogOutputChannel, l10n, window } from 'vscode';
import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { installCommand } from '../../node/system/installHint.ts';

export type Report = (error: unknown) => void;

/** The same sentence within this time is shown only once. */
const coalesceMs = 3000;

export function createReport(log: LogOutputChannel): Report {
  let last = { message: '', at: 0 };
  return (error) => {
    log.error(isPartyError(error) ? `${error.code}: ${inspect(error)}` : inspect(error));
    const message = messageOf(error);
    if (message === last.message && Date.now() - last.at < coalesceMs) return;
    last = { message, at: Date.now() };
    void show(log, error, message);
  };
}

async function show(log: LogOutputChannel, error: unknown, message: string): Promise<void> {
  const showLog = l10n.t('Show Log');
  const copy = l10n.t('Copy Install Command');
  const command = isPartyError(error, 'TMUX_MISSING') ? installCommand('tmux') : undefined;
  const buttons = command === undefined ? [showLog] : [copy, showLog];
  const chosen = await window.showErrorMessage(message, ...buttons);
  if (chosen === showLog) log.show();
  if (chosen === copy && command !== undefined) await env.clipboard.writeText(command);
}
