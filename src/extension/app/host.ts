// What the extension can use on the machine that it runs on.

import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { partyPaths } from '../../node/project/paths.ts';
import { createTmux } from '../../node/tmux/tmux.ts';
import type { TmuxMachine } from '../../node/tmux/tmuxMachine.ts';
import type { TitleOf } from '../ui/commandTitles.ts';

export interface Host extends Pick<TmuxMachine, 'env' | 'paths' | 'tmux'> {
  readonly log: LogOutputChannel;
  /** The folder of the installed extension: holds `dist/` and `resources/`. */
  readonly root: string;
  readonly titleOf: TitleOf;
}

export function createHost(context: ExtensionContext, log: LogOutputChannel, titleOf: TitleOf): Host {
  const env = childEnvironment(process.env);
  return { log, env, paths: partyPaths(env), tmux: createTmux(env), root: context.extensionPath, titleOf };
}

/**
 * The editor's own variables, which tmux's server would pass on to every pane. VS Code removes them from its terminals
 * too.
 */
const editors = /^(VSCODE_|ELECTRON_)/;

/** Removed so that the window's folders decide which party is used, not the terminal that the editor was started in. */
const whereabouts = ['PARTY_SESSION', 'TMUX', 'TMUX_PANE'];

/** The environment of every program that the extension starts: the user's own, without the editor's variables. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !editors.test(name) && !whereabouts.includes(name)));
}
