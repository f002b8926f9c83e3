// Earlier versions of files as read-only documents, for the left side of a diff. An address names an object of git in a
// project of this window, never a file, so that no address, whatever its source, makes Party read another file. VS Code
// itself decides about encodings, binary and large files, as it does for a file on disk.

import {
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Uri,
  workspace,
} from 'vscode';
import { messageOf } from '../../../core/base/errors.ts';
import { readVersion, versionInTree, versionSize } from '../../../node/review/changes/fileVersion.ts';
import { createGit, type Git } from '../../../node/system/git.ts';
import type { App } from '../../app/app.ts';
import { codeScheme } from '../../app/contributions.ts';
import { workspaceUri } from '../../app/folders.ts';
import { type Folder, watchedFolders } from '../../app/snapshot.ts';
import { SingleDocuments } from '../../ui/singleDocuments.ts';

/** The version of a file that git has under this id. */
export function codeAddress(folder: Folder, file: string, id: string): Uri {
  return addressOf(folder, file, { id });
}

/** The file as a tree of git has it, which must be known by its id. */
export function codeAddressInTree(folder: Folder, file: string, tree: string): Uri {
  return addressOf(folder, file, { tree, file });
}

/**
 * With the path of the file on disk: a multi-diff takes two sides with different paths for a renamed file, and shows the path
 * from the window's folder on.
 */
function addressOf(folder: Folder, file: string, query: Readonly<Record<string, string>>): Uri {
  const { path } = workspaceUri(folder, file);
  return Uri.from({ scheme: codeScheme, path, query: new URLSearchParams({ ...query, top: folder.top }).toString() });
}

export function registerCodeDocuments(app: Pick<App, 'host' | 'model'>): Disposable {
  const options = { isReadonly: true, isCaseSensitive: true };
  return workspace.registerFileSystemProvider(codeScheme, new CodeDocuments(app), options);
}

class CodeDocuments extends SingleDocuments implements FileSystemProvider {
  readonly #app: Pick<App, 'host' | 'model'>;
  /** A version never changes. */
  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;

  constructor(app: Pick<App, 'host' | 'model'>) {
    super();
    this.#app = app;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { git, id } = await this.#meant(uri);
    const size = await versionSize(git, id);
    if (size === undefined) throw FileSystemError.FileNotFound(uri);
    return { type: FileType.File, ctime: 0, mtime: 0, size };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { git, id } = await this.#meant(uri);
    const content = await readVersion(git, id).catch((error: unknown) => {
      throw FileSystemError.Unavailable(messageOf(error));
    });
    if (content === undefined) throw FileSystemError.FileNotFound(uri);
    return content;
  }

  writeFile(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  async #meant(uri: Uri): Promise<{ git: Git; id: string }> {
    const { host, model } = this.#app;
    // VS Code may restore an editor before the first read of the model.
    if (model.snapshot === undefined) await model.refresh();
    const given = new URLSearchParams(uri.query);
    const folder = watchedFolders(model.snapshot).find(({ top }) => top === given.get('top'));
    if (folder === undefined) throw FileSystemError.FileNotFound(uri);
    const git = createGit(folder.top, host.env);
    const tree = given.get('tree');
    const id = tree === null ? given.get('id') : await versionInTree(git, tree, given.get('file') ?? '');
    return { git, id: id ?? '' };
  }
}
