// Party: Check Gates runs the hooks with known inputs and shows which of them work. Party: Try a Command Against the
// Gates… shows what they would say about one command.

import { l10n, window } from 'vscode';
import type { Context } from '../app/context.ts';
import type { Folder } from '../app/snapshot.ts';
import { targetOf } from '../review/reviewActs.ts';
import { itemText } from '../ui/plainText.ts';
import { inStatusBar } from '../ui/progress.ts';
import { type GateChecks, gatesProgram, type TriedCommand } from './gatesProgram.ts';

export async function checkGates(context: Context, folder: Folder): Promise<void> {
  const place = targetOf(context, folder);
  const found = await inStatusBar(l10n.t('Checking the gates'), () =>
    gatesProgram.check(context.host, place).finally(context.model.refresh),
  );
  const { log } = context.host;
  for (const { name, ok, detail } of found.checks) log.info(`Gates, ${name}: ${ok ? 'green' : 'RED'}. ${detail}`);
  if (await showChecks(found)) log.show();
}

export async function tryGates(context: Context, folder: Folder): Promise<void> {
  const command = await window.showInputBox({
    title: l10n.t('Try a Command Against the Gates'),
    prompt: l10n.t('The hooks are asked as if Claude wanted to run it. It is not run.'),
    placeHolder: 'gh pr create',
  });
  if (command === undefined || command.trim() === '') return;
  const place = targetOf(context, folder);
  const found = await inStatusBar(l10n.t('Asking the gates'), () => gatesProgram.try(context.host, place, command));
  const items = decisionItems(found);
  const title = found.denied
    ? l10n.t('Claude could not run this here now')
    : l10n.t('No gate denies this; Claude Code may still ask you');
  await window.showQuickPick(items, { title, placeHolder: itemText(command), matchOnDetail: true });
}

/** Denials come first. */
function decisionItems({ decisions }: TriedCommand) {
  const denials = decisions.filter(({ decision }) => decision === 'deny');
  return [...denials, ...decisions.filter((one) => !denials.includes(one))].map(({ hook, decision, reason }) => ({
    label: `$(${decision === 'deny' ? 'error' : 'pass'}) ${itemText(hook)}`,
    description: decision === 'deny' ? l10n.t('denies') : l10n.t('allows'),
    ...(reason === null ? {} : { detail: itemText(reason) }),
  }));
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
