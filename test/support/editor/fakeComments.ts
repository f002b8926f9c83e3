// The comments of an editor without a window: the threads that the extension has made and not disposed of.

export interface FakeComment {
  readonly body: unknown;
  readonly author: { readonly name: string };
  readonly label?: string;
}

export interface FakeThread {
  readonly uri: { readonly fsPath: string };
  range: { readonly start: { readonly line: number } } | undefined;
  comments: readonly FakeComment[];
  /** All comments that it has ever shown. */
  readonly past: FakeComment[];
  label?: string;
  contextValue?: string;
  canReply?: unknown;
  state?: number;
  collapsibleState?: number;
  dispose(): void;
}

export class FakeComments {
  /** By the id of their controller. */
  readonly threads = new Map<string, Set<FakeThread>>();

  readonly createCommentController = (id: string) => {
    const own = new Set<FakeThread>();
    this.threads.set(id, own);
    return {
      createCommentThread(uri: FakeThread['uri'], range: FakeThread['range'], comments: readonly FakeComment[]) {
        const past: FakeComment[] = [];
        const thread: FakeThread = {
          ...{ uri, range, past, dispose: () => void own.delete(thread) },
          get comments() {
            return comments;
          },
          set comments(now) {
            comments = now;
            past.push(...now);
          },
        };
        own.add(thread);
        return thread;
      },
      dispose: () => own.clear(),
    };
  };
}

export const commentEnums = {
  CommentMode: { Editing: 0, Preview: 1 },
  CommentThreadState: { Unresolved: 0, Resolved: 1 },
  CommentThreadCollapsibleState: { Collapsed: 0, Expanded: 1 },
};
