// Read-only documents. An address names an item of the model, never a file, so that no address, whatever its source,
// makes Party read another file.

import { type Disposable, type Uri, workspace } from 'vscode';
import type { Model } from '../app/model.ts';
import type { Snapshot } from '../app/snapshot.ts';

export interface ReadonlyDocument {
  readonly address: Uri;
  /** Undefined when it is gone. */
  read(): Promise<string | undefined>;
}

export interface ReadonlyDocuments {
  readonly scheme: string;
  /** All documents that exist now. */
  all(snapshot: Snapshot): readonly ReadonlyDocument[];
  /** The text in place of a document that is gone. */
  gone(): string;
}

export function readonlyDocuments(model: Model, { scheme, all, gone }: ReadonlyDocuments): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(address) {
      // VS Code may restore an editor before the first read of the model.
      if (model.snapshot === undefined) await model.refresh();
      const documents = model.snapshot === undefined ? [] : all(model.snapshot);
      for (const document of documents.filter((one) => one.address.toString() === address.toString())) {
        const text = await document.read();
        if (text !== undefined) return text;
      }
      return gone();
    },
  });
}
