// What was read about each folder of the window. The model refreshes every second, so this reads a folder again only
// when something about it may have changed. After a failure the old facts stay, marked as possibly old.

import { messageOf } from '../../core/base/errors.ts';
import type { Folder } from './snapshot.ts';

export interface FolderReader<Facts> {
  /** A text that changes when something may have changed. Must be cheap, without reading files. */
  identity(folder: Folder): string | Promise<string>;
  read(folder: Folder, identity: string): Promise<Looked<Facts>>;
  /** Whether to read again although the identity is the same. */
  isStale(known: KnownFolder<Facts>): boolean;
  /** A text that changes when the state does, so that every view has to show it. */
  face(facts: Facts, identity: string): string;
}

export interface Looked<Facts> {
  readonly facts: Facts;
  /** Why the facts may be old. */
  readonly problem?: string | undefined;
}

export interface KnownFolder<Facts> {
  readonly identity: string;
  readonly readAt: number;
  /** Undefined as long as the folder could not be read. */
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
  readonly #known = new Map<string, KnownFolder<Facts>>();
  readonly #touched = new Set<string>();
  readonly #revisions = new Revisions();

  constructor(reader: FolderReader<Facts>, now: () => number = Date.now) {
    this.#reader = reader;
    this.#now = now;
  }

  async read(folders: readonly Folder[]): Promise<FolderEntries<Facts>> {
    const all = await Promise.all(folders.map(async (folder) => ({ folder, known: await this.#one(folder) })));
    return {
      // The folder may have been renamed in the window since.
      entries: all.flatMap(({ folder, known: { facts, revision } }) =>
        facts === undefined ? [] : [{ ...facts, folder, revision }],
      ),
      problem: all.find(({ known }) => known.problem !== undefined)?.known.problem,
    };
  }

  /** Marks a folder as possibly changed in a way that its identity does not show. Without a folder: all of them. */
  touch(folder?: Folder): void {
    for (const top of folder === undefined ? this.#known.keys() : [folder.top]) this.#touched.add(top);
  }

  async #one(folder: Folder): Promise<KnownFolder<Facts>> {
    const { top } = folder;
    // Taken before reading, so that a file written in the meantime is read again next time.
    const identity = await this.#reader.identity(folder);
    const before = this.#known.get(top);
    const isSame = before?.identity === identity && !this.#touched.has(top);
    if (before !== undefined && isSame && !this.#reader.isStale(before)) return before;
    this.#touched.delete(top);
    const known = await this.#look(folder, identity);
    this.#known.set(top, known);
    return known;
  }

  async #look(folder: Folder, identity: string): Promise<KnownFolder<Facts>> {
    const readAt = this.#now();
    try {
      const { facts, problem } = await this.#reader.read(folder, identity);
      const revision = this.#revisions.of(folder.top, this.#reader.face(facts, identity));
      return { identity, readAt, facts, problem, revision };
    } catch (error) {
      const { facts, revision = 0 } = this.#known.get(folder.top) ?? {};
      const problem = messageOf(error);
      return { identity, readAt, facts, problem, revision };
    }
  }
}

/** Gives each state a number, which is cheaper to compare: the number changes only when the text does. */
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
