import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { shellWord } from '../../core/base/shellWord.ts';
import { checkState } from '../../core/tasks/check.ts';
import type { TaskVerb } from '../../core/tasks/permissions.ts';
import type { Task, TaskChange } from '../../core/tasks/task.ts';
import { table, taskColumns, taskName } from '../../core/tasks/taskText.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';
import { headed } from '../party/tableHeads.ts';
import { bodyGiven, docFile, plainText } from './docs.ts';
import { openToChange, openToRead } from './opened.ts';

export async function addTask(cli: Cli, title: string, args: ParsedArguments): Promise<number> {
  const body = await bodyGiven(cli, args);
  const opened = await openToChange(cli, args, ['task.add']);
  const assignee = person(args.value('assignee')) ?? undefined;
  const milestone = place(args.value('milestone')) ?? undefined;
  const task = await opened.storage.addTask({ title, id: args.value('id'), milestone, assignee, body }, opened.by);
  opened.print({ json: { task }, text: `Task ${line(task)}\n` });
  return exits.success;
}

export async function listTasks(cli: Cli, args: ParsedArguments): Promise<number> {
  const [milestone, assignee] = [place(args.value('milestone')), person(args.value('assignee'))];
  const status = args.value('status');
  const filter = {
    milestone: milestone ?? undefined,
    assignee: assignee ?? undefined,
    status: status === undefined ? undefined : checkState(status),
  };
  const opened = await openToRead(cli, args);
  // A milestone that does not exist is a typo, so throw instead of listing nothing.
  if (filter.milestone !== undefined) await opened.storage.milestone(filter.milestone);
  const tasks = opened.readable(await opened.storage.tasks(filter)).filter((task) => {
    return (milestone !== null || task.milestone === null) && (assignee !== null || task.assignee === null);
  });
  const filtered = [milestone, assignee, status].some((value) => value !== undefined);
  const none = filtered ? 'No tasks match\n' : cli.named('No tasks. Add one with: party pm task add TITLE\n');
  opened.print({ json: { tasks }, text: table(headed(['ID', 'STATUS', 'TASK'], tasks.map(taskColumns))) || none });
  return exits.success;
}

export async function showTask(cli: Cli, id: string, args: ParsedArguments): Promise<number> {
  const opened = await openToRead(cli, args);
  const task = await opened.storage.task(id);
  const { path, text } = await opened.storage.doc('task', task.id);
  const doc = { path: docFile(opened, path), text };
  const { finding, issue } = task;
  const rows = [
    ['status:', task.status],
    ['milestone:', task.milestone ?? 'none'],
    ['assignee:', task.assignee ?? 'none'],
    ...(finding === undefined ? [] : [['finding:', `${finding.key} (${finding.severity}) of ${finding.project}`]]),
    ...(issue === undefined ? [] : [['issue:', issue.url]]),
    ['document:', text === '' ? 'none' : doc.path],
    ['created:', task.createdAt],
    ['updated:', task.updatedAt],
  ].map((row) => ['', ...row.map((cell) => oneLine(cell, 500))]);
  const body = text.trim() === '' ? '' : `\n${plainText(text.trim()).replace(/^(?=.)/gm, '    ')}\n`;
  opened.print({
    json: { task, doc },
    text: `Task ${taskName(task)}: ${oneLine(task.title, 500)}\n${table(rows)}${body}`,
  });
  return exits.success;
}

export async function updateTask(cli: Cli, id: string, args: ParsedArguments): Promise<number> {
  const [title, status] = [args.value('title'), args.value('status')];
  const [milestone, assignee] = [place(args.value('milestone')), person(args.value('assignee'))];
  const change: TaskChange = {
    ...(title === undefined ? {} : { title }),
    ...(status === undefined ? {} : { status: checkState(status) }),
    ...(milestone === undefined ? {} : { milestone }),
    ...(assignee === undefined ? {} : { assignee }),
  };
  if (Object.keys(change).length === 0) {
    throw new PartyError('USAGE', 'Nothing to change: give --status, --title, --milestone or --assignee');
  }
  return applyChange(cli, id, change, args);
}

export function finishTask(cli: Cli, id: string, args: ParsedArguments): Promise<number> {
  return applyChange(cli, id, { status: 'done' }, args);
}

export async function deleteTask(cli: Cli, id: string, args: ParsedArguments): Promise<number> {
  const opened = await openToChange(cli, args, ['task.delete']);
  const task = await opened.storage.deleteTask(id, opened.by);
  const closed =
    opened.storage.kind === 'github' && task.issue !== undefined ? '; its issue is closed as not planned' : '';
  const text = cli.named(
    `Task ${taskName(task)} deleted: ${oneLine(task.title, 200)}${closed}. To restore it: party pm task restore ${shellWord(task.id)}\n`,
  );
  opened.print({ json: { task }, text });
  return exits.success;
}

export async function restoreTask(cli: Cli, id: string, args: ParsedArguments): Promise<number> {
  const opened = await openToChange(cli, args, ['task.add']);
  const task = await opened.storage.restoreTask(id, opened.by);
  opened.print({ json: { task }, text: `Task ${line(task)}\n` });
  return exits.success;
}

async function applyChange(cli: Cli, id: string, change: TaskChange, args: ParsedArguments): Promise<number> {
  const opened = await openToChange(cli, args, verbsOf(change));
  const task = await opened.storage.updateTask(id, change, opened.by);
  opened.print({ json: { task }, text: `Task ${line(task)}\n` });
  return exits.success;
}

/** Setting a task to done needs its own permission, whichever command does it. */
/**
 * Fetches what changed on GitHub. The other direction needs no sync, because Party writes changes to GitHub at once.
 */
export async function pullTasks(cli: Cli, args: ParsedArguments): Promise<number> {
  const opened = await openToChange(cli, args, ['sync']);
  const { changed } = await opened.storage.pull(opened.by);
  const nothing =
    opened.storage.kind === 'fs' ? 'The tasks are kept in files here: there is nothing to pull' : 'Nothing new';
  opened.print({ json: { changed }, text: changed.map((one) => `${oneLine(one, 500)}\n`).join('') || `${nothing}\n` });
  return exits.success;
}

function verbsOf(change: TaskChange): TaskVerb[] {
  return (['status', 'title', 'milestone', 'assignee'] as const)
    .filter((field) => change[field] !== undefined)
    .map((field): TaskVerb => (field === 'status' && change.status === 'done' ? 'task.done' : `task.update.${field}`));
}

function line(task: Task): string {
  return taskColumns(task).join('  ');
}

/** Strips the `@` of `@user`. Null removes the assignee. */
function person(given: string | undefined): string | null | undefined {
  return given === undefined ? undefined : noneOr('assignee', given.trim().replace(/^@/, ''));
}

function place(given: string | undefined): string | null | undefined {
  return given === undefined ? undefined : noneOr('milestone', given.trim());
}

/** An empty value is most likely a shell variable that was not set, not a request to remove something. */
function noneOr(option: string, word: string): string | null {
  if (word === '') throw new PartyError('USAGE', `--${option} is empty; to remove it, give: --${option} none`);
  return word === 'none' ? null : word;
}
