// The user's decisions about one or several findings: one after the other, with progress, one summary and one undo.

import { env, l10n, ProgressLocation, window } from 'vscode';
import { withoutLinks } from '../../core/base/outsideText.ts';
import { errorText } from '../../core/base/remark.ts';
import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import { findingsLetter } from '../../core/findings/reading/severalFindings.ts';
import { findingDetails, findingTitle } from '../../core/findings/words.ts';
import type { TriageState } from '../../core/project/eventKinds.ts';
import type { Context } from '../app/context.ts';
import { sendText } from '../messages/send.ts';
import { partyOf } from '../session/partyOf.ts';
import { itemText, messageText } from '../ui/plainText.ts';
import { inStatusBar } from '../ui/progress.ts';
import { findingsProgram } from './findingsProgram.ts';
import type { PlacedFinding } from './findingsStore.ts';

type All = readonly PlacedFinding[];

/** One message for each project. */
export async function sendFindings(context: Context, all: All): Promise<void> {
  const { store } = context.findings;
  for (const top of new Set(all.map(({ folder }) => folder.top))) {
    const own = all.filter(({ folder }) => folder.top === top);
    const [first] = own;
    const party = first && (await partyOf(context, first.folder));
    if (party === undefined) return;
    const sent = own.map((placed) => ({ finding: placed.finding, shownAt: store.shownAt(placed) }));
    await sendText(context, party, 'claude', findingsLetter(sent));
  }
}

/** One click marks them, so one click undoes it. */
export async function markFixed(context: Context, all: All): Promise<void> {
  await decide(context, all.filter(isOpen), { as: 'fixed' });
}

export function resolveWithReason(as: 'rejected' | 'out-of-scope') {
  return async (context: Context, all: All): Promise<void> => {
    const meant = all.filter(isOpen);
    const reason = meant.length === 0 ? undefined : await askReason(meant, as);
    if (reason !== undefined) await decide(context, meant, { as, reason: reason.trim() });
  };
}

export async function reopenFindings(context: Context, all: All): Promise<void> {
  context.findings.undo.withdraw();
  await decide(
    context,
    all.filter((placed) => !isOpen(placed)),
    { as: 'open' },
  );
}

export async function copyFindings({ findings }: Context, all: All): Promise<void> {
  const texts = all.map((placed) => findingDetails(placed.finding, findings.store.shownAt(placed), l10n.t));
  await env.clipboard.writeText(texts.join('\n\n\n'));
  window.setStatusBarMessage(l10n.t('$(check) Copied {0}', nameOf(all)), 4000);
}

/** Does the work for each, one after the other. With several, the user sees how far it is and can stop it. */
export async function forEachFinding(
  all: All,
  title: string,
  work: (placed: PlacedFinding) => Promise<unknown>,
): Promise<Done> {
  const done: PlacedFinding[] = [];
  const failed: { placed: PlacedFinding; error: unknown }[] = [];
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  await window.withProgress(options, async (progress, token) => {
    for (const [index, placed] of all.entries()) {
      if (token.isCancellationRequested) return;
      progress.report({
        message: l10n.t('{0} of {1}', String(index + 1), String(all.length)),
        increment: 100 / all.length,
      });
      await work(placed).then(
        () => done.push(placed),
        (error: unknown) => failed.push({ placed, error }),
      );
    }
  });
  return { done, failed };
}

export interface Done {
  readonly done: All;
  readonly failed: readonly { readonly placed: PlacedFinding; readonly error: unknown }[];
}

/** Says why some of several were not done. */
export function tellFailures({ failed, done }: Done): void {
  const [first] = failed;
  if (first === undefined) return;
  const count = String(failed.length + done.length);
  const told = l10n.t('{0} of {1} findings failed', String(failed.length), count);
  const why = l10n.t('{0}: {1}', first.placed.finding.key, errorText(first.error));
  void window.showWarningMessage(messageText(`${told}. ${why}`));
}

interface Wanted {
  readonly as: TriageState;
  readonly reason?: string;
}

async function decide(context: Context, all: All, wanted: Wanted): Promise<void> {
  const [only, ...others] = all;
  if (only === undefined) {
    window.setStatusBarMessage(l10n.t('$(info) Nothing to do: the findings are already decided'), 6000);
    return;
  }
  // A single failure is an error of the command, with its ways out.
  if (others.length === 0) await decideOne(context, only, wanted);
  const result = others.length === 0 ? { done: all, failed: [] } : await decideMany(context, all, wanted);
  tellFailures(result);
  if (wanted.as !== 'open') offerUndo(context, result.done, wanted.as);
  else if (result.done.length > 1) {
    window.setStatusBarMessage(l10n.t('$(check) Reopened {0}', nameOf(result.done)), 6000);
  }
}

/** The row and the status bar show it at once; the lists change when the log has it. */
async function decideOne({ host, model, findings }: Context, placed: PlacedFinding, wanted: Wanted): Promise<void> {
  const { folder, finding } = placed;
  const decision = { key: finding.key, reason: undefined, ...wanted };
  const work = () => findingsProgram.triage(host, folder.path, decision).finally(model.refresh);
  const doing = doingText(wanted.as);
  await inStatusBar(`${finding.key}: ${doing}`, () => findings.view.during(placed, doing, work), 'findings');
  host.log.info(`Finding ${finding.key}: ${wanted.as}`);
}

async function decideMany({ host, model, findings }: Context, all: All, wanted: Wanted): Promise<Done> {
  const doing = doingText(wanted.as);
  const title = l10n.t('{0}: {1}', nameOf(all), doing);
  const result = await forEachFinding(all, title, (placed) => {
    const decision = { key: placed.finding.key, reason: undefined, ...wanted };
    return findings.view.during(placed, doing, () => findingsProgram.triage(host, placed.folder.path, decision));
  }).finally(model.refresh);
  const keys = result.done.map(({ finding }) => finding.key).join(', ');
  host.log.info(`Findings ${keys}: ${wanted.as}; ${result.failed.length} failed`);
  for (const { placed, error } of result.failed) host.log.error(`Finding ${placed.finding.key}: ${errorText(error)}`);
  return result;
}

function offerUndo({ findings: { undo } }: Context, done: All, as: TriageState): void {
  if (done.length === 0) return;
  const name = nameOf(done);
  const one = done.length === 1;
  const ids = done.map(({ id }) => id);
  if (as === 'fixed')
    undo.offer(ids, one ? l10n.t('{0} is marked as fixed', name) : l10n.t('{0} are marked as fixed', name));
  else if (as === 'rejected') undo.offer(ids, one ? l10n.t('{0} is rejected', name) : l10n.t('{0} are rejected', name));
  else undo.offer(ids, one ? l10n.t('{0} is out of scope', name) : l10n.t('{0} are out of scope', name));
}

async function askReason(all: All, as: 'rejected' | 'out-of-scope'): Promise<string | undefined> {
  const name = nameOf(all);
  const [first, ...others] = all;
  const one = others.length === 0;
  const outOfScope = one ? l10n.t('{0} is out of scope', name) : l10n.t('{0} are out of scope', name);
  return window.showInputBox({
    title: as === 'rejected' ? l10n.t('Reject {0}', name) : outOfScope,
    placeHolder: l10n.t('Reason (Codex reads it in the next round)'),
    prompt: one && first ? withoutLinks(itemText(findingTitle(first.finding, 120))) : keysOf(all),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? l10n.t('A reason is required') : ''),
  });
}

/** `r1-F1`, or `5 findings`. */
function nameOf(all: All): string {
  const [only, ...others] = all;
  return only !== undefined && others.length === 0 ? only.finding.key : l10n.t('{0} findings', String(all.length));
}

function keysOf(all: All): string {
  return itemText(all.map(({ finding }) => finding.key).join(', '), 200);
}

function doingText(as: TriageState): string {
  return as === 'open' ? l10n.t('reopening…') : l10n.t('marking…');
}

function isOpen({ finding }: PlacedFinding): boolean {
  return isUnresolved(finding);
}
