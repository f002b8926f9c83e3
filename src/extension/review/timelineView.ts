// The Review Timeline: the rounds as a picture, in a webview that runs no script and loads nothing.

import { type Disposable, l10n, type Memento, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { stateKeys, timelinePanel } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Folder, FolderReview, Snapshot } from '../app/snapshot.ts';
import { together } from '../ui/disposables.ts';
import { timelinePage } from './timelinePage.ts';

export class Timeline implements Disposable {
  readonly #host: Pick<Host, 'root'>;
  readonly #model: Model;
  readonly #memory: Memento;
  readonly #subscriptions: Disposable;
  #panel: WebviewPanel | undefined;
  #page = '';

  constructor(host: Pick<Host, 'root'>, model: Model, memory: Memento) {
    this.#host = host;
    this.#model = model;
    this.#memory = memory;
    this.#subscriptions = together([
      model.onDidChange(() => this.#update()),
      window.registerWebviewPanelSerializer(timelinePanel, {
        deserializeWebviewPanel: async (restored) => this.#adopt(restored),
      }),
    ]);
  }

  show(folder: Folder): void {
    void this.#memory.update(stateKeys.timeline, folder.top);
    if (this.#panel === undefined) {
      const column = { viewColumn: ViewColumn.Active, preserveFocus: false };
      this.#adopt(window.createWebviewPanel(timelinePanel, l10n.t('Review Timeline'), column));
    } else {
      this.#panel.reveal();
      this.#update();
    }
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
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [],
    };
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    this.#update();
  }

  /** Leaves the picture alone while the rounds are the same, so that the user keeps the scroll position. */
  #update(): void {
    const { snapshot } = this.#model;
    if (this.#panel === undefined || snapshot === undefined) return;
    const page = timelinePage(reviewToShow(snapshot, this.#memory.get(stateKeys.timeline)), l10n.t);
    if (page === this.#page) return;
    this.#page = page;
    this.#panel.webview.html = page;
  }
}

/** The review of the requested folder; after a reload the window may have other folders. */
function reviewToShow({ reviews }: Snapshot, top: string | undefined): FolderReview | undefined {
  return reviews.find(({ folder }) => folder.top === top) ?? reviews[0];
}
