// The documents of tasks as files that can be edited: reading asks the storage, saving runs the shipped program, so that
// who changed it is in the audit and GitHub has it, too. Their names have no ending, so that they are plain text: in
// Markdown a link that somebody wrote could be clicked, also one that runs a command.

import {
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Uri,
  window,
  workspace,
} from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import { taskScheme } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { TaskBoard, TaskBoards } from './taskBoards.ts';
import { readTaskDoc } from './taskSource.ts';
import { tasksProgram } from './tasksProgram.ts';

type Kind = 'task' | 'milestone';

interface Known {
  readonly text: string;
  readonly mtime: number;
}

export async function openTaskDocument(board: TaskBoard, kind: Kind, id: string): Promise<void> {
  await window.showTextDocument(addressOf(board, kind, id), { preview: true });
}

export function registerTaskDocuments(host: Host, boards: TaskBoards): Disposable {
  const changed = new EventEmitter<FileChangeEvent[]>();
  const known = new Map<string, Known>();

  /** The time is another one only when the text is: by that the editor knows whether somebody else wrote. */
  function remember(uri: Uri, text: string): Known {
    const before = known.get(uri.toString());
    if (before?.text === text) return before;
    const now = { text, mtime: Math.max(Date.now(), (before?.mtime ?? 0) + 1) };
    known.set(uri.toString(), now);
    return now;
  }

  async function read(uri: Uri): Promise<Known> {
    const { board, kind, id } = await meant(boards, uri);
    return remember(uri, await readTaskDoc(board, kind, id));
  }

  /** Only those that somebody looks at. */
  async function lookAgain(): Promise<void> {
    for (const { uri } of workspace.textDocuments.filter((document) => document.uri.scheme === taskScheme)) {
      const before = known.get(uri.toString());
      const now = await read(uri).catch(() => undefined);
      if (now !== undefined && now !== before) changed.fire([{ type: FileChangeType.Changed, uri }]);
    }
  }

  const refuse = (uri: Uri) => {
    throw FileSystemError.NoPermissions(uri);
  };
  const provider: FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => ({ dispose() {} }),
    async stat(uri) {
      const { text, mtime } = await read(uri);
      return { type: FileType.File, ctime: mtime, mtime, size: Buffer.byteLength(text) };
    },
    async readFile(uri) {
      return Buffer.from((await read(uri)).text);
    },
    async writeFile(uri, content) {
      const { board, kind, id } = await meant(boards, uri);
      const text = new TextDecoder().decode(content);
      await tasksProgram.writeDoc(host, board.folder.path, { of: kind, id, text });
      remember(uri, text);
    },
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  const parts = [
    changed,
    boards.onDidLook(() => void lookAgain()),
    workspace.registerFileSystemProvider(taskScheme, provider, { isCaseSensitive: true }),
  ];
  return {
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}

function addressOf({ team, folder }: TaskBoard, kind: Kind, id: string): Uri {
  return Uri.from({
    scheme: taskScheme,
    path: `/${oneLine(folder.name).replaceAll('/', ' ')}/${kind} ${id}`,
    query: team.id,
  });
}

/** An address names a task of a team that this window knows, never a file. After a reload it is asked for at once. */
async function meant(boards: TaskBoards, uri: Uri): Promise<{ board: TaskBoard; kind: Kind; id: string }> {
  await boards.ready();
  const board = boards.board(uri.query);
  const [, kind, id] = /\/(task|milestone) ([^/]+)$/.exec(uri.path) ?? [];
  if (board === undefined || kind === undefined || id === undefined) throw FileSystemError.FileNotFound(uri);
  return { board, kind: kind === 'task' ? 'task' : 'milestone', id };
}
