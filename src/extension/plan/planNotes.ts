// What Codex noted about the plan, as comments on the plan's lines. They follow the lines as the plan is edited; once the
// plan is another than the one that was reviewed they are resolved and say so. Nobody answers in them: the answer is the
// next version of the plan.

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
import { type NotePlace, noteBody, noteTitle, type PlanNote } from '../../core/plan/noteWords.ts';
import { isSameText, placeNotes } from '../../core/plan/placeNotes.ts';
import { lastVerdict, type ReviewedVersion } from '../../core/plan/planText.ts';
import { noteThread, planComments } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import type { FolderPlan } from '../app/snapshot.ts';
import { paced } from '../ui/paced.ts';
import { readPlainFile, readVersion } from './planDocument.ts';
import { planUri } from './planVersions.ts';

export interface ShownNote {
  readonly thread: CommentThread;
  readonly note: PlanNote;
  readonly version: number;
  readonly isCurrent: boolean;
  readonly place: NotePlace;
}

export interface PlanNotes extends Disposable {
  /** The note of a thread, which is what a menu gives along. */
  find(thread: unknown): ShownNote | undefined;
  readonly all: readonly ShownNote[];
}

/** While somebody types, VS Code moves the comments by itself. */
const everyMs = 300;
/** Beyond that nobody reads them one by one; the annotated copy has them all. */
const mostNotes = 200;
const largestText = 1024 * 1024;

/** The comments of one version, made once; afterwards only their places and states change. */
interface Shown {
  readonly key: string;
  readonly snapshot: string | undefined;
  notes: ShownNote[];
}

export function createPlanNotes(model: Model): PlanNotes {
  const controller = comments.createCommentController(planComments, l10n.t('Plan review'));
  const shown = new Map<string, Shown>();
  const updates = paced(update, everyMs);

  async function update(): Promise<void> {
    const plans = (model.snapshot?.plans ?? []).filter(({ status }) => status.kind !== 'off');
    const wanted = new Set(plans.map(({ folder }) => folder.top));
    for (const top of [...shown.keys()]) if (!wanted.has(top)) forget(top);
    for (const plan of plans) await updateOne(plan);
  }

  async function updateOne(plan: FolderPlan): Promise<void> {
    const { top } = plan.folder;
    const version = lastVerdict(plan.plan);
    // What is no plan, or far too large to be one, has no lines that anybody would look for.
    if (version === undefined || plan.plan.hash === undefined) return forget(top);
    const key = [
      planUri(plan.folder).toString(),
      version.version,
      version.hash,
      JSON.stringify(version.verdict),
    ].join();
    const known = shown.get(top);
    const before = known?.key === key ? known : undefined;
    const snapshot = before === undefined ? await readVersion(plan, version, 'snapshot') : before.snapshot;
    const text = await planNow(plan);
    if (before === undefined) forget(top);
    if (text === undefined || text.length > largestText) return forget(top);
    const notes = version.verdict.notes.slice(0, mostNotes);
    const places = placeNotes(notes, snapshot, text);
    const isSame = snapshot !== undefined && isSameText(snapshot, text);
    const isCurrent = isSame && plan.plan.hash === version.hash;
    const all = notes.map((note, index) => {
      const place = places[index] ?? { kind: 'whole' };
      return show(plan, version, { note, place, isCurrent }, before?.notes[index]);
    });
    shown.set(top, { key, snapshot, notes: all });
  }

  function show(
    plan: FolderPlan,
    { version }: ReviewedVersion,
    { note, place, isCurrent }: Pick<ShownNote, 'note' | 'place' | 'isCurrent'>,
    before: ShownNote | undefined,
  ): ShownNote {
    const line = place.kind === 'whole' ? 0 : place.line;
    const range = new Range(line, 0, line, 0);
    const thread = before?.thread ?? make(plan, range, note);
    if (thread.range?.start.line !== line) thread.range = range;
    if (before === undefined || before.isCurrent !== isCurrent) {
      thread.state = isCurrent ? CommentThreadState.Unresolved : CommentThreadState.Resolved;
      // What blocks is to be seen; what is over makes room.
      const isUrgent = isCurrent && note.severity === 'blocking';
      thread.collapsibleState = isUrgent
        ? CommentThreadCollapsibleState.Expanded
        : CommentThreadCollapsibleState.Collapsed;
    }
    const label = noteTitle(note, { version, isCurrent, place }, l10n.t);
    if (thread.label !== label) thread.label = label;
    return { thread, note, version, isCurrent, place };
  }

  function make({ folder }: FolderPlan, range: Range, note: PlanNote): CommentThread {
    const comment: Comment = {
      author: { name: roleLabels.codex },
      // A string is shown as it is; only a MarkdownString would be read as Markdown.
      body: noteBody(note, l10n.t),
      mode: CommentMode.Preview,
    };
    const thread = controller.createCommentThread(planUri(folder), range, [comment]);
    thread.canReply = false;
    thread.contextValue = noteThread;
    return thread;
  }

  function forget(top: string): void {
    for (const { thread } of shown.get(top)?.notes ?? []) thread.dispose();
    shown.delete(top);
  }

  const isPlan = (path: string) => (model.snapshot?.plans ?? []).some(({ folder }) => planUri(folder).fsPath === path);
  const subscriptions = [
    model.onDidChange(() => updates.nudge()),
    workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (uri.scheme === 'file' && shown.size > 0 && isPlan(uri.fsPath)) updates.nudge();
    }),
  ];
  updates.nudge();
  const all = () => [...shown.values()].flatMap(({ notes }) => notes);
  return {
    find: (thread) => all().find((one) => one.thread === thread),
    get all() {
      return all();
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      updates.dispose();
      controller.dispose();
    },
  };
}

/** As somebody sees it: with what is typed and not saved. */
async function planNow({ folder }: FolderPlan): Promise<string | undefined> {
  const uri = planUri(folder);
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open !== undefined && !open.isClosed ? open.getText() : readPlainFile(uri.fsPath, largestText);
}
