// The Review Timeline: the rounds as a picture, in a webview that runs no script and loads nothing.

import {
  type Disposable,
  l10n,
  type Memento,
  TabInputWebview,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import type { ProjectEvent } from '../../core/project/event.ts';
import { type StoryItem, type StoryKind, storyKinds, storyOf } from '../../core/review/timeline/story.ts';
import { openProjectLog } from '../../node/project/projectLog.ts';
import { commandId, stateKeys, timelinePanel } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import { type Folder, type FolderReview, partiesOf, type Snapshot } from '../app/snapshot.ts';
import { together } from '../ui/disposables.ts';
import { timelineLinks, timelinePage } from './timelinePage.ts';

export class Timeline implements Disposable {
  readonly #host: Pick<Host, 'root' | 'paths'>;
  readonly #model: Model;
  readonly #memory: Memento;
  readonly #subscriptions: Disposable;
  readonly #events = new KnownEvents();
  #shown: ReadonlySet<StoryKind>;
  #panel: WebviewPanel | undefined;
  #page = '';
  #updates = 0;

  constructor(host: Pick<Host, 'root' | 'paths'>, model: Model, memory: Memento) {
    this.#host = host;
    this.#model = model;
    this.#memory = memory;
    const kept: unknown = memory.get(stateKeys.timelineShown);
    this.#shown = new Set(storyKinds.filter((kind) => Array.isArray(kept) && kept.includes(kind)));
    this.#subscriptions = together([
      model.onDidChange(() => void this.#update()),
      window.registerWebviewPanelSerializer(timelinePanel, {
        deserializeWebviewPanel: async (restored) => this.#adopt(restored),
      }),
    ]);
  }

  async show(folder: Folder): Promise<void> {
    void this.#memory.update(stateKeys.timeline, folder.top);
    if (this.#panel === undefined) {
      // After a reload, VS Code restores a tab only when it becomes visible; until then no one can show it.
      await window.tabGroups.close(timelineTabs());
      const column = { viewColumn: ViewColumn.Active, preserveFocus: false };
      this.#adopt(window.createWebviewPanel(timelinePanel, l10n.t('Review Timeline'), column));
    } else {
      this.#panel.reveal();
      await this.#update();
    }
  }

  /** Shows or hides one kind of what happened beside the rounds. */
  async toggle(kind: unknown): Promise<void> {
    const known = storyKinds.find((one) => one === kind);
    if (known === undefined) return;
    const wasShown = this.#shown.has(known);
    this.#shown = new Set(storyKinds.filter((one) => (one === known ? !wasShown : this.#shown.has(one))));
    await this.#memory.update(stateKeys.timelineShown, [...this.#shown]);
    await this.#update();
  }

  /** What happened, as far as the user wants to see it. */
  async story(shown: FolderReview): Promise<readonly StoryItem[]> {
    const { snapshot } = this.#model;
    if (snapshot === undefined || this.#shown.size === 0) return [];
    const { folder, review } = shown;
    const { top } = folder;
    const facts = {
      rounds: review.rounds,
      events: await this.#events.read(revisionOf(snapshot, shown), () =>
        openProjectLog(this.#host.paths, top).events(),
      ),
      denied: snapshot.proofs.find((one) => one.folder.top === top)?.denied ?? [],
      messages: partiesOf(snapshot, folder).flatMap(({ status }) => status.messages),
    };
    return storyOf(facts, this.#shown, l10n.t);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#panel?.dispose();
  }

  #adopt(panel: WebviewPanel): void {
    this.#panel?.dispose();
    this.#panel = panel;
    this.#page = '';
    const icon = (name: string) => Uri.file(`${this.#host.root}/media/${name}.svg`);
    panel.iconPath = { light: icon('timeline-light'), dark: icon('timeline-dark') };
    panel.webview.options = {
      enableScripts: false,
      enableCommandUris: timelineLinks.map(commandId),
      enableForms: false,
      localResourceRoots: [],
    };
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    void this.#update();
  }

  /** Leaves the picture alone while nothing in it has changed, so that the user keeps the scroll position. */
  async #update(): Promise<void> {
    const { snapshot } = this.#model;
    if (this.#panel === undefined || snapshot === undefined) return;
    this.#updates += 1;
    const own = this.#updates;
    const shown = reviewToShow(snapshot, this.#memory.get(stateKeys.timeline));
    // Without the log, the rounds are still there.
    const items = shown === undefined ? [] : await this.story(shown).catch(() => []);
    const page = timelinePage(shown, l10n.t, { shown: this.#shown, items });
    if (own !== this.#updates || page === this.#page || this.#panel === undefined) return;
    this.#page = page;
    this.#panel.webview.html = page;
  }
}

/** The events of the log, which are read again only after something has changed. */
class KnownEvents {
  #revision = '';
  #events: Promise<readonly ProjectEvent[]> | undefined;

  async read(revision: string, read: () => Promise<readonly ProjectEvent[]>): Promise<readonly ProjectEvent[]> {
    if (this.#events === undefined || revision !== this.#revision) {
      this.#revision = revision;
      this.#events = read();
    }
    try {
      return await this.#events;
    } catch (error) {
      this.#events = undefined;
      throw error;
    }
  }
}

function revisionOf({ plans, collabs }: Snapshot, { folder, revision }: FolderReview): string {
  const isSame = (one: { readonly folder: Folder }) => one.folder.top === folder.top;
  return JSON.stringify([folder.top, revision, plans.find(isSame)?.revision, collabs.find(isSame)?.status]);
}

function timelineTabs() {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  // VS Code puts a prefix before the type.
  return tabs.filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith(timelinePanel));
}

/** The review of the requested folder; after a reload the window may have other folders. */
function reviewToShow({ reviews }: Snapshot, top: string | undefined): FolderReview | undefined {
  return reviews.find(({ folder }) => folder.top === top) ?? reviews[0];
}
