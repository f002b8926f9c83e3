// The folders of teams: `$PARTY_CONFIG_HOME/teams/<uuid>` or `$XDG_CONFIG_HOME/tmux-team/teams/<uuid>`, else
// `~/.tmux-team/teams/<uuid>`.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { isTeamId } from '../../core/tasks/ids.ts';
import { readTeam } from '../../core/tasks/read.ts';
import type { Team } from '../../core/tasks/task.ts';
import { configFolders } from '../project/paths.ts';
import { readText } from '../system/store.ts';
import { teamGone } from './files/transaction.ts';

/** New teams go into the first folder. Existing teams are found in all of them. */
export function teamRoots(env: NodeJS.ProcessEnv): readonly [string, ...string[]] {
  const [first, ...others] = configFolders(env);
  return [join(first, 'teams'), ...others.map((folder) => join(folder, 'teams'))];
}

export async function readTeamFolder(folder: string): Promise<Team> {
  const file = join(folder, 'team.json');
  const text = await readText(file);
  if (text === undefined) throw teamGone(folder);
  const team = readTeam(parse(text));
  if ('value' in team) return team.value;
  throw new PartyError('CONFIG_INVALID', `${file}: ${team.problem}. Correct the file`);
}

export async function teamFolders(env: NodeJS.ProcessEnv): Promise<string[]> {
  const found = await Promise.all(
    teamRoots(env).map(async (root) => {
      const names = await readdir(root).catch((): string[] => []);
      return names.filter(isTeamId).map((name) => join(root, name));
    }),
  );
  return found.flat();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
