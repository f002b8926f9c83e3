// Refreshes the model on events in the window.

import { type Disposable, type TreeView, window, workspace } from 'vscode';
import { projectDirectory } from '../../node/project/paths.ts';
import { refreshCurrent } from '../../node/system/installation.ts';
import { worktreeTops } from '../../node/worktree/repositoryFiles.ts';
import { PartyWatch } from '../session/partyWatch.ts';
import type { Context } from './context.ts';
import { settings } from './contributions.ts';
import { pauseBetweenLooks, RefreshTimer } from './refreshTimer.ts';
import { allPartiesOf, watchedFolders } from './snapshot.ts';

export interface WindowWatch {
  /** Resolves after the first refresh and what follows from it. */
  readonly ready: Promise<void>;
  readonly subscriptions: Disposable[];
}

export function watchWindow(context: Context, view: TreeView<unknown>): WindowWatch {
  const { host, model, terminals } = context;
  const parties = () => (model.snapshot ? allPartiesOf(model.snapshot) : []);
  const isLive = () => parties().length > 0;
  const isSeen = () => window.state.focused || view.visible;
  const partyWatch = new PartyWatch(host, () => timer.look());
  const timer: RefreshTimer = new RefreshTimer({
    async refresh() {
      await model.refresh();
      // Also when nothing has changed: a watcher may have ended while its party goes on.
      partyWatch.follow(parties());
    },
    onDidChange: model.onDidChange,
    pauseMs: () =>
      isLive() ? pauseBetweenLooks({ reported: partyWatch.reports(parties()), seen: isSeen() }) : undefined,
  });

  const follow = () => {
    const tops = watchedFolders(model.snapshot).flatMap(({ top }) => [top, ...worktreeTops(top)]);
    // A party of another worktree leaves its first trace there.
    timer.follow([...new Set(tops)].map((top) => projectDirectory(host.paths, top)));
    partyWatch.follow(parties());
  };

  async function begin(): Promise<void> {
    await model.refresh();
    if (!workspace.isTrusted) return;
    await terminals.restore();
    await refreshCurrent(host.paths, host.root);
  }
  const ready = begin().catch(context.report);

  return {
    ready,
    subscriptions: [
      partyWatch,
      timer,
      model.onDidChange(follow),
      model.onDidChange(() => void ready.then(() => terminals.restore()).catch(context.report)),
      workspace.onDidGrantWorkspaceTrust(() => void begin().catch(context.report)),
      ...lookOnEvents(timer, view, isLive),
    ],
  };
}

function lookOnEvents(timer: RefreshTimer, view: TreeView<unknown>, isLive: () => boolean): Disposable[] {
  return [
    workspace.onDidChangeWorkspaceFolders(() => timer.look()),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(settings.agents) && timer.look()),
    window.onDidChangeWindowState(({ focused }) => focused && timer.look()),
    view.onDidChangeVisibility(({ visible }) => visible && timer.look()),
    // The user may have just installed a missing program in a terminal of this window.
    window.onDidEndTerminalShellExecution(() => isLive() || timer.look()),
  ];
}
