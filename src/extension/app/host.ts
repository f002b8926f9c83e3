// What the extension can reach on the machine it runs on.

import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { type Paths, partyPaths } from '../../node/project/paths.ts';
import { createTmux, type Tmux } from '../../node/tmux/tmux.ts';
import { childEnvironment } from './environment.ts';

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
