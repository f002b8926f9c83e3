// What every action on tasks begins with: the actor, the actor's permission, and the team of this project.

import type { PmVerb } from '../../core/tasks/permissions.ts';
import type { Team } from '../../core/tasks/task.ts';
import { openPm } from '../../node/tasks/openPm.ts';
import { actorFor } from '../../node/tasks/permissions.ts';
import type { ChangeOptions, Listed, PmStorage } from '../../node/tasks/storage.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';

export interface Desk {
  readonly storage: PmStorage;
  readonly team: Team;
  readonly folder: string;
  /** Prints an answer. Its warnings go to people on stderr, and to programs inside the answer. */
  print(answer: { json: Record<string, unknown>; text: string }): void;
  /** The entries that could be read; reports those that could not. */
  readable<T>(listed: Listed<T>): readonly T[];
}

export interface ActingDesk extends Desk {
  readonly by: ChangeOptions;
}

/** For actions that only read. */
export async function openDesk(cli: Cli): Promise<Desk> {
  const { storage, team, folder, warnings } = await openPm(cli, { cwd: cli.cwd, say: cli.say });
  const odd = [...warnings];
  return {
    ...{ storage, team, folder },
    print: ({ json, text }) => cli.print({ json: { ...json, warnings: odd }, text }),
    readable({ all, unreadable }) {
      for (const { file, problem } of unreadable) {
        const warning = `${file} was left out: ${problem}`;
        odd.push(warning);
        cli.say(warning);
      }
      return all;
    },
  };
}

/** For actions that change something: checks the permission before it opens anything. */
export async function openActingDesk(cli: Cli, args: ParsedArguments, verbs: readonly PmVerb[]): Promise<ActingDesk> {
  const actor = await actorFor(cli, args.value('actor'), verbs);
  return { ...(await openDesk(cli)), by: { actor, force: args.flag('force') } };
}
