// Shows what belongs in the document of a task that has only a title. The editor only draws these words; they are not
// part of the text.

import {
  type Disposable,
  l10n,
  Position,
  Range,
  type TextDocument,
  type TextEditor,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import { taskScheme } from '../app/contributions.ts';
import { together } from '../ui/disposables.ts';

export class TaskHints implements Disposable {
  readonly #hint = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('input.placeholderForeground'), fontStyle: 'italic' },
  });
  readonly #subscriptions: Disposable;

  constructor() {
    this.#subscriptions = together([
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#draw(editor);
      }),
      workspace.onDidChangeTextDocument(({ document }) => this.#drawFor(document)),
      workspace.onDidOpenTextDocument((document) => this.#drawFor(document)),
    ]);
  }

  dispose(): void {
    together([this.#subscriptions, this.#hint]).dispose();
  }

  #drawFor(document: TextDocument): void {
    for (const editor of window.visibleTextEditors) if (editor.document === document) this.#draw(editor);
  }

  #draw(editor: TextEditor): void {
    const { document } = editor;
    if (document.uri.scheme !== taskScheme) return;
    editor.setDecorations(this.#hint, hasOnlyTitle(document.getText()) ? [hintIn(document)] : []);
  }
}

/** Nothing, or one heading. */
export function hasOnlyTitle(text: string): boolean {
  return /^\s*(?:#[^\n]*)?\s*$/.test(text);
}

function hintIn(document: TextDocument) {
  const end = document.lineAt(document.lineCount - 1).range.end;
  const contentText = l10n.t('What is to be done, why, and how to check it. Send to Claude sends this along.');
  return { range: new Range(new Position(end.line, end.character), end), renderOptions: { after: { contentText } } };
}
