// The documents of tasks as editable files. Reading asks the storage. Saving runs the shipped program, so that the
// history names the author and GitHub gets the text too. They look like Markdown, but have a language of their own: a link
// in Markdown could be clicked, and could run a command.

import {
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  languages,
  type Tab,
  TabInputText,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import { taskLanguage, taskScheme } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import { together } from '../ui/disposables.ts';
import { SingleDocuments } from '../ui/singleDocuments.ts';
import type { TaskBoard, TaskBoards } from './taskBoards.ts';
import { TaskHints } from './taskHints.ts';
import { readTaskDoc } from './taskSource.ts';
import { tasksProgram } from './tasksProgram.ts';

type Kind = 'task' | 'milestone';

interface Known {
  readonly text: string;
  readonly mtime: number;
}

export async function openTaskDocument(board: TaskBoard, kind: Kind, id: string): Promise<void> {
  const document = await workspace.openTextDocument(addressOf(board, kind, id));
  await window.showTextDocument(await inTaskLanguage(document), { preview: true });
}

async function inTaskLanguage(document: TextDocument): Promise<TextDocument> {
  if (document.languageId === taskLanguage) return document;
  return languages.setTextDocumentLanguage(document, taskLanguage);
}

/** Registers the documents of the window's teams under their scheme. */
export function registerTaskDocuments(host: Host, boards: TaskBoards): Disposable {
  const documents = new TaskDocuments(host, boards);
  const options = { isCaseSensitive: true };
  return together([documents, workspace.registerFileSystemProvider(taskScheme, documents, options)]);
}

class TaskDocuments extends SingleDocuments implements FileSystemProvider, Disposable {
  readonly #host: Host;
  readonly #boards: TaskBoards;
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #known = new Map<string, Known>();
  readonly #subscription: Disposable;

  constructor(host: Host, boards: TaskBoards) {
    super();
    this.#host = host;
    this.#boards = boards;
    this.#subscription = together([boards.onDidLook(() => void this.#lookAgain()), keepLanguage(), new TaskHints()]);
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { text, mtime } = await this.#read(uri);
    return { type: FileType.File, ctime: mtime, mtime, size: Buffer.byteLength(text) };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return Buffer.from((await this.#read(uri)).text);
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const { board, kind, id } = await meant(this.#boards, uri);
    const text = new TextDecoder().decode(content);
    await tasksProgram.writeDoc(this.#host, board.folder.path, { of: kind, id, text });
    this.#remember(uri, text);
  }

  dispose(): void {
    together([this.#subscription, this.#changed]).dispose();
  }

  async #read(uri: Uri): Promise<Known> {
    const { board, kind, id } = await meant(this.#boards, uri);
    return this.#remember(uri, await readTaskDoc(board, kind, id));
  }

  /** Changes the time only when the text changes: the editor uses it to detect that another program has written. */
  #remember(uri: Uri, text: string): Known {
    const before = this.#known.get(uri.toString());
    if (before?.text === text) return before;
    const now = { text, mtime: Math.max(Date.now(), (before?.mtime ?? 0) + 1) };
    this.#known.set(uri.toString(), now);
    return now;
  }

  /** Only the documents that are open. */
  async #lookAgain(): Promise<void> {
    for (const { uri } of workspace.textDocuments.filter((document) => document.uri.scheme === taskScheme)) {
      if (isGone(this.#boards, uri)) await closeTabs(uri);
      const before = this.#known.get(uri.toString());
      const now = await this.#read(uri).catch(() => undefined);
      if (now !== undefined && now !== before) this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
    }
  }
}

/** Whether the task of a document was deleted: its team is known, and all of its files could be read. */
function isGone(boards: TaskBoards, uri: Uri): boolean {
  const board = boards.board(uri.query);
  const [, kind, id] = documentPath.exec(uri.path) ?? [];
  if (board === undefined || board.unreadable.length > 0) return false;
  const known: readonly { readonly id: string }[] = kind === 'task' ? board.tasks : board.milestones;
  return !known.some((one) => one.id === id);
}

/** Not one with text that the user has not saved. */
async function closeTabs(uri: Uri): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const shows = ({ input }: Tab) => input instanceof TabInputText && input.uri.toString() === uri.toString();
  await window.tabGroups.close(
    tabs.filter((tab) => shows(tab) && !tab.isDirty),
    true,
  );
}

/** Also for documents that VS Code opens again after a reload. */
function keepLanguage(): Disposable {
  const keep = (document: TextDocument) => {
    // The document may be closed meanwhile.
    if (document.uri.scheme === taskScheme) void inTaskLanguage(document).catch(() => {});
  };
  workspace.textDocuments.forEach(keep);
  return workspace.onDidOpenTextDocument(keep);
}

function addressOf({ team, folder }: TaskBoard, kind: Kind, id: string): Uri {
  return Uri.from({
    scheme: taskScheme,
    path: `/${oneLine(folder.name).replaceAll('/', ' ')}/${kind} ${id}`,
    query: team.id,
  });
}

const documentPath = /\/(task|milestone) ([^/]+)$/;

/**
 * An address names a task of a team that this window knows, never a file. After a reload, VS Code asks for a document
 * before the boards have been read, so this waits for them.
 */
async function meant(boards: TaskBoards, uri: Uri): Promise<{ board: TaskBoard; kind: Kind; id: string }> {
  await boards.ready();
  const board = boards.board(uri.query);
  const [, kind, id] = documentPath.exec(uri.path) ?? [];
  if (board === undefined || kind === undefined || id === undefined) throw FileSystemError.FileNotFound(uri);
  return { board, kind: kind === 'task' ? 'task' : 'milestone', id };
}
