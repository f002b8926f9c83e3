// The files of the changes in the Session view. Asks git only when the view asks for them, and again only when the code
// has changed since: a closed view costs nothing.

import { messageOf } from '../../../core/base/errors.ts';
import { type Disposable, Emitter } from '../../../core/base/event.ts';
import { type Comparison, wholeChange } from '../../../core/review/changes/comparisons.ts';
import type { DiffFile } from '../../../core/review/changes/diffFile.ts';
import { loadUserConfig } from '../../../node/project/configFiles.ts';
import type { Machine } from '../../../node/project/machine.ts';
import { diffFiles } from '../../../node/review/changes/diffFiles.ts';
import { createGit } from '../../../node/system/git.ts';
import type { Folder, FolderReview } from '../../app/snapshot.ts';
import { type ChangesRow, changesChildren } from './changesRows.ts';

export type ReadFiles = (folder: Folder, comparison: Comparison) => Promise<readonly DiffFile[]>;

export function fileReader({ env }: Pick<Machine, 'env'>): ReadFiles {
  return async ({ top }, comparison) => {
    const { review } = await loadUserConfig(env);
    return diffFiles(createGit(top, env), comparison, review.ignore);
  };
}

/** A change is often small; the view has other rows. */
const shownAtFirst = 20;
/** VS Code builds a row for every child that it is given. */
const mostShown = 1000;

interface Known {
  readonly code: string;
  readonly reading: Promise<readonly DiffFile[]>;
  /** Undefined until they are read. */
  files?: readonly DiffFile[];
}

export class ChangedFiles implements Disposable {
  /** For any comparison; nothing is kept. */
  readonly read: ReadFiles;
  readonly #known = new Map<string, Known>();
  readonly #shownWhole = new Set<string>();
  readonly #changed = new Emitter<void>();
  /** Fires when more is known about a change that the view shows. */
  readonly onDidChange = this.#changed.event;

  constructor(read: ReadFiles) {
    this.read = read;
  }

  /** The rows below the node of a change. */
  async children({ kind, changed }: ChangesRow): Promise<ChangesRow[]> {
    if (kind !== 'changes') return [];
    try {
      const files = await this.#filesOf(changed);
      const isWhole = this.#shownWhole.has(changed.folder.top);
      return changesChildren(changed, files, isWhole ? { most: mostShown } : { most: shownAtFirst, rest: 'offered' });
    } catch (error) {
      return [{ kind: 'changesProblem', changed, problem: messageOf(error) }];
    }
  }

  /** What has been read for this very code; undefined when nothing has. */
  known({ folder, review }: FolderReview): readonly DiffFile[] | undefined {
    const known = this.#known.get(folder.top);
    return known?.code === codeOf(review) ? known.files : undefined;
  }

  showWhole({ top }: Folder): void {
    this.#shownWhole.add(top);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #filesOf({ folder, review }: FolderReview): Promise<readonly DiffFile[]> {
    const code = codeOf(review);
    const before = this.#known.get(folder.top);
    if (before?.code === code) return before.reading;
    const comparison = wholeChange(review);
    const reading = comparison === undefined ? Promise.resolve([]) : this.read(folder, comparison);
    const known: Known = { code, reading };
    this.#known.set(folder.top, known);
    reading.then(
      (files) => {
        known.files = files;
        // The node itself was drawn before, without the number of lines.
        this.#changed.fire();
      },
      // The next look asks git again. The caller shows why it failed.
      () => this.#known.delete(folder.top),
    );
    return reading;
  }
}

/** The hash covers the content of every file of the change. */
function codeOf({ change }: FolderReview['review']): string {
  return `${change?.base} ${change?.hash}`;
}
