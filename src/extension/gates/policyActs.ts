// Party: Show Gate Policy, and Party: Let One Pull Request Through.

import { l10n, type QuickPickItem, window } from 'vscode';
import type { Pass } from '../../core/review/pass.ts';
import type { GatePolicy, WaitingPolicy } from '../../core/review/policy.ts';
import { freeText, passText, policyText, sourceText, waitingRemark } from '../../core/review/policyText.ts';
import type { Context } from '../app/context.ts';
import type { Folder } from '../app/snapshot.ts';
import { askText } from '../ui/askText.ts';
import { itemText } from '../ui/plainText.ts';
import { inStatusBar } from '../ui/progress.ts';
import { gatesProgram } from './gatesProgram.ts';

/** What a pull request needs and why; offers to confirm what waits. */
export async function showGatePolicy(context: Context, folder: Folder): Promise<void> {
  const found = context.model.snapshot?.reviews.find((one) => one.folder.top === folder.top)?.review;
  if (found === undefined) return;
  const { policy, passes } = found;
  const title = l10n.t('A pull request needs: {0}', policyText(policy, l10n.t));
  const chosen = await window.showQuickPick(policyItems(policy, passes), { title });
  if (chosen?.confirms !== undefined) await confirmPolicy(context, folder, chosen.confirms);
}

interface PolicyItem extends QuickPickItem {
  readonly confirms?: WaitingPolicy;
}

function policyItems(policy: GatePolicy, passes: readonly Pass[]): PolicyItem[] {
  const waiting = waitingRemark(policy, l10n.t);
  const item = (icon: string, text: string): PolicyItem => ({ label: `$(${icon}) ${itemText(text)}` });
  return [
    ...(policy.waiting === null || waiting === undefined
      ? []
      : [{ label: `$(check) ${l10n.t('Confirm…')}`, detail: itemText(waiting.problem), confirms: policy.waiting }]),
    ...policy.sources.map((source) => item('law', sourceText(source, l10n.t))),
    ...freeText(policy, l10n.t).map((text) => item('unlock', text)),
    ...policy.ignored.map((text) => item('warning', text)),
    ...passes.map((pass) => item('key', passText(pass, l10n.t))).reverse(),
  ];
}

type Acting = Pick<Context, 'host' | 'model'>;

/** Only what the user has seen: the program refuses when the file has changed since. */
export async function confirmPolicy({ host, model }: Acting, folder: Folder, { hash }: WaitingPolicy): Promise<void> {
  await inStatusBar(l10n.t('Confirming the policy of the gates'), () =>
    gatesProgram.confirm(host, folder.path, hash).finally(model.refresh),
  );
}

export async function letPullRequestThrough(context: Context, folder: Folder): Promise<void> {
  const reason = await askText({
    title: l10n.t('Let One Pull Request Through'),
    placeholder: l10n.t('Why may this code pass without all checks? The reason is kept in the log'),
    optional: false,
  });
  if (reason === undefined) return;
  await inStatusBar(l10n.t('Letting one pull request through'), () =>
    gatesProgram.letThrough(context.host, folder.path, reason.trim()).finally(context.model.refresh),
  );
}
