import { l10n, window } from 'vscode';
import type { App } from '../app/app.ts';
import type { Started } from './sessionProgram.ts';

/** What the program says about a party that it made. */
export function showWarnings({ host }: App, { created, warnings }: Pick<Started, 'created' | 'warnings'>): void {
  for (const warning of warnings) host.log.warn(warning);
  if (!created || warnings.length === 0) return;
  const showLog = l10n.t('Show Log');
  void window.showWarningMessage(warnings.join('. '), showLog).then((chosen) => chosen === showLog && host.log.show());
}
