import { homedir } from 'node:os';
import { join } from 'node:path';
import type { InstallPlaces } from '../../core/install/installPlan.ts';
import { codexHome } from '../codex/codexConfig.ts';
import type { Paths } from '../project/paths.ts';
import { currentLink } from '../system/installation.ts';

/** `alongside`: beside Claude's own folder, for a Claude that is started with CLAUDE_CONFIG_DIR. */
export function installPlaces(env: NodeJS.ProcessEnv, paths: Paths, alongside: boolean): InstallPlaces {
  const home = env['HOME'] || homedir();
  const claude = alongside ? join(home, '.claude-tmux') : env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
  return {
    bin: join(home, '.local', 'bin'),
    claude,
    typedClaude: claude.startsWith(`${home}/`) ? `~${claude.slice(home.length)}` : claude,
    codex: codexHome(env),
    current: currentLink(paths),
  };
}

/** The files of `party install` itself. */
export interface InstallFolder {
  readonly record: string;
  readonly backups: string;
  readonly lock: string;
}

export function installFolder({ home }: Pick<Paths, 'home'>): InstallFolder {
  const folder = join(home, 'install');
  return { record: join(folder, 'record.json'), backups: join(folder, 'backups'), lock: join(folder, 'install.lock') };
}
