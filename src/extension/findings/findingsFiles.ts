// Gives the findings the text of their files: open documents with every edit, other files as they are on disk.

import { readFile, stat } from 'node:fs/promises';
import { type TextDocument, type TextDocumentChangeEvent, type Uri, workspace } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import { type Lines, linesOf } from '../../core/findings/lines.ts';
import type { Model } from '../app/model.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { together } from '../ui/disposables.ts';
import { paced } from '../ui/paced.ts';
import { createLocate } from './findingsLocate.ts';
import type { FindingsStore } from './findingsStore.ts';

/** Larger files are not read: reviewers do not refer to lines in them. */
const largestBytes = 16 * 1024 * 1024;
const atOnce = 16;

export class FindingsFiles implements Disposable {
  readonly #store: FindingsStore;
  readonly #model: Model;
  readonly #wanted = new Set<string>();
  readonly #reads = paced(() => this.#readWanted(), 100);
  readonly #subscriptions: Disposable;

  constructor(store: FindingsStore, model: Model, watch: ReviewWatch) {
    this.#store = store;
    this.#model = model;
    this.#subscriptions = together([
      model.onDidChange(() => this.#take()),
      workspace.onDidChangeWorkspaceFolders(() => this.#take()),
      workspace.onDidOpenTextDocument(({ uri }) => this.#look(uri)),
      // Unsaved text is gone when the document is closed.
      workspace.onDidCloseTextDocument(({ uri }) => this.#look(uri)),
      workspace.onDidChangeTextDocument((event) => this.#follow(event)),
      watch.onDidChangeFile((uri) => this.#look(uri)),
    ]);
    this.#take();
  }

  dispose(): void {
    together([this.#subscriptions, this.#reads]).dispose();
  }

  #take(): void {
    const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const locate = createLocate(folders.map(({ uri }) => uri.fsPath));
    this.#want(this.#store.take(this.#model.snapshot?.reviews ?? [], locate));
  }

  #look(uri: Uri): void {
    if (this.#isWatched(uri)) this.#want([uri.fsPath]);
  }

  #follow({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || !this.#isWatched(document.uri)) return;
    const edits = contentChanges.map(({ range, text }) => ({ start: range.start, end: range.end, text }));
    this.#store.edit(document.uri.fsPath, edits, linesOfDocument(document));
    // VS Code has loaded the file again, maybe while another program was writing it. The news of the file came before
    // that, and its text was compared with the old document, so compare it again.
    if (!document.isDirty) this.#want([document.uri.fsPath]);
  }

  #isWatched({ scheme, fsPath }: Uri): boolean {
    return scheme === 'file' && this.#store.inFile(fsPath).length > 0;
  }

  #want(paths: readonly string[]): void {
    for (const path of paths) this.#wanted.add(path);
    if (this.#wanted.size > 0) this.#reads.nudge();
  }

  async #readWanted(): Promise<void> {
    const paths = [...this.#wanted];
    this.#wanted.clear();
    for (let from = 0; from < paths.length; from += atOnce) {
      const some = paths.slice(from, from + atOnce);
      const onDisk = await Promise.all(some.map(readLines));
      // Applied at the end and in one step: if a document was opened or edited during the read, its text counts.
      this.#store.read(new Map(some.map((path, index) => [path, openLines(path, onDisk[index]) ?? onDisk[index]])));
    }
  }
}

/** The document, unless its file is gone: VS Code keeps a document for a while after its last editor is closed. */
function openLines(path: string, onDisk: Lines | undefined): Lines | undefined {
  const document = workspace.textDocuments.find(
    ({ uri, isClosed }) => uri.scheme === 'file' && uri.fsPath === path && !isClosed,
  );
  return document && (document.isDirty || onDisk !== undefined) ? linesOfDocument(document) : undefined;
}

function linesOfDocument(document: TextDocument): Lines {
  const count = document.lineCount;
  return { count, at: (line) => (line >= 0 && line < count ? document.lineAt(line).text : '') };
}

async function readLines(path: string): Promise<Lines | undefined> {
  try {
    const { size } = await stat(path);
    return size > largestBytes ? linesOf('') : linesOf(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
