// Connects what happens in the window with the looks at the machine.

import { type Disposable, type TreeView, window, workspace } from 'vscode';
import { projectDirectory } from '../../node/project/paths.ts';
import { refreshCurrent } from '../../node/system/installation.ts';
import type { Context } from './context.ts';
import { settings } from './contributions.ts';
import { createPulse } from './refreshTimer.ts';

export interface WindowWatch {
  /** The first look, and what follows from it. */
  readonly ready: Promise<void>;
  readonly subscriptions: Disposable[];
}

export function watchWindow(context: Context, view: TreeView<unknown>): WindowWatch {
  const { host, model, terminals } = context;
  const isLive = () => (model.snapshot?.parties.length ?? 0) > 0;
  const pulse = createPulse({
    refresh: model.refresh,
    onDidChange: model.onDidChange,
    isLive,
    isSeen: () => window.state.focused || view.visible,
  });

  /** In a folder that is not trusted nothing is watched, as nothing runs. */
  function follow(): void {
    const { trusted = false, folders = [] } = model.snapshot ?? {};
    pulse.follow(trusted ? folders.map((folder) => projectDirectory(host.paths, folder.top)) : []);
  }

  async function begin(): Promise<void> {
    await model.refresh();
    if (!workspace.isTrusted) return;
    await terminals.restore(model.snapshot?.parties ?? []);
    await refreshCurrent(host.paths, host.root);
  }

  return {
    ready: begin().catch(context.report),
    subscriptions: [
      pulse,
      model.onDidChange(follow),
      workspace.onDidGrantWorkspaceTrust(() => void begin().catch(context.report)),
      workspace.onDidChangeWorkspaceFolders(() => pulse.look()),
      workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(settings.agents) && pulse.look()),
      window.onDidChangeWindowState(({ focused }) => focused && pulse.look()),
      view.onDidChangeVisibility(({ visible }) => visible && pulse.look()),
      // What was missing may have just been installed in a terminal of this window.
      window.onDidEndTerminalShellExecution(() => isLive() || pulse.look()),
    ],
  };
}
