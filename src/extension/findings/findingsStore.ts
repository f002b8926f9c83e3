// All findings of the window with their places in the code. Holds no editor: it is told what a file says, and which
// edits were made to it, and says which files look different now.

import { type Disposable, Emitter } from '../../core/base/event.ts';
import type { LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { indexLines, isTelling, type LineIndex, type Lines } from '../../core/findings/lines.ts';
import {
  anchorMark,
  type Edit,
  followEdits,
  hasOtherCode,
  type Mark,
  replacedMark,
} from '../../core/findings/track.ts';
import type { Pin } from '../../core/findings/words.ts';
import type { Folder, FolderReview } from '../app/snapshot.ts';

export interface Placed {
  /** As `placedId` makes it. */
  readonly id: string;
  readonly folder: Folder;
  readonly finding: LedgerFinding;
  /** Of the file that it is about, as the window knows it; undefined when there is none to open. */
  readonly path: string | undefined;
  readonly inWorkspace: boolean;
}

/** Where a file of a project is in the window. */
export interface Locate {
  (folder: Folder, file: string): { readonly path: string; readonly inWorkspace: boolean };
  /** Another text means other answers. */
  readonly identity: string;
}

export interface FindingsChange {
  /** The list itself is another one. */
  readonly list: boolean;
  /** Files in which something has another place, or other findings. */
  readonly files: ReadonlySet<string>;
}

/** What became of the look into a file. */
type Looked = 'unread' | 'read' | 'absent';

export class FindingsStore implements Disposable {
  readonly #changed = new Emitter<FindingsChange>();
  readonly onDidChange = this.#changed.event;
  readonly #marks = new Map<string, Mark>();
  readonly #looked = new Map<string, Looked>();
  #revisions = '';
  #byId = new Map<string, Placed>();
  #byFile = new Map<string, Placed[]>();

  get all(): readonly Placed[] {
    return [...this.#byId.values()];
  }

  get size(): number {
    return this.#byId.size;
  }

  get files(): readonly string[] {
    return [...this.#byFile.keys()];
  }

  find(id: string): Placed | undefined {
    return this.#byId.get(id);
  }

  inFile(path: string): readonly Placed[] {
    return this.#byFile.get(path) ?? [];
  }

  /** Whether its place was ever compared with what the file says. */
  isRead(path: string): boolean {
    return (this.#looked.get(path) ?? 'unread') !== 'unread';
  }

  pin(placed: Placed): Pin {
    const { finding, path } = placed;
    if (path === undefined || !placed.inWorkspace) return { kind: 'outside' };
    if (this.#looked.get(path) === 'absent') return { kind: 'absent' };
    if (finding.line === null) return { kind: 'file' };
    const mark = this.#marks.get(placed.id);
    if (mark === undefined) return { kind: 'line', line: finding.line - 1 };
    const { line, lost } = mark;
    if (lost !== undefined) return { kind: lost, line };
    return { kind: 'line', line, ...(hasOtherCode(mark) ? { changed: true } : {}) };
  }

  /** What stands in its line, if that was looked at. */
  textOf({ id }: Placed): string | undefined {
    return this.#marks.get(id)?.text;
  }

  /** Takes over what the reviews say now; gives the files that have to be read for it. */
  take(reviews: readonly FolderReview[], locate: Locate): readonly string[] {
    const revisions = [locate.identity, ...reviews.map(({ folder, revision }) => `${folder.path} ${revision}`)].join(
      '\n',
    );
    if (revisions === this.#revisions) return [];
    this.#revisions = revisions;
    const before = { byId: this.#byId, byFile: this.#byFile };
    this.#byId = new Map();
    this.#byFile = new Map();
    const unread = new Set<string>();
    for (const { folder, review } of reviews) {
      for (const finding of review.findings) {
        const placed = place(folder, finding, locate);
        this.#byId.set(placed.id, placed);
        if (placed.path === undefined || !placed.inWorkspace) continue;
        const known = this.#byFile.get(placed.path);
        if (known === undefined) this.#byFile.set(placed.path, [placed]);
        else known.push(placed);
        if (!isSamePlace(before.byId.get(placed.id), placed)) {
          this.#marks.delete(placed.id);
          unread.add(placed.path);
        }
      }
    }
    for (const id of before.byId.keys()) if (!this.#byId.has(id)) this.#marks.delete(id);
    for (const path of before.byFile.keys()) if (!this.#byFile.has(path)) this.#looked.delete(path);
    this.#changed.fire({ list: true, files: new Set([...before.byFile.keys(), ...this.#byFile.keys()]) });
    return [...unread];
  }

  /** What files say now; undefined for one that is not there. */
  read(texts: ReadonlyMap<string, Lines | undefined>): void {
    const files = new Set<string>();
    for (const [path, lines] of texts) if (this.#readOne(path, lines)) files.add(path);
    if (files.size > 0) this.#changed.fire({ list: false, files });
  }

  /** `lines` is the text after the edits. */
  edit(path: string, edits: readonly Edit[], lines: Lines): void {
    const placed = this.inFile(path).filter(({ id }) => this.#marks.has(id));
    const marks = placed.flatMap(({ id }) => this.#marks.get(id) ?? []);
    let moved = false;
    for (const [index, after] of followEdits(marks, edits, lines).entries()) {
      const [before, one] = [marks[index], placed[index]];
      if (before === after || one === undefined) continue;
      this.#marks.set(one.id, after);
      // A key that was pressed within a line moves nothing.
      moved ||= looksOther(before, after);
    }
    if (moved) this.#changed.fire({ list: false, files: new Set([path]) });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #readOne(path: string, lines: Lines | undefined): boolean {
    const looked: Looked = lines === undefined ? 'absent' : 'read';
    let changed = this.#looked.get(path) !== looked;
    this.#looked.set(path, looked);
    if (lines === undefined) return changed;
    const index = indexLines(lines);
    for (const { id, finding } of this.inFile(path)) {
      if (finding.line === null) continue;
      const before = this.#marks.get(id);
      const after = anchored({ line: finding.line - 1, anchor: finding.anchor }, before, lines, index);
      this.#marks.set(id, after);
      changed ||= looksOther(before, after);
    }
    return changed;
  }
}

function looksOther(before: Mark | undefined, after: Mark): boolean {
  if (before === undefined || before.line !== after.line || before.lost !== after.lost) return true;
  return hasOtherCode(before) !== hasOtherCode(after);
}

/** What the line has become under our eyes says more than what it was when it was reviewed. */
function anchored(
  { line, anchor }: { readonly line: number; readonly anchor: string },
  before: Mark | undefined,
  lines: Lines,
  index: LineIndex,
): Mark {
  if (before === undefined) return anchorMark(line, anchor, lines, index);
  if (before.lost === undefined && isTelling(before.text)) {
    const again = anchorMark(before.line, before.text, lines, index);
    if (again.lost === undefined) return { ...again, origin: anchor };
  }
  const again = anchorMark(before.lost === undefined ? before.line : line, anchor, lines, index);
  if (again.lost !== 'gone' || before.around === undefined) return again;
  // A file may be looked at while it is half written: what was around is kept until all of it is there.
  return replacedMark({ ...before, origin: anchor }, lines, index) ?? { ...again, around: before.around };
}

/** One of its kind in the window. */
export function placedId({ top }: Folder, { document, key }: LedgerFinding): string {
  return [top, document ?? '', key].join('\0');
}

function place(folder: Folder, finding: LedgerFinding, locate: Locate): Placed {
  const id = placedId(folder, finding);
  if (!finding.linked) return { id, folder, finding, path: undefined, inWorkspace: false };
  return { id, folder, finding, ...locate(folder, finding.file) };
}

function isSamePlace(before: Placed | undefined, after: Placed): boolean {
  return (
    before !== undefined &&
    before.path === after.path &&
    before.inWorkspace === after.inWorkspace &&
    before.finding.line === after.finding.line &&
    before.finding.anchor === after.finding.anchor
  );
}
