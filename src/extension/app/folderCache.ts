// What was read about each folder of the window. A look comes every second, so a folder is read again only when something
// about it may have changed. What was known stays after a failure, marked as possibly old.

import type { Folder } from './snapshot.ts';

export interface FolderReader<Facts> {
  /** Another text means that something may have changed. Cheap: nothing is read for it. */
  identity(folder: Folder): string | Promise<string>;
  read(folder: Folder, identity: string): Promise<Looked<Facts>>;
  /** Whether it has to be read again although its identity is the same. */
  isStale(known: Known<Facts>): boolean;
  /** Another text means another state, which every surface has to show. */
  face(facts: Facts, identity: string): string;
}

export interface Looked<Facts> {
  readonly facts: Facts;
  /** Why they may be old. */
  readonly problem?: string | undefined;
}

export interface Known<Facts> {
  readonly identity: string;
  readonly readAt: number;
  /** Undefined while the folder could never be read. */
  readonly facts: Facts | undefined;
  readonly problem: string | undefined;
  readonly revision: number;
}

export type FolderEntry<Facts> = Facts & { readonly folder: Folder; readonly revision: number };

export interface FolderEntries<Facts> {
  readonly entries: readonly FolderEntry<Facts>[];
  readonly problem: string | undefined;
}

export class FolderCache<Facts> {
  readonly #reader: FolderReader<Facts>;
  readonly #now: () => number;
  readonly #known = new Map<string, Known<Facts>>();
  readonly #touched = new Set<string>();
  readonly #revisions = new Revisions();

  constructor(reader: FolderReader<Facts>, now: () => number = Date.now) {
    this.#reader = reader;
    this.#now = now;
  }

  async read(folders: readonly Folder[]): Promise<FolderEntries<Facts>> {
    const all = await Promise.all(folders.map(async (folder) => ({ folder, known: await this.#one(folder) })));
    return {
      // The folder may have another name by now.
      entries: all.flatMap(({ folder, known: { facts, revision } }) =>
        facts === undefined ? [] : [{ ...facts, folder, revision }],
      ),
      problem: all.find(({ known }) => known.problem !== undefined)?.known.problem,
    };
  }

  /** It may have changed in a way that its identity does not tell; without a folder any of them. */
  touch(folder?: Folder): void {
    for (const top of folder === undefined ? this.#known.keys() : [folder.top]) this.#touched.add(top);
  }

  async #one(folder: Folder): Promise<Known<Facts>> {
    const { top } = folder;
    // Before the reading: what is written meanwhile is for the next look.
    const identity = await this.#reader.identity(folder);
    const before = this.#known.get(top);
    const isSame = before?.identity === identity && !this.#touched.has(top);
    if (before !== undefined && isSame && !this.#reader.isStale(before)) return before;
    this.#touched.delete(top);
    const known = await this.#look(folder, identity);
    this.#known.set(top, known);
    return known;
  }

  async #look(folder: Folder, identity: string): Promise<Known<Facts>> {
    const readAt = this.#now();
    try {
      const { facts, problem } = await this.#reader.read(folder, identity);
      const revision = this.#revisions.of(folder.top, this.#reader.face(facts, identity));
      return { identity, readAt, facts, problem, revision };
    } catch (error) {
      const { facts, revision = 0 } = this.#known.get(folder.top) ?? {};
      const problem = error instanceof Error ? error.message : String(error);
      return { identity, readAt, facts, problem, revision };
    }
  }
}

/** Numbers for states, which are cheaper to compare than the states: the same number as long as the text is the same. */
export class Revisions {
  readonly #known = new Map<string, { readonly text: string; readonly revision: number }>();
  #last = 0;

  of(key: string, text: string): number {
    const before = this.#known.get(key);
    if (before?.text === text) return before.revision;
    const revision = ++this.#last;
    this.#known.set(key, { text, revision });
    return revision;
  }
}
