// A file system of single documents: it has no folders, and nothing in it can be moved or deleted.

import { type Disposable, FileSystemError, type Uri } from 'vscode';

export abstract class SingleDocuments {
  watch(): Disposable {
    return { dispose() {} };
  }

  readDirectory(): [] {
    return [];
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
}
