// The documents of an editor without a window: files on disk, and what the extension has edited in them and not saved.

import { readFileSync } from 'node:fs';

interface Place {
  readonly line: number;
  readonly character: number;
}

interface Replacement {
  readonly uri: { readonly fsPath: string };
  readonly range: { readonly start: Place; readonly end: Place };
  readonly text: string;
}

export interface FakeWorkspaceEdit {
  readonly all: readonly Replacement[];
}

export class FakeDocuments {
  /** Unsaved texts, by path. */
  readonly texts = new Map<string, string>();
  /** What VS Code says to an edit. */
  accepts = true;

  open(uri: { readonly fsPath: string }) {
    const text = this.texts.get(uri.fsPath) ?? readFileSync(uri.fsPath, 'utf8');
    const lines = text.split('\n');
    return { uri, lineCount: lines.length, getText: () => text, lineAt: (at: Place) => lineAt(lines, at) };
  }

  apply({ all }: FakeWorkspaceEdit): boolean {
    if (!this.accepts) return false;
    for (const { uri, range, text } of [...all].reverse()) {
      const lines = this.open(uri).getText().split('\n');
      const offset = ({ line, character }: Place) =>
        lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
      const before = lines.join('\n');
      this.texts.set(uri.fsPath, `${before.slice(0, offset(range.start))}${text}${before.slice(offset(range.end))}`);
    }
    return true;
  }
}

function lineAt(lines: readonly string[], { line }: Place) {
  const text = lines[line] ?? '';
  const [start, end] = [0, text.length].map((character) => ({ line, character }));
  return { text, range: { start, end } };
}

export const documentClasses = {
  WorkspaceEdit: class implements FakeWorkspaceEdit {
    readonly all: Replacement[] = [];
    replace(uri: Replacement['uri'], range: Replacement['range'], text: string): void {
      this.all.push({ uri, range, text });
    }
  },
};
