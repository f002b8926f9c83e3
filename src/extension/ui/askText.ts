// Asks for a text in an input box, into which several lines can be pasted although it shows but one. Which keys send and
// cancel is said by VS Code.

import { env, l10n, window } from 'vscode';
import { pastedLines, withLines } from '../../core/tmux/pastedLines.ts';

export interface Question {
  readonly title: string;
  readonly placeholder: string;
  /** Whether saying nothing is an answer. */
  readonly optional: boolean;
}

/** Undefined when the user turned away. */
export function askText({ title, placeholder, optional }: Question): Promise<string | undefined> {
  const box = window.createInputBox();
  const pastes = new Set<string>();
  let before = '';
  Object.assign(box, { title, placeholder, ignoreFocusOut: true });

  async function noticePaste(last: string, value: string): Promise<void> {
    // A web page has to be allowed to read the clipboard, so it is not asked at every key.
    if (value.length < last.length + 2) return;
    const lines = pastedLines(last, value, await env.clipboard.readText());
    if (lines === undefined) return;
    pastes.add(lines);
    const count = String(lines.split(/\r\n|\r|\n/).length);
    box.prompt = l10n.t('The {0} lines that you pasted are sent as lines', count);
  }

  return new Promise((resolve) => {
    let noticing: Promise<void> = Promise.resolve();
    box.onDidChangeValue((value) => {
      const last = before;
      before = value;
      box.validationMessage = undefined;
      noticing = noticing.then(() => noticePaste(last, value)).catch(() => {});
    });
    box.onDidAccept(async () => {
      if (!optional && box.value.trim() === '') {
        box.validationMessage = l10n.t('Write something to send');
        return;
      }
      const { value } = box;
      await noticing;
      resolve(withLines(value, [...pastes]));
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
