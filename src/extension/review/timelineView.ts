// The Review Timeline: the rounds as a picture, in a webview that runs no script and loads nothing.

import { type Disposable, l10n, type Memento, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { stateKeys, timelinePanel } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Folder, FolderReview, Snapshot } from '../app/snapshot.ts';
import { timelinePage } from './timelinePage.ts';

export interface Timeline extends Disposable {
  show(folder: Folder): void;
}

export function createTimeline(host: Pick<Host, 'root'>, model: Model, memory: Memento): Timeline {
  let panel: WebviewPanel | undefined;
  let page = '';

  /** The picture of the same rounds is left alone, so that nobody loses their place in it. */
  function update(): void {
    const { snapshot } = model;
    if (panel === undefined || snapshot === undefined) return;
    const fresh = timelinePage(reviewToShow(snapshot, memory.get(stateKeys.timeline)), l10n.t);
    if (fresh === page) return;
    page = fresh;
    panel.webview.html = fresh;
  }

  function adopt(next: WebviewPanel): void {
    panel?.dispose();
    panel = next;
    page = '';
    const icon = (name: string) => Uri.file(`${host.root}/media/${name}.svg`);
    next.iconPath = { light: icon('timeline-light'), dark: icon('timeline-dark') };
    next.webview.options = {
      enableScripts: false,
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [],
    };
    next.onDidDispose(() => {
      if (panel === next) panel = undefined;
    });
    update();
  }

  const subscriptions: Disposable[] = [
    model.onDidChange(update),
    window.registerWebviewPanelSerializer(timelinePanel, {
      async deserializeWebviewPanel(restored) {
        adopt(restored);
      },
    }),
  ];

  return {
    show(folder) {
      void memory.update(stateKeys.timeline, folder.top);
      if (panel === undefined) {
        const column = { viewColumn: ViewColumn.Active, preserveFocus: false };
        adopt(window.createWebviewPanel(timelinePanel, l10n.t('Review Timeline'), column));
      } else {
        panel.reveal();
        update();
      }
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      panel?.dispose();
    },
  };
}

/** Of the folder that was asked for; after a reload the window may have others. */
function reviewToShow({ reviews }: Snapshot, top: string | undefined): FolderReview | undefined {
  return reviews.find(({ folder }) => folder.top === top) ?? reviews[0];
}
