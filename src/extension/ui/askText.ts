// Asks for a text in an input box. The box shows one line, but the user can paste several. VS Code itself shows which
// keys send and cancel.

import { env, type InputBox, l10n, window } from 'vscode';
import { pastedLines, withLines } from '../../core/tmux/pastedLines.ts';

export interface Question {
  readonly title: string;
  readonly placeholder: string;
  /** Whether an empty text is an answer. */
  readonly optional: boolean;
}

/** Undefined when the user cancelled. */
export function askText({ title, placeholder, optional }: Question): Promise<string | undefined> {
  const box = window.createInputBox();
  const pastes = new Pastes(box);
  Object.assign(box, { title, placeholder, ignoreFocusOut: true });
  return new Promise((resolve) => {
    box.onDidChangeValue((value) => {
      box.validationMessage = undefined;
      pastes.notice(value);
    });
    box.onDidAccept(async () => {
      if (!optional && box.value.trim() === '') {
        box.validationMessage = l10n.t('Write something to send');
        return;
      }
      resolve(await pastes.restored(box.value));
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

/** What the user pasted into the box, with the line breaks that the box removed. */
class Pastes {
  readonly #box: InputBox;
  readonly #texts = new Set<string>();
  #before = '';
  #noticing: Promise<void> = Promise.resolve();

  constructor(box: InputBox) {
    this.#box = box;
  }

  notice(value: string): void {
    const before = this.#before;
    this.#before = value;
    this.#noticing = this.#noticing.then(() => this.#look(before, value)).catch(() => {});
  }

  async restored(value: string): Promise<string> {
    await this.#noticing;
    return withLines(value, [...this.#texts]);
  }

  async #look(before: string, value: string): Promise<void> {
    // In a browser the user has to allow reading the clipboard, so do not read it at every key.
    if (value.length < before.length + 2) return;
    const lines = pastedLines(before, value, await env.clipboard.readText());
    if (lines === undefined) return;
    this.#texts.add(lines);
    const count = String(lines.split(/\r\n|\r|\n/).length);
    this.#box.prompt = l10n.t('The {0} pasted lines are sent as separate lines', count);
  }
}
