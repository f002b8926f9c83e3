// Party: Check Gates. Runs the hooks with known inputs and shows which of them work.

import { l10n, window } from 'vscode';
import type { Context } from '../app/context.ts';
import type { Folder } from '../app/snapshot.ts';
import { targetOf } from '../review/reviewActs.ts';
import { itemText } from '../ui/plainText.ts';
import { inStatusBar } from '../ui/progress.ts';
import { type GateChecks, gatesProgram } from './gatesProgram.ts';

export async function checkGates(context: Context, folder: Folder): Promise<void> {
  const place = targetOf(context, folder);
  const found = await inStatusBar(l10n.t('Checking the gates'), () =>
    gatesProgram.check(context.host, place).finally(context.model.refresh),
  );
  const { log } = context.host;
  for (const { name, ok, detail } of found.checks) log.info(`Gates, ${name}: ${ok ? 'green' : 'RED'}. ${detail}`);
  if (await showChecks(found)) log.show();
}

/** Failed checks come first. True when the user wants to see the details. */
async function showChecks({ ok, checks }: GateChecks): Promise<boolean> {
  const red = checks.filter((check) => !check.ok);
  const title = ok
    ? l10n.t('The gates are in effect: all {0} checks passed', String(checks.length))
    : l10n.t('{0} of {1} checks failed', String(red.length), String(checks.length));
  const items = [...red, ...checks.filter((check) => check.ok)].map((check) => ({
    label: `$(${check.ok ? 'pass' : 'error'}) ${itemText(check.name)}`,
    description: check.ok ? l10n.t('green') : l10n.t('red'),
    detail: itemText(check.detail),
  }));
  const placeHolder = l10n.t('Choose a check to read it in the log');
  return (await window.showQuickPick(items, { title, placeHolder, matchOnDetail: true })) !== undefined;
}
