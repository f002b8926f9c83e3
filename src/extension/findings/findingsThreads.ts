// A comment thread on the line of each open finding, in which the user, Claude and Codex talk. The threads show what the
// project's log says and keep nothing of their own: a finding that is resolved there is resolved here. They follow the
// lines as the diagnostics do.

import {
  type Comment,
  CommentMode,
  type CommentThread,
  CommentThreadCollapsibleState,
  CommentThreadState,
  comments,
  l10n,
  Range,
  Uri,
  window,
} from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { AgentRole } from '../../core/base/role.ts';
import { isUnresolved, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { speakerLabels, type ThreadComment, threadComments, threadTitle } from '../../core/findings/thread.ts';
import { findingComments, findingThreads } from '../app/contributions.ts';
import { together } from '../ui/disposables.ts';
import { paced } from '../ui/paced.ts';
import { rangeOf } from './findingsPlaces.ts';
import type { FindingsStore, PlacedFinding } from './findingsStore.ts';

const everyMs = 300;
/**
 * VS Code itself moves the threads with the text, and each move by Party costs it much more than that. So Party corrects
 * their lines only when the code has stood still for so long.
 */
const stillMs = 1000;
/** More threads than this make the editor slow. The Findings view has all findings. */
const mostThreads = 50;

export interface PendingReply {
  readonly text: string;
  readonly to: AgentRole | undefined;
}

interface ShownThread {
  readonly thread: CommentThread;
  placed: PlacedFinding;
  /** What the thread shows, to send VS Code only what has changed. */
  face: string;
}

export class FindingsThreads implements Disposable {
  readonly #store: FindingsStore;
  readonly #controller = comments.createCommentController(findingComments, l10n.t('Findings'));
  /** By the id of the finding. */
  readonly #shown = new Map<string, ShownThread>();
  /** Replies that the program is recording, by the id of the finding. */
  readonly #pending = new Map<string, PendingReply & { readonly known: number }>();
  readonly #updates = paced(async () => this.#update(), everyMs);
  readonly #subscriptions: Disposable;
  #settling: NodeJS.Timeout | undefined;
  /** The thread that Party itself has opened last. */
  #opened: CommentThread | undefined;

  constructor(store: FindingsStore) {
    this.#store = store;
    this.#controller.options = {
      prompt: l10n.t('Reply…'),
      placeHolder: l10n.t('Reply, ask Codex, or tell Claude what to do'),
    };
    this.#subscriptions = together([
      store.onDidChange(() => this.#changed()),
      window.onDidChangeVisibleTextEditors(() => this.#updates.nudge()),
    ]);
    this.#updates.nudge();
  }

  /** The finding of a thread, which a menu of the thread passes, or of a reply, which a button of its input box passes. */
  find(given: unknown): PlacedFinding | undefined {
    const thread = typeof given === 'object' && given !== null && 'thread' in given ? given.thread : given;
    return [...this.#shown.values()].find((one) => one.thread === thread)?.placed;
  }

  /** Opens the thread of a finding. The one that was opened before is closed, so that the code stays readable. */
  open({ id }: PlacedFinding): void {
    // A finding that has just arrived may have its thread only at the next update.
    if (!this.#shown.has(id)) this.#update();
    const { thread } = this.#shown.get(id) ?? {};
    if (this.#opened !== undefined && this.#opened !== thread) collapse(this.#opened);
    this.#opened = thread;
    if (thread !== undefined) expand(thread);
  }

  /** Shows a reply at once, while the program records it. */
  async during<T>(placed: PlacedFinding, reply: PendingReply, work: () => Promise<T>): Promise<T> {
    this.#pending.set(placed.id, { ...reply, known: placed.finding.replies?.length ?? 0 });
    this.#update();
    try {
      return await work();
    } finally {
      this.#pending.delete(placed.id);
      this.#updates.nudge();
    }
  }

  #changed(): void {
    this.#updates.nudge();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#correctLines(), stillMs);
  }

  dispose(): void {
    clearTimeout(this.#settling);
    together([this.#subscriptions, this.#updates, this.#controller]).dispose();
  }

  #update(): void {
    const wanted = new Map(this.#wanted().map((place) => [place.placed.id, place]));
    for (const [id, { thread }] of [...this.#shown]) {
      if (wanted.has(id)) continue;
      this.#shown.delete(id);
      thread.dispose();
    }
    for (const { placed, range } of wanted.values()) this.#show(placed, range);
  }

  #correctLines(): void {
    for (const { placed, range } of this.#wanted()) {
      const thread = this.#shown.get(placed.id)?.thread;
      if (thread !== undefined && thread.range?.start.line !== range.start.line) thread.range = range;
    }
  }

  /** Those of the files that the user sees come first. */
  #wanted(): { placed: PlacedFinding; range: Range }[] {
    const visible = new Set(window.visibleTextEditors.map(({ document }) => document.uri.fsPath));
    const seen = ({ path = '' }: PlacedFinding) => (visible.has(path) ? 0 : 1);
    return this.#store.all
      .filter(({ id, finding }) => isTalkedAbout(finding) || this.#shown.has(id))
      .sort((one, other) => seen(one) - seen(other))
      .flatMap((placed) => {
        const line = this.#lineOf(placed);
        return line === undefined ? [] : [{ placed, range: new Range(line, 0, line, 0) }];
      })
      .slice(0, mostThreads);
  }

  /** A thread whose code is gone stays where it was: the user may be writing in it. */
  #lineOf(placed: PlacedFinding): number | undefined {
    const { path } = placed;
    if (path === undefined || !this.#store.isRead(path)) return undefined;
    const shownAt = this.#store.shownAt(placed);
    const isGone = shownAt.kind === 'gone' || shownAt.kind === 'beyond';
    const range = isGone ? this.#shown.get(placed.id)?.thread.range : rangeOf(this.#store, placed);
    return range?.start.line;
  }

  #show(placed: PlacedFinding, range: Range): void {
    const known = this.#shown.get(placed.id);
    const shown = known ?? this.#make(placed, range);
    const { thread } = shown;
    const face = this.#faceOf(placed);
    const text = JSON.stringify(face);
    if (text === shown.face) return;
    if (known !== undefined && isAnswered(known.placed.finding, placed.finding)) expand(thread);
    Object.assign(shown, { placed, face: text });
    const isOpen = isUnresolved(placed.finding);
    thread.label = face.label;
    thread.comments = face.comments.map(toComment);
    thread.contextValue = contextOf(placed.finding);
    // A finding that may not be the reviewer's, or that is not read yet, has no thread in the log.
    thread.canReply = placed.finding.origin === undefined && placed.finding.arrived === undefined;
    const state = isOpen ? CommentThreadState.Unresolved : CommentThreadState.Resolved;
    if (thread.state === state) return;
    thread.state = state;
    if (!isOpen) collapse(thread);
  }

  #make(placed: PlacedFinding, range: Range): ShownThread {
    const thread = this.#controller.createCommentThread(Uri.file(placed.path ?? ''), range, []);
    thread.collapsibleState = CommentThreadCollapsibleState.Collapsed;
    const shown = { thread, placed, face: '' };
    this.#shown.set(placed.id, shown);
    return shown;
  }

  #faceOf(placed: PlacedFinding) {
    const { finding } = placed;
    const label = threadTitle(finding, this.#store.shownAt(placed), l10n.t);
    const { state, arrived } = finding;
    return { label, state, arrived, comments: [...threadComments(finding, l10n.t), ...this.#coming(placed)] };
  }

  /** Nothing once the log has it: a message about it may still be on its way. */
  #coming({ id, finding }: PlacedFinding): ThreadComment[] {
    const pending = this.#pending.get(id);
    if (pending === undefined) return [];
    const since = finding.replies?.slice(pending.known) ?? [];
    if (since.some(({ by, text }) => by === 'human' && text === pending.text.trim())) return [];
    return [{ by: 'human', text: pending.text, at: null, label: l10n.t('saving…') }];
  }
}

/** Open, or with a conversation that is worth reading. */
function isTalkedAbout(finding: LedgerFinding): boolean {
  return isUnresolved(finding) || finding.replies !== undefined;
}

function contextOf(finding: LedgerFinding): string {
  if (finding.arrived !== undefined) return findingThreads.arrived;
  return isUnresolved(finding) ? findingThreads.open : findingThreads.resolved;
}

/** An agent has said something new in a thread in which the user has spoken. */
function isAnswered(before: LedgerFinding, { replies = [] }: LedgerFinding): boolean {
  const added = replies.slice(before.replies?.length ?? 0);
  return replies.some(({ by }) => by === 'human') && added.some(({ by }) => by !== 'human');
}

function toComment({ by, text, at, label }: ThreadComment): Comment {
  return {
    author: { name: by === 'human' ? l10n.t('You') : speakerLabels[by] },
    // VS Code shows a string as it is; it renders only a MarkdownString as Markdown.
    body: text,
    mode: CommentMode.Preview,
    ...(label === '' ? {} : { label }),
    ...(at === null ? {} : { timestamp: new Date(at) }),
  };
}

/** VS Code sends the state only if it differs from the last one that was set, also if the user has changed it since. */
function expand(thread: CommentThread): void {
  thread.collapsibleState = CommentThreadCollapsibleState.Collapsed;
  thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
}

function collapse(thread: CommentThread): void {
  thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
  thread.collapsibleState = CommentThreadCollapsibleState.Collapsed;
}
