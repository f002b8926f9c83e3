// All findings of the window with their places in the code. It knows no editor: callers pass in the text of a file and
// the edits to it, and the store reports which files look different now.

import { isDeepStrictEqual } from 'node:util';
import { type Disposable, Emitter } from '../../core/base/event.ts';
import { type Edit, followEdits } from '../../core/findings/followEdits.ts';
import type { LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { indexLines, isTelling, type LineIndex, type Lines } from '../../core/findings/lines.ts';
import { type FindingPlace, findPlace, hasOtherCode, replacedPlace } from '../../core/findings/track.ts';
import type { ShownAt } from '../../core/findings/words.ts';
import { shownFindings } from '../../core/review/arrivals/arrival.ts';
import type { Folder, FolderReview } from '../app/snapshot.ts';

/** A finding of the window, with its file. */
export interface PlacedFinding {
  /** As `placedId` makes it. */
  readonly id: string;
  readonly folder: Folder;
  readonly finding: LedgerFinding;
  /** The path of its file, as the window knows it; undefined when there is no file to open. */
  readonly path: string | undefined;
  readonly inWorkspace: boolean;
}

/** Where a file of a project is in the window. */
export interface Locate {
  (folder: Folder, file: string): { readonly path: string; readonly inWorkspace: boolean };
  /** A text that changes when the answers may change. */
  readonly identity: string;
}

export interface FindingsChange {
  /** The list itself has changed. */
  readonly list: boolean;
  /** Files whose findings or places have changed. */
  readonly files: ReadonlySet<string>;
}

/** The result of reading a file. */
type Looked = 'unread' | 'read' | 'absent';

export class FindingsStore implements Disposable {
  readonly #changed = new Emitter<FindingsChange>();
  readonly onDidChange = this.#changed.event;
  readonly #places = new Map<string, FindingPlace>();
  readonly #looked = new Map<string, Looked>();
  #revisions = '';
  #byId = new Map<string, PlacedFinding>();
  #byFile = new Map<string, PlacedFinding[]>();

  get all(): readonly PlacedFinding[] {
    return [...this.#byId.values()];
  }

  get size(): number {
    return this.#byId.size;
  }

  find(id: string): PlacedFinding | undefined {
    return this.#byId.get(id);
  }

  inFile(path: string): readonly PlacedFinding[] {
    return this.#byFile.get(path) ?? [];
  }

  /** Whether the places in this file were ever compared with its text. */
  isRead(path: string): boolean {
    return (this.#looked.get(path) ?? 'unread') !== 'unread';
  }

  shownAt(placed: PlacedFinding): ShownAt {
    const { finding, path } = placed;
    if (path === undefined || !placed.inWorkspace) return { kind: 'outside' };
    if (this.#looked.get(path) === 'absent') return { kind: 'absent' };
    if (finding.line === null) return { kind: 'file' };
    const place = this.#places.get(placed.id);
    if (place === undefined) return { kind: 'line', line: finding.line - 1 };
    const { line, lost } = place;
    if (lost !== undefined) return { kind: lost, line };
    return { kind: 'line', line, ...(hasOtherCode(place) ? { changed: true } : {}) };
  }

  /** The text of its line, if the file has been read. */
  textOf({ id }: PlacedFinding): string | undefined {
    return this.#places.get(id)?.text;
  }

  /** Takes over the current reviews; returns the files that must be read for them. */
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
    const changed = new Set<string>();
    for (const { folder, review } of reviews) {
      for (const finding of shownFindings(review)) {
        const known = before.byId.get(placedId(folder, finding));
        const placed = placeFinding(folder, finding, locate, known);
        this.#enter(placed);
        if (placed === known || placed.path === undefined || !placed.inWorkspace) continue;
        changed.add(placed.path);
        if (isSamePlace(known, placed)) continue;
        this.#places.delete(placed.id);
        unread.add(placed.path);
      }
    }
    for (const [id, { path }] of before.byId) {
      const now = this.#byId.get(id);
      if (now === undefined) this.#places.delete(id);
      if (path !== undefined && now?.path !== path) changed.add(path);
    }
    for (const path of before.byFile.keys()) if (!this.#byFile.has(path)) this.#looked.delete(path);
    this.#changed.fire({ list: true, files: changed });
    return [...unread];
  }

  /** The current text of files; undefined for a missing file. */
  read(texts: ReadonlyMap<string, Lines | undefined>): void {
    const files = new Set<string>();
    for (const [path, lines] of texts) if (this.#readOne(path, lines)) files.add(path);
    if (files.size > 0) this.#changed.fire({ list: false, files });
  }

  /** `lines` is the text after the edits. */
  edit(path: string, edits: readonly Edit[], lines: Lines): void {
    const placed = this.inFile(path).filter(({ id }) => this.#places.has(id));
    const tracked = placed.flatMap(({ id }) => this.#places.get(id) ?? []);
    let moved = false;
    for (const [index, after] of followEdits(tracked, edits, lines).entries()) {
      const [before, one] = [tracked[index], placed[index]];
      if (before === after || one === undefined) continue;
      this.#places.set(one.id, after);
      // Typing within a line moves nothing.
      moved ||= looksOther(before, after);
    }
    if (moved) this.#changed.fire({ list: false, files: new Set([path]) });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #enter(placed: PlacedFinding): void {
    this.#byId.set(placed.id, placed);
    if (placed.path === undefined || !placed.inWorkspace) return;
    const known = this.#byFile.get(placed.path);
    if (known === undefined) this.#byFile.set(placed.path, [placed]);
    else known.push(placed);
  }

  #readOne(path: string, lines: Lines | undefined): boolean {
    const looked: Looked = lines === undefined ? 'absent' : 'read';
    let changed = this.#looked.get(path) !== looked;
    this.#looked.set(path, looked);
    if (lines === undefined) return changed;
    const index = indexLines(lines);
    for (const { id, finding } of this.inFile(path)) {
      if (finding.line === null) continue;
      const before = this.#places.get(id);
      const after = anchored({ line: finding.line - 1, anchor: finding.anchor }, before, lines, index);
      this.#places.set(id, after);
      changed ||= looksOther(before, after);
    }
    return changed;
  }
}

function looksOther(before: FindingPlace | undefined, after: FindingPlace): boolean {
  if (before === undefined || before.line !== after.line || before.lost !== after.lost) return true;
  return hasOtherCode(before) !== hasOtherCode(after);
}

/** The text of the line as we last saw it is better evidence than its text at the time of the review. */
function anchored(
  { line, anchor }: { readonly line: number; readonly anchor: string },
  before: FindingPlace | undefined,
  lines: Lines,
  index: LineIndex,
): FindingPlace {
  if (before === undefined) return findPlace(line, anchor, lines, index);
  if (before.lost === undefined && isTelling(before.text)) {
    const again = findPlace(before.line, before.text, lines, index);
    if (again.lost === undefined) return { ...again, origin: anchor };
  }
  const again = findPlace(before.lost === undefined ? before.line : line, anchor, lines, index);
  if (again.lost !== 'gone' || before.around === undefined) return again;
  // The file may be half written right now: keep the surrounding lines until all of it is there.
  return replacedPlace({ ...before, origin: anchor }, lines, index) ?? { ...again, around: before.around };
}

/** Unique in the window. */
export function placedId({ top }: Folder, { document, key }: Pick<LedgerFinding, 'document' | 'key'>): string {
  return [top, document ?? '', key].join('\0');
}

/** The known one when nothing about it has changed: of thousands of findings, an event changes few. */
function placeFinding(
  folder: Folder,
  finding: LedgerFinding,
  locate: Locate,
  known: PlacedFinding | undefined,
): PlacedFinding {
  const where = finding.linked ? locate(folder, finding.file) : { path: undefined, inWorkspace: false };
  const isSame =
    known !== undefined &&
    known.path === where.path &&
    known.inWorkspace === where.inWorkspace &&
    known.folder.path === folder.path &&
    known.folder.name === folder.name &&
    (known.finding === finding || isDeepStrictEqual(known.finding, finding));
  return isSame ? known : { id: placedId(folder, finding), folder, finding, ...where };
}

function isSamePlace(before: PlacedFinding | undefined, after: PlacedFinding): boolean {
  return (
    before !== undefined &&
    before.path === after.path &&
    before.inWorkspace === after.inWorkspace &&
    before.finding.line === after.finding.line &&
    before.finding.anchor === after.finding.anchor
  );
}
