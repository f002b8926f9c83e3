// Turns findings into tasks when a person or an agent asks for it.

import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { english } from '../../core/base/translate.ts';
import { taskText } from '../../core/findings/words.ts';
import type { LinkedTask } from '../../core/gates/tasks.ts';
import { linkedTasks, taskOfFinding } from '../../node/tasks/findingTask.ts';
import { actorFor } from '../../node/tasks/permissions.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';
import { reviewHere } from '../review/reviewShow.ts';

export async function makeTask(cli: Cli, key: string, args: ParsedArguments): Promise<number> {
  const actor = await actorFor(cli, args.value('actor'), ['task.add']);
  const { finding, task, team, created } = await taskOfFinding(cli, key, {
    ...{ actor, milestone: args.value('milestone'), issue: args.flag('issue') },
    say: cli.say,
  });
  const number = task.issue === undefined ? {} : { issue: task.issue };
  const name = taskText({ team: team.id, id: task.id, ...number }, english);
  const where = task.issue === undefined ? '' : `issue: ${oneLine(task.issue.url, 500)}\n`;
  cli.print({
    json: { finding, task, team, created },
    text: `${finding.key} ${created ? 'is now' : 'is already'} ${name}: ${oneLine(task.title, 200)}\n${where}`,
  });
  return exits.success;
}

export async function listFindingTasks(cli: Cli): Promise<number> {
  const tasks = await linkedTasks(cli, await reviewHere(cli), cli.say);
  cli.print({
    json: { tasks },
    text: tasks.map((task) => `${row(task)}\n`).join('') || 'No finding has a task\n',
  });
  return exits.success;
}

function row({ finding, severity, task, status }: LinkedTask): string {
  return `${finding}  task ${oneLine(task, 40)}  ${severity}: ${status ?? 'gone'}`;
}
