// Sends text, a selection or files to an agent, with their place in the code.

import { relative, sep } from 'node:path';
import { l10n, type TextEditor, Uri, window } from 'vscode';
import { codeContext, type Excerpt, placeOf, selectedLines } from '../../core/base/codeContext.ts';
import { withoutLinks } from '../../core/base/outsideText.ts';
import { type AgentRole, roleLabels } from '../../core/base/role.ts';
import type { Context } from '../app/context.ts';
import type { Party } from '../app/snapshot.ts';
import { askText } from '../ui/askText.ts';
import { inStatusBar } from '../ui/progress.ts';
import { waits } from './messageItem.ts';
import { messagesProgram } from './messagesProgram.ts';

/** A key binding or another extension may pass the text. */
export async function sendText(context: Context, party: Party, to: AgentRole, given: unknown): Promise<void> {
  const question = {
    title: l10n.t('Send to {0}', roleLabels[to]),
    placeholder: l10n.t('What should {0} do?', roleLabels[to]),
    optional: false,
  };
  const text = typeof given === 'string' ? given : await askText(question);
  if (text !== undefined && text.trim() !== '') await send(context, party, to, text);
}

export async function sendSelection(context: Context, party: Party, to: AgentRole): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    void window.showInformationMessage(l10n.t('Open a file and select the text to send'));
    return;
  }
  await sendExcerpts(context, party, to, excerptsOf(editor, party));
}

export async function sendFiles(context: Context, party: Party, to: AgentRole, files: readonly Uri[]): Promise<void> {
  if (files.length === 0) {
    void window.showInformationMessage(l10n.t('Open the file to send'));
    return;
  }
  const excerpts = files.map((file) => ({ path: pathFor(party, file) }));
  await sendExcerpts(context, party, to, excerpts);
}

/** The files for a menu command: all that are selected in the explorer, else the one that was clicked or is open. */
export function filesMeant(args: readonly unknown[]): Uri[] {
  const [clicked, selected] = args;
  const several = Array.isArray(selected) ? selected.filter((one) => one instanceof Uri) : [];
  const active = window.activeTextEditor?.document.uri;
  const files = several.length > 0 ? several : clicked instanceof Uri ? [clicked] : active ? [active] : [];
  return files.filter((file) => file.scheme === 'file');
}

async function sendExcerpts(
  context: Context,
  party: Party,
  to: AgentRole,
  excerpts: readonly Excerpt[],
): Promise<void> {
  const [first] = excerpts;
  const what = excerpts.length === 1 && first ? placeOf(first) : l10n.t('{0} places', String(excerpts.length));
  const comment = await askText({
    title: l10n.t('Send {0} to {1}', what, roleLabels[to]),
    placeholder: l10n.t('What should {0} do with it? (optional)', roleLabels[to]),
    optional: true,
  });
  if (comment !== undefined) await send(context, party, to, codeContext(excerpts, comment));
}

async function send(context: Context, party: Party, to: AgentRole, text: string): Promise<void> {
  const { host, model } = context;
  const place = { session: party.session.id, folder: party.folder.path };
  const { id, submitted } = await inStatusBar(l10n.t('Sending to {0}', roleLabels[to]), () =>
    messagesProgram.talk(host, place, to, text).finally(model.refresh),
  );
  host.log.info(`Message ${id} to ${to}: ${submitted ? 'submitted' : 'written, waits'}`);
  if (submitted) window.setStatusBarMessage(l10n.t('$(check) Sent to {0}', roleLabels[to]), 4000);
  else void tellThatItWaits(context, party, to, id);
}

async function tellThatItWaits({ model, view }: Context, { session }: Party, to: AgentRole, id: string | null) {
  const party = model.snapshot?.parties.find((candidate) => candidate.session.name === session.name);
  const message = party?.status.messages.find((candidate) => candidate.id === id);
  const reason = party && message && waits(party, message);
  const told =
    reason === undefined
      ? l10n.t('Saved. {0} gets it as soon as it is idle', roleLabels[to])
      : l10n.t('Saved. {0} gets it later: {1}', roleLabels[to], reason);
  const show = l10n.t('Show');
  const chosen = await window.showInformationMessage(withoutLinks(told), show);
  if (chosen === show) await view.revealMessages(session.name, id ?? undefined);
}

/** Each selection becomes its own excerpt; without a selection, the line of the cursor does. */
function excerptsOf({ document, selections }: TextEditor, party: Party): Excerpt[] {
  const chosen = selections.filter((selection) => !selection.isEmpty);
  const [cursor] = selections;
  const ranges = chosen.length > 0 || cursor === undefined ? chosen : [document.lineAt(cursor.active.line).range];
  const path = pathFor(party, document.uri);
  return ranges.map((range) => ({
    path,
    lines: selectedLines(range),
    code: document.getText(range),
    language: document.languageId,
  }));
}

/** The path as the agents see it: relative to the party's folder, in which they work; absolute for files elsewhere. */
function pathFor({ session }: Party, { scheme, path, fsPath }: Uri): string {
  if (scheme !== 'file') return path;
  const inside = relative(session.cwd, fsPath);
  return inside === '' || inside.split(sep)[0] === '..' ? fsPath : inside;
}
