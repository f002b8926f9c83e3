// What the extension can reach on the machine it runs on.

import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { type Paths, partyPaths } from '../../node/project/paths.ts';
import { createTmux, type Tmux } from '../../node/tmux/tmux.ts';

export interface Host {
  readonly log: LogOutputChannel;
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  readonly tmux: Tmux;
  /** The installed extension: holds `dist/` and `resources/`. */
  readonly root: string;
}

export function createHost(context: ExtensionContext, log: LogOutputChannel): Host {
  const env = childEnvironment(process.env);
  return { log, env, paths: partyPaths(env), tmux: createTmux(env), root: context.extensionPath };
}

/** The editor's own variables would follow tmux's server into every pane; VS Code cleans its terminals the same way. */
const editors = /^(VSCODE_|ELECTRON_)/;

/** Where the editor itself was started must not decide which party the window means: its folders do. */
const whereabouts = ['PARTY_SESSION', 'TMUX', 'TMUX_PANE'];

/** The environment of every program that the extension starts: the user's own, without what the editor put there. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !editors.test(name) && !whereabouts.includes(name)));
}
