// Stands in for the rooms while a window has nothing of Party to show: an item in the status bar, views that load the
// rooms when they become visible, and a look whenever something may have changed.

import {
  type Disposable,
  type ExtensionContext,
  l10n,
  commands as registry,
  StatusBarAlignment,
  window,
  workspace,
} from 'vscode';
import { quietIcon } from '../../../core/status/quietIcon.ts';
import { partyPaths } from '../../../node/project/paths.ts';
import { refreshCurrent } from '../../../node/system/installation.ts';
import { DisposableMap, together } from '../../ui/disposables.ts';
import { commandId, contextKeys, statusItemId } from '../contributions.ts';
import { windowFolders } from '../folders.ts';
import { childEnvironment } from '../host.ts';
import { watchFolder } from '../watchFolder.ts';
import { contributed } from './manifestIds.ts';
import { hasSomethingToShow, isOfParty, projectDirectories } from './somethingToShow.ts';

export class QuietWindow implements Disposable {
  readonly #root: string;
  /** Loads the rooms, which dispose of this. */
  readonly #load: () => void;
  readonly #item = window.createStatusBarItem(statusItemId, StatusBarAlignment.Left, 20);
  readonly #watched = new DisposableMap<string>(
    (directory) => directory,
    (directory) => watchFolder(directory, () => this.#look()),
  );
  readonly #parts: Disposable;
  #disposed = false;

  constructor(extension: Pick<ExtensionContext, 'extension' | 'extensionPath'>, load: () => void) {
    this.#root = extension.extensionPath;
    this.#load = load;
    const look = () => this.#look();
    this.#parts = together([
      this.#item,
      this.#watched,
      ...contributed(extension).views.map((id) => this.#viewUntilVisible(id)),
      workspace.onDidChangeWorkspaceFolders(look),
      workspace.onDidGrantWorkspaceTrust(look),
      window.onDidChangeWindowState(({ focused }) => focused && look()),
      window.onDidEndTerminalShellExecution(look),
      window.tabGroups.onDidChangeTabs(({ opened, changed }) => [...opened, ...changed].some(isOfParty) && look()),
    ]);
    // What the rooms would find in a project without a plan and without collab, so that their commands can be chosen.
    void registry.executeCommand('setContext', contextKeys.plan, 'off');
    void registry.executeCommand('setContext', contextKeys.collab, 'off');
    this.#rest();
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
    this.#showItem(tops.length > 0);
    // The rooms try again, and report why it failed.
    if (workspace.isTrusted) refreshCurrent(partyPaths(childEnvironment(process.env)), this.#root).catch(this.#load);
  }

  #showItem(shown: boolean): void {
    this.#item.name = l10n.t('Party');
    this.#item.text = `$(${quietIcon}) ${l10n.t('Party')}`;
    this.#item.tooltip = l10n.t('No party is running for this folder');
    this.#item.command = commandId('showReview');
    if (shown) this.#item.show();
    else this.#item.hide();
  }

  #viewUntilVisible(id: string): Disposable {
    return window.registerTreeDataProvider<never>(id, {
      getTreeItem: (row) => row,
      getChildren: () => {
        // Later, because the rooms replace the provider that VS Code is asking now.
        setImmediate(() => this.#disposed || this.#load());
        return [];
      },
    });
  }
}
