// Tells the findings what their files say: the open documents with every edit in them, the others as they are on the disk.

import { readFile, stat } from 'node:fs/promises';
import { type TextDocument, workspace } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import { type Lines, linesOf } from '../../core/findings/lines.ts';
import type { Model } from '../app/model.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { paced } from '../ui/paced.ts';
import { createLocate } from './findingsLocate.ts';
import type { FindingsStore } from './findingsStore.ts';

/** Nobody reviews a larger file by its lines. */
const largestBytes = 16 * 1024 * 1024;
const atOnce = 16;

export function followFiles(store: FindingsStore, model: Model, watch: ReviewWatch): Disposable {
  const wanted = new Set<string>();
  const reads = paced(readWanted, 100);

  function want(paths: readonly string[]): void {
    for (const path of paths) wanted.add(path);
    if (wanted.size > 0) reads.nudge();
  }

  async function readWanted(): Promise<void> {
    const paths = [...wanted];
    wanted.clear();
    for (let from = 0; from < paths.length; from += atOnce) {
      const some = paths.slice(from, from + atOnce);
      const onDisk = await Promise.all(some.map(readLines));
      // Only now, and in one step: a document that was opened or edited meanwhile is what counts.
      store.read(new Map(some.map((path, index) => [path, openLines(path, onDisk[index]) ?? onDisk[index]])));
    }
  }

  function take(): void {
    const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    want(store.take(model.snapshot?.reviews ?? [], createLocate(folders.map(({ uri }) => uri.fsPath))));
  }

  const isWatched = ({ uri }: Pick<TextDocument, 'uri'>) =>
    uri.scheme === 'file' && store.inFile(uri.fsPath).length > 0;
  const look = (document: TextDocument) => isWatched(document) && want([document.uri.fsPath]);
  const subscriptions = [
    model.onDidChange(take),
    workspace.onDidChangeWorkspaceFolders(take),
    workspace.onDidOpenTextDocument(look),
    // What was typed and not saved is gone with the document.
    workspace.onDidCloseTextDocument(look),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 || !isWatched(document)) return;
      const edits = contentChanges.map(({ range, text }) => ({ start: range.start, end: range.end, text }));
      store.edit(document.uri.fsPath, edits, linesOfDocument(document));
    }),
    watch.onDidChangeFile((uri) => isWatched({ uri }) && want([uri.fsPath])),
  ];
  take();
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      reads.dispose();
    },
  };
}

/** The document, unless it only outlived its file: VS Code keeps one for a while after the last editor is closed. */
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
