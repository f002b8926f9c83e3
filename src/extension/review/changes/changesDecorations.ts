// The letters of changed files, as the Source Control view shows them: a letter at the end of the row, in git's colors.

import { type Disposable, l10n, ThemeColor, Uri, window } from 'vscode';
import type { DiffFile } from '../../../core/review/changes/diffFile.ts';
import { changeScheme } from '../../app/contributions.ts';

export function decorateChanges(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration({ scheme, query }) {
      const [status] = scheme === changeScheme ? statuses.filter((one) => one === query) : [];
      if (status === undefined) return undefined;
      const { letter, color } = looks[status];
      // Without a tooltip: VS Code would add it to that of the row, which has the word already.
      return { badge: letter, color: new ThemeColor(color) };
    },
  });
}

/** Names the file, for its icon, and its status. It is no address of a document. */
export function decoratedUri({ path, status }: Pick<DiffFile, 'path' | 'status'>): Uri {
  return Uri.from({ scheme: changeScheme, path: `/${path}`, query: status });
}

export function statusWord(status: DiffFile['status']): string {
  switch (status) {
    case 'added':
      return l10n.t('Added');
    case 'modified':
      return l10n.t('Modified');
    case 'deleted':
      return l10n.t('Deleted');
    case 'renamed':
      return l10n.t('Renamed');
    default: {
      const unreachable: never = status;
      return unreachable;
    }
  }
}

/** The colors are those of VS Code's own git extension. */
const looks: Readonly<Record<DiffFile['status'], { readonly letter: string; readonly color: string }>> = {
  added: { letter: 'A', color: 'gitDecoration.addedResourceForeground' },
  modified: { letter: 'M', color: 'gitDecoration.modifiedResourceForeground' },
  deleted: { letter: 'D', color: 'gitDecoration.deletedResourceForeground' },
  renamed: { letter: 'R', color: 'gitDecoration.renamedResourceForeground' },
};
const statuses = Object.keys(looks) as DiffFile['status'][];
