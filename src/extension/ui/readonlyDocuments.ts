// Documents that cannot be changed. An address names something of the model, never a file, so that no address, wherever it
// comes from, makes Party read another file.

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
  /** All that there are now. */
  all(snapshot: Snapshot): readonly ReadonlyDocument[];
  /** What is shown in the place of one that is gone. */
  gone(): string;
}

export function readonlyDocuments(model: Model, { scheme, all, gone }: ReadonlyDocuments): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(address) {
      // An editor that comes back with its window may be before the first look.
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
