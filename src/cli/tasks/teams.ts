// Teams: `pm init` makes the one of this project; the list shows all on this machine.

import { basename } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { errorText } from '../../core/base/remark.ts';
import { table } from '../../core/tasks/taskText.ts';
import { projectTop } from '../../node/project/paths.ts';
import { chooseStorage } from '../../node/tasks/openTasks.ts';
import { actorFor } from '../../node/tasks/permissions.ts';
import { findTeam, listTeams, makeTeam } from '../../node/tasks/team.ts';
import { markWindow, ownWindow } from '../../node/tasks/window.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';
import { headed, isForPerson } from '../party/tableHeads.ts';
import { openToChange } from './opened.ts';

export async function initTeam(cli: Cli, args: ParsedArguments): Promise<number> {
  const actor = await actorFor(cli, args.value('actor'), ['init']);
  const name = args.value('name') ?? basename(projectTop(cli.cwd));
  const backend = args.value('backend');
  if (backend !== undefined && backend !== 'fs' && backend !== 'github') {
    throw new PartyError('USAGE', `--backend is fs or github, not ${oneLine(backend, 40) || '""'}`);
  }
  const given = args.value('repo');
  if (given !== undefined && backend === 'fs') throw new PartyError('USAGE', '--repo is for --backend github');
  // A user who names a repository wants GitHub.
  const { storage, repo, warnings } = await chooseStorage(cli, {
    cwd: cli.cwd,
    ...(backend === undefined && given === undefined ? {} : { storage: backend ?? 'github' }),
    repo: given,
  });
  for (const warning of warnings) cli.say(warning);
  const windowId = await ownWindow(cli);
  const { team, folder } = await makeTeam(cli, cli.cwd, { name, storage, repo, actor, windowId });
  // The team exists. Failing to mark its window is not worth an error.
  if (windowId !== null) await markWindow(cli, windowId, team.id).catch((error: unknown) => cli.trace(String(error)));
  const kept = storage === 'github' ? `as issues of ${repo}` : `in ${folder}`;
  cli.print({
    json: { team, folder, warnings },
    text: `Team ${oneLine(team.name, 200)} (${team.id}); its tasks are kept ${kept}\n`,
  });
  return exits.success;
}

export async function renameTeam(cli: Cli, name: string, args: ParsedArguments): Promise<number> {
  const { storage, by, print } = await openToChange(cli, args, ['team.rename']);
  const team = await storage.renameTeam(name, by);
  print({ json: { team }, text: `Team ${oneLine(team.name, 200)} (${team.id})\n` });
  return exits.success;
}

export async function showTeams(cli: Cli): Promise<number> {
  const here = await findTeam(cli, cli.cwd).catch((error: unknown) => {
    // A pointer to a team that is gone must not hide the other teams.
    if (!(error instanceof PartyError)) throw error;
    cli.say(errorText(error, cli.reader));
    return undefined;
  });
  const { all, unreadable } = await listTeams(cli);
  for (const { file, problem } of unreadable) cli.say(`${file} was left out: ${problem}`);
  const teams = all.map(({ team, folder }) => ({ ...team, folder, here: team.id === here?.team.id }));
  const rows = teams.map(({ id, name, storage, repo, here: own }) => {
    const mark = own ? '*' : '';
    const where = storage === 'github' ? `github ${oneLine(repo ?? '', 200)}`.trim() : 'fs';
    // A person looks for the name, and programs rely on the order.
    return isForPerson() ? [mark, oneLine(name, 200), where, id] : [mark, id, where, oneLine(name, 200)];
  });
  cli.print({
    json: { teams, unreadable },
    text:
      table(headed(['', 'NAME', 'STORAGE', 'ID'], rows)) ||
      cli.named('No teams. Create one for this project with: party pm init --name NAME\n'),
  });
  return exits.success;
}
