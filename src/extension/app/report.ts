// The only place that shows errors: the full error in the log, one sentence on the screen.

import { inspect } from 'node:util';
import { env, type LogOutputChannel, l10n, commands as registry, window } from 'vscode';
import { type ErrorCode, isPartyError, messageOf } from '../../core/base/errors.ts';
import { installCommand } from '../../node/system/installHint.ts';
import type { RecentErrors } from '../status/doctor/recentErrors.ts';
import type { TitleOf } from '../ui/commandTitles.ts';
import { remarkMessage, tellWithButtons, wayButtons } from '../ui/wayButtons.ts';
import { commandId } from './contributions.ts';

export type Report = (error: unknown) => void;

/** The same sentence within this time is shown only once. */
const coalesceMs = 3000;

/** The cause is the machine rather than the request, so the doctor can tell more. */
const doctorCodes: readonly ErrorCode[] = [
  ...(['TMUX_MISSING', 'TMUX_TOO_OLD', 'TMUX_FAILED', 'AGENT_MISSING', 'AGENT_TOO_OLD'] as const),
  ...(['STATE_UNSAFE', 'CONFIG_INVALID', 'LOCK_BUSY', 'INTERNAL'] as const),
];

export function createReport(log: LogOutputChannel, titleOf: TitleOf, errors: RecentErrors): Report {
  let last = { message: '', at: 0 };
  return (error) => {
    errors.add(error);
    log.error(isPartyError(error) ? `${error.code}: ${inspect(error)}` : inspect(error));
    const message = messageOf(error);
    if (message === last.message && Date.now() - last.at < coalesceMs) return;
    last = { message, at: Date.now() };
    void show(error, { log, titleOf });
  };
}

/** Where the rooms could not start, there are no buttons but that of the log. */
export function reportFailedStart(log: LogOutputChannel, error: unknown): void {
  log.error(inspect(error));
  const showLog = l10n.t('Show Log');
  const sentence = l10n.t('Party could not be activated: {0}', messageOf(error));
  void window.showErrorMessage(sentence, showLog).then((pressed) => pressed === showLog && log.show());
}

async function show(
  error: unknown,
  { log, titleOf }: { readonly log: LogOutputChannel; readonly titleOf: TitleOf },
): Promise<void> {
  const install = isPartyError(error, 'TMUX_MISSING') ? installCommand('tmux') : undefined;
  const copy = { label: l10n.t('Copy Install Command'), run: () => env.clipboard.writeText(install ?? '') };
  const doctor = { label: titleOf('doctor'), run: () => registry.executeCommand(commandId('doctor')) };
  const buttons = [
    ...(install === undefined ? [] : [copy]),
    ...(isPartyError(error) ? wayButtons(error.next, titleOf) : []),
    ...(isPartyError(error) && doctorCodes.includes(error.code) ? [doctor] : []),
    { label: l10n.t('Show Log'), run: () => log.show() },
  ];
  await tellWithButtons(
    window.showErrorMessage,
    isPartyError(error) ? remarkMessage(error) : messageOf(error),
    buttons,
  );
}
