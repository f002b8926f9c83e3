// Reads the tasks of a folder from this machine, for the boards. The files also hold what GitHub had at the last sync:
// this reads and watches those files. The shipped program asks GitHub.

import { messageOf } from '../../core/base/errors.ts';
import { loadConfig } from '../../node/project/configFiles.ts';
import { openFsReader } from '../../node/tasks/files/reader.ts';
import { findTeam } from '../../node/tasks/team.ts';
import type { PartyCommand } from '../app/callVerb.ts';
import type { TaskBoard, TaskSource } from './taskBoards.ts';
import { tasksProgram } from './tasksProgram.ts';

export function taskSource(program: PartyCommand): TaskSource {
  const { env } = program;
  return {
    async read(folder) {
      const found = await findTeam({ env }, folder.path);
      if (found === undefined) return undefined;
      const { folder: place, top } = found;
      const { pm } = await loadConfig({ places: [folder.path, folder.top], env });
      const kind = found.team.storage ?? pm.storage ?? 'fs';
      const files = openFsReader(place);
      const [team, milestones, tasks] = await Promise.all([files.team(), files.milestones(), files.tasks()]);
      return {
        ...{ team, place, top, kind, milestones: milestones.all, tasks: tasks.all },
        unreadable: [...milestones.unreadable, ...tasks.unreadable],
      };
    },
    async ask(folder) {
      try {
        return await tasksProgram.pull(program, folder.path);
      } catch (error) {
        // Offline, the files are enough.
        return [messageOf(error)];
      }
    },
  };
}

/** On GitHub, the text of a milestone is its description. */
export async function readTaskDoc(
  { place, kind }: Pick<TaskBoard, 'place' | 'kind'>,
  of: 'task' | 'milestone',
  id: string,
): Promise<string> {
  const files = openFsReader(place);
  if (kind === 'github' && of === 'milestone') return (await files.milestone(id)).description ?? '';
  return (await files.doc(of, id)).text;
}
