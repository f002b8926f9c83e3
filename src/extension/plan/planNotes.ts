// Codex's notes on the plan, as comments on the plan's lines. They follow the lines while the user edits the plan. Once
// the plan differs from the reviewed version, they are resolved and say so. Replies are off: the answer to a note is
// the next version of the plan.

import {
  type Comment,
  CommentMode,
  type CommentThread,
  CommentThreadCollapsibleState,
  CommentThreadState,
  comments,
  l10n,
  Range,
  workspace,
} from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import { roleLabels } from '../../core/base/role.ts';
import { noteBody, noteTitle, type PlacedNote, type PlanNote } from '../../core/plan/noteWords.ts';
import { isSameText } from '../../core/plan/onScreen.ts';
import { placeNotes } from '../../core/plan/placeNotes.ts';
import { lastVerdict, type ReviewedVersion } from '../../core/plan/planText.ts';
import { readBeginning } from '../../node/system/readSmallFile.ts';
import { noteThread, planComments } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import type { FolderPlan } from '../app/snapshot.ts';
import { together } from '../ui/disposables.ts';
import { paced } from '../ui/paced.ts';
import { readVersion } from './planDocument.ts';
import { planUri } from './planVersions.ts';

export interface ShownNote extends PlacedNote {
  readonly thread: CommentThread;
}

/** While the user types, VS Code moves the comments by itself. */
const everyMs = 300;
/** More than a user reads one by one. The annotated copy has them all. */
const mostNotes = 200;
const largestText = 1024 * 1024;

/** The comments of one version, created once; afterwards only their places and states change. */
interface ShownVersion {
  readonly key: string;
  readonly snapshot: string | undefined;
  readonly notes: readonly ShownNote[];
}

export class PlanNotes implements Disposable {
  readonly #model: Model;
  readonly #controller = comments.createCommentController(planComments, l10n.t('Plan review'));
  /** By the top of the project. */
  readonly #shown = new Map<string, ShownVersion>();
  readonly #updates = paced(() => this.#update(), everyMs);
  readonly #subscriptions: Disposable;

  constructor(model: Model) {
    this.#model = model;
    this.#subscriptions = together([
      model.onDidChange(() => this.#updates.nudge()),
      workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (uri.scheme === 'file' && this.#shown.size > 0 && this.#isPlan(uri.fsPath)) this.#updates.nudge();
      }),
    ]);
    this.#updates.nudge();
  }

  get all(): readonly ShownNote[] {
    return [...this.#shown.values()].flatMap(({ notes }) => notes);
  }

  /** The note of a thread; a menu command receives the thread. */
  find(thread: unknown): ShownNote | undefined {
    return this.all.find((one) => one.thread === thread);
  }

  dispose(): void {
    together([this.#subscriptions, this.#updates, this.#controller]).dispose();
  }

  #isPlan(path: string): boolean {
    return (this.#model.snapshot?.plans ?? []).some(({ folder }) => planUri(folder).fsPath === path);
  }

  async #update(): Promise<void> {
    const plans = (this.#model.snapshot?.plans ?? []).filter(({ status }) => status.kind !== 'off');
    const wanted = new Set(plans.map(({ folder }) => folder.top));
    for (const top of [...this.#shown.keys()]) if (!wanted.has(top)) this.#forget(top);
    for (const plan of plans) await this.#updateOne(plan);
  }

  async #updateOne(plan: FolderPlan): Promise<void> {
    const { top } = plan.folder;
    const version = lastVerdict(plan.plan);
    // A file that cannot be a plan, or is far too large for one, gets no comments.
    if (version === undefined || plan.plan.hash === undefined) return this.#forget(top);
    const key = keyOf(plan, version);
    const known = this.#shown.get(top);
    const before = known?.key === key ? known : undefined;
    const snapshot = before === undefined ? await readVersion(plan, version, 'snapshot') : before.snapshot;
    const text = await planNow(plan);
    if (before === undefined) this.#forget(top);
    if (text === undefined || text.length > largestText) return this.#forget(top);
    const isCurrent = snapshot !== undefined && isSameText(snapshot, text) && plan.plan.hash === version.hash;
    const notes = placedNotes(version, snapshot, text).map((placed, index) =>
      this.#show(plan, { ...placed, isCurrent }, before?.notes[index]),
    );
    this.#shown.set(top, { key, snapshot, notes });
  }

  #show(plan: FolderPlan, placed: PlacedNote, before: ShownNote | undefined): ShownNote {
    const { note, place, isCurrent } = placed;
    const line = place.kind === 'whole' ? 0 : place.line;
    const range = new Range(line, 0, line, 0);
    const thread = before?.thread ?? this.#make(plan, range, note);
    if (thread.range?.start.line !== line) thread.range = range;
    if (before === undefined || before.isCurrent !== isCurrent) {
      thread.state = isCurrent ? CommentThreadState.Unresolved : CommentThreadState.Resolved;
      // Expand the notes that block; collapse the others.
      const isUrgent = isCurrent && note.severity === 'blocking';
      thread.collapsibleState = isUrgent
        ? CommentThreadCollapsibleState.Expanded
        : CommentThreadCollapsibleState.Collapsed;
    }
    const label = noteTitle(placed, l10n.t);
    if (thread.label !== label) thread.label = label;
    return { ...placed, thread };
  }

  #make({ folder }: FolderPlan, range: Range, note: PlanNote): CommentThread {
    const comment: Comment = {
      author: { name: roleLabels.codex },
      // VS Code shows a string as it is; it renders only a MarkdownString as Markdown.
      body: noteBody(note, l10n.t),
      mode: CommentMode.Preview,
    };
    const thread = this.#controller.createCommentThread(planUri(folder), range, [comment]);
    thread.canReply = false;
    thread.contextValue = noteThread;
    return thread;
  }

  #forget(top: string): void {
    for (const { thread } of this.#shown.get(top)?.notes ?? []) thread.dispose();
    this.#shown.delete(top);
  }
}

function keyOf({ folder }: FolderPlan, { version, hash, verdict }: ReviewedVersion): string {
  return [planUri(folder).toString(), version, hash, JSON.stringify(verdict)].join();
}

function placedNotes({ version, verdict }: ReviewedVersion, snapshot: string | undefined, text: string) {
  const notes = verdict.notes.slice(0, mostNotes);
  const places = placeNotes(notes, snapshot, text);
  return notes.map((note, index) => ({ note, version, place: places[index] ?? ({ kind: 'whole' } as const) }));
}

/** The plan as the user sees it, with unsaved edits. */
async function planNow({ folder }: FolderPlan): Promise<string | undefined> {
  const uri = planUri(folder);
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open !== undefined && !open.isClosed ? open.getText() : readBeginning(uri.fsPath, largestText);
}
