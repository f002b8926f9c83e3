// Stands in for the rooms while a window has nothing of Party to show: an item in the status bar, and a look whenever
// something may have changed.

import { type Disposable, commands as registry, window, workspace } from 'vscode';
import { partyPaths } from '../../../node/project/paths.ts';
import { refreshCurrent } from '../../../node/system/installation.ts';
import { DisposableMap, together } from '../../ui/disposables.ts';
import { contextKeys } from '../contributions.ts';
import { windowFolders } from '../folders.ts';
import { childEnvironment } from '../host.ts';
import { watchFolder } from '../watchFolder.ts';
import { createQuietItem } from './quietItem.ts';
import { hasSomethingToShow, isOfParty, projectDirectories, tracePattern } from './somethingToShow.ts';

export class QuietWindow implements Disposable {
  readonly #root: string;
  /** Loads the rooms, which dispose of this. */
  readonly #load: () => void;
  readonly #item = createQuietItem();
  readonly #watched = new DisposableMap<string>(
    (directory) => directory,
    (directory) => watchFolder(directory, () => this.#look()),
  );
  readonly #parts: Disposable;
  #disposed = false;

  /** `root` is the folder of the installed extension. */
  constructor(root: string, load: () => void) {
    this.#root = root;
    this.#load = load;
    const look = () => this.#look();
    const files = workspace.createFileSystemWatcher(tracePattern, false, true, true);
    this.#parts = together([
      this.#item,
      this.#watched,
      files,
      files.onDidCreate(look),
      workspace.onDidChangeWorkspaceFolders(look),
      workspace.onDidGrantWorkspaceTrust(look),
      workspace.onDidGrantWorkspaceTrust(() => this.#linkToThisVersion()),
      window.onDidChangeWindowState(({ focused }) => focused && look()),
      window.onDidEndTerminalShellExecution(look),
      window.tabGroups.onDidChangeTabs(({ opened, changed }) => [...opened, ...changed].some(isOfParty) && look()),
    ]);
    // What the rooms would find in a project without a plan and without collab, so that their commands can be chosen.
    void registry.executeCommand('setContext', contextKeys.plan, 'off');
    void registry.executeCommand('setContext', contextKeys.collab, 'off');
    this.#rest();
    this.#linkToThisVersion();
  }

  dispose(): void {
    this.#disposed = true;
    this.#parts.dispose();
  }

  #look(): void {
    if (this.#disposed) return;
    if (hasSomethingToShow()) this.#load();
    else this.#rest();
  }

  /** Watches where a party would leave its first trace. */
  #rest(): void {
    const tops = workspace.isTrusted ? windowFolders().map(({ top }) => top) : [];
    this.#watched.sync(projectDirectories(tops));
    if (tops.length > 0) this.#item.show();
    else this.#item.hide();
  }

  #linkToThisVersion(): void {
    if (this.#disposed || !workspace.isTrusted) return;
    const paths = partyPaths(childEnvironment(process.env));
    // The rooms try again, and report why it failed.
    refreshCurrent(paths, this.#root).catch(() => this.#disposed || this.#load());
  }
}
