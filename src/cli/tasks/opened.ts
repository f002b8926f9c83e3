// What every action on tasks begins with: the actor, the actor's permission, and the team of this project.

import type { TaskVerb } from '../../core/tasks/permissions.ts';
import type { Team } from '../../core/tasks/task.ts';
import { openTasks } from '../../node/tasks/openTasks.ts';
import { actorFor } from '../../node/tasks/permissions.ts';
import type { ChangeOptions, Listed, TaskStorage } from '../../node/tasks/storage.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';

export interface OpenedTasks {
  readonly storage: TaskStorage;
  readonly team: Team;
  readonly folder: string;
  /** Prints an answer. Its warnings go to people on stderr, and to programs inside the answer. */
  print(answer: { json: Record<string, unknown>; text: string }): void;
  /** The entries that could be read; reports those that could not. */
  readable<T>(listed: Listed<T>): readonly T[];
}

export interface ChangeableTasks extends OpenedTasks {
  readonly by: ChangeOptions;
}

/** For actions that only read. */
export async function openToRead(cli: Cli, args: ParsedArguments): Promise<OpenedTasks> {
  const odd: string[] = [];
  const warn = (message: string) => {
    odd.push(message);
    cli.say(message);
  };
  const { storage, team, folder } = await openTasks(cli, { cwd: cli.cwd, repo: args.value('repo'), say: warn });
  return {
    ...{ storage, team, folder },
    print: ({ json, text }) => cli.print({ json: { ...json, warnings: odd }, text }),
    readable({ all, unreadable }) {
      for (const { file, problem } of unreadable) {
        warn(`${file} was left out: ${problem}`);
      }
      return all;
    },
  };
}

/** For actions that change something: checks the permission before it opens anything. */
export async function openToChange(
  cli: Cli,
  args: ParsedArguments,
  verbs: readonly TaskVerb[],
): Promise<ChangeableTasks> {
  const actor = await actorFor(cli, args.value('actor'), verbs);
  return { ...(await openToRead(cli, args)), by: { actor, force: args.flag('force') } };
}
