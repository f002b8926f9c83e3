import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { checkState } from '../../core/tasks/check.ts';
import type { Milestone, MilestoneChange } from '../../core/tasks/task.ts';
import { milestoneColumns, progressOf, table } from '../../core/tasks/taskText.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';
import { headed } from '../party/tableHeads.ts';
import { openToChange, openToRead } from './opened.ts';

export async function addMilestone(cli: Cli, name: string, args: ParsedArguments): Promise<number> {
  const opened = await openToChange(cli, args, ['milestone.add']);
  const milestone = await opened.storage.addMilestone({ name, description: args.value('description') }, opened.by);
  opened.print({ json: { milestone }, text: `Milestone ${line(milestone)}\n` });
  return exits.success;
}

export async function listMilestones(cli: Cli, args: ParsedArguments): Promise<number> {
  const opened = await openToRead(cli, args);
  const [milestones, tasks] = await Promise.all([opened.storage.milestones(), opened.storage.tasks()]);
  const known = opened.readable(tasks);
  const all = opened
    .readable(milestones)
    .map((milestone) => ({ ...milestone, tasks: progressOf(milestone.id, known) }));
  opened.print({
    json: { milestones: all },
    text:
      table(
        headed(
          ['ID', 'STATUS', 'MILESTONE'],
          all.map((milestone) => milestoneColumns(milestone, milestone.tasks)),
        ),
      ) || cli.named('No milestones. Add one with: party pm milestone add NAME\n'),
  });
  return exits.success;
}

export async function updateMilestone(cli: Cli, id: string, args: ParsedArguments): Promise<number> {
  const status = args.value('status');
  const change: MilestoneChange = {
    ...given('name', args.value('name')),
    ...given('description', args.value('description')),
    ...(status === undefined ? {} : { status: checkState(status) }),
  };
  if (Object.keys(change).length === 0) {
    throw new PartyError('USAGE', 'Nothing to change: give --name, --description or --status');
  }
  const others = change.status !== 'done' || Object.keys(change).length > 1;
  const done = change.status === 'done';
  const opened = await openToChange(cli, args, [
    ...(others ? (['milestone.update'] as const) : []),
    ...(done ? (['milestone.done'] as const) : []),
  ]);
  const milestone = await opened.storage.updateMilestone(id, change, opened.by);
  opened.print({ json: { milestone }, text: `Milestone ${line(milestone)}\n` });
  return exits.success;
}

/** Closing a milestone is a separate decision: it does not close its tasks, and its tasks do not close it. */
export async function finishMilestone(cli: Cli, id: string, args: ParsedArguments): Promise<number> {
  const opened = await openToChange(cli, args, ['milestone.done']);
  const milestone = await opened.storage.updateMilestone(id, { status: 'done' }, opened.by);
  const { total, done } = progressOf(milestone.id, (await opened.storage.tasks({ milestone: milestone.id })).all);
  const open = total - done;
  const left = open === 0 ? '' : ` (${open} of its tasks ${open === 1 ? 'is' : 'are'} not)`;
  opened.print({ json: { milestone }, text: `Milestone ${line(milestone)}${left}\n` });
  return exits.success;
}

function line({ id, status, name }: Milestone): string {
  return `${oneLine(id, 100)}  ${status}  ${oneLine(name, 200)}`;
}

function given<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}
