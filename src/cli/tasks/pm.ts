import { taskStates } from '../../core/tasks/task.ts';
import { type Action, type Actions, runAction } from '../party/actions.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { givenText } from '../party/textInput.ts';
import { docOf, taskDoc } from './docs.ts';
import { jump } from './jump.ts';
import { showLog, undo } from './log.ts';
import { addMilestone, finishMilestone, listMilestones, updateMilestone } from './milestones.ts';
import { addTask, deleteTask, finishTask, listTasks, pullTasks, restoreTask, showTask, updateTask } from './tasks.ts';
import { initTeam, renameTeam, showTeams } from './teams.ts';

export const pm: Command = {
  ...headings.pm,
  operandCount: [0, 4],
  alone: 'task',
  options: {
    name: { value: 'NAME', help: 'init, milestone update: its name' },
    backend: { value: 'fs|github', help: 'init: where the tasks are kept (default fs)' },
    repo: { value: 'OWNER/NAME', help: "The repository on GitHub (default: the team's, or that of git's remote)" },
    id: { value: 'ID', help: 'task add: its id, instead of a number' },
    description: { value: 'TEXT', freeText: true, short: 'd', help: 'milestone add, update: its description' },
    milestone: { value: 'ID', help: 'task add, update, list: the milestone; "none" removes it from its milestone' },
    status: { value: 'STATUS', help: `task update, list: ${taskStates.join(', ')}` },
    assignee: { value: '@NAME', short: 'a', help: 'task add, update, list: the assignee; "none" removes it' },
    title: { value: 'TEXT', freeText: true, help: 'task update: its new title' },
    body: { value: 'TEXT', freeText: true, help: 'task add, doc: the text of its document' },
    'body-file': { value: 'FILE', help: 'task add, doc: the same from a file; - is standard input' },
    edit: { help: 'task doc, milestone doc: edit it in $VISUAL or $EDITOR' },
    print: { help: 'doc: print it, even in a terminal' },
    limit: { value: 'N', help: 'log: the last N only' },
    follow: { help: 'log: print new changes until Ctrl-C; with --json, one object per line' },
    pull: { help: 'sync: fetch from GitHub' },
    actor: { value: 'NAME', help: 'Who makes the change; detected for an agent, otherwise human' },
    force: { help: 'Overwrite what was changed on GitHub in the meantime' },
  },
  details: [
    'init                    create the team of this project',
    'rename NAME             give the team of this project another name',
    'list                    all teams (ls)',
    'milestone add NAME      and list, update ID, done ID, doc ID [ref]; pm milestone lists (m)',
    'task add TITLE          and list, show ID, update ID, done ID, delete ID, restore ID, doc ID [ref]; pm task lists (t)',
    'doc ID                  edit the document of a task; without a terminal, print it',
    'log                     who changed what',
    'undo                    undo the last change; run it again for the one before',
    'jump                    go to the tmux window of the team',
    'sync                    fetch what was changed on GitHub',
    '',
    'NAME, TITLE and TEXT can be -, which is standard input.',
    'A task of milestone 1 has an id such as 1-2; a plain number means the task with that number; --id gives it another id.',
    'Settings: pm.storage is for new teams; a team stays where pm init made it. An agent can be limited',
    'by pm.permissions in ~/.tmux-team/config.json: { "codex": { "allow": ["task.update.status", "task.done"] } }.',
  ].join('\n'),
  get actions() {
    return pmActions;
  },
  run: (cli, args) => runAction(pm, pmActions, cli, args),
};

const reading = ['repo'];
const acting = ['actor', 'force', ...reading];

const milestone: Readonly<Record<string, Action>> = {
  add: {
    takes: ['NAME'],
    options: [...acting, 'description'],
    run: async (cli, [name = ''], args) => addMilestone(cli, await givenText(name), args),
  },
  list: { takes: [], also: ['ls'], options: reading, run: (cli, _, args) => listMilestones(cli, args) },
  update: {
    takes: ['ID'],
    options: [...acting, 'name', 'description', 'status'],
    run: (cli, [id = ''], args) => updateMilestone(cli, id, args),
  },
  done: { takes: ['ID'], options: acting, run: (cli, [id = ''], args) => finishMilestone(cli, id, args) },
  doc: {
    takes: ['ID', '[ref]'],
    options: [...acting, 'edit', 'body', 'body-file'],
    run: (cli, operands, args) => docOf(cli, 'milestone', operands, args),
  },
};

const task: Readonly<Record<string, Action>> = {
  add: {
    takes: ['TITLE'],
    options: [...acting, 'id', 'milestone', 'assignee', 'body', 'body-file'],
    run: async (cli, [title = ''], args) => addTask(cli, await givenText(title), args),
  },
  list: {
    takes: [],
    options: [...reading, 'milestone', 'status', 'assignee'],
    also: ['ls'],
    run: (cli, _, args) => listTasks(cli, args),
  },
  show: { takes: ['ID'], options: reading, run: (cli, [id = ''], args) => showTask(cli, id, args) },
  update: {
    takes: ['ID'],
    options: [...acting, 'status', 'title', 'milestone', 'assignee'],
    run: (cli, [id = ''], args) => updateTask(cli, id, args),
  },
  done: { takes: ['ID'], options: acting, run: (cli, [id = ''], args) => finishTask(cli, id, args) },
  delete: {
    takes: ['ID'],
    also: ['remove', 'rm'],
    options: acting,
    run: (cli, [id = ''], args) => deleteTask(cli, id, args),
  },
  restore: { takes: ['ID'], options: acting, run: (cli, [id = ''], args) => restoreTask(cli, id, args) },
  doc: {
    takes: ['ID', '[ref]'],
    options: [...acting, 'edit', 'body', 'body-file'],
    run: (cli, operands, args) => docOf(cli, 'task', operands, args),
  },
};

export const pmActions: Actions = {
  init: { takes: [], options: ['name', 'backend', 'repo', 'actor'], run: (cli, _, args) => initTeam(cli, args) },
  rename: {
    takes: ['NAME'],
    options: ['actor'],
    run: async (cli, [name = ''], args) => renameTeam(cli, await givenText(name), args),
  },
  list: { takes: [], also: ['ls'], run: (cli) => showTeams(cli) },
  milestone: { actions: milestone, alone: 'list', also: ['m'] },
  task: { actions: task, alone: 'list', also: ['t'] },
  doc: { takes: ['ID'], options: [...acting, 'print'], run: (cli, [id = ''], args) => taskDoc(cli, id, args) },
  log: { takes: [], options: [...reading, 'limit', 'follow'], run: (cli, _, args) => showLog(cli, args) },
  undo: { takes: [], options: acting, run: (cli, _, args) => undo(cli, args) },
  jump: { takes: [], options: reading, run: (cli, _, args) => jump(cli, args) },
  sync: { takes: [], options: [...acting, 'pull'], run: (cli, _, args) => pullTasks(cli, args) },
};
