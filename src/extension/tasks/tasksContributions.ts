// What package.json declares about tasks: their commands and the Tasks view.

import { taskLanguage, viewId } from '../app/contributions.ts';
import {
  all,
  declareRoom,
  hidden,
  inFolder,
  inParty,
  is,
  menusOf,
  noFolder,
  trusted,
  untrusted,
} from '../app/declare.ts';

const { onRow, onTitle } = menusOf('tasks');
const inFindings = menusOf('findings');
const openTask = ['taskPlain', 'taskFinding', 'taskIssue', 'taskFindingIssue'] as const;
const ofFinding = ['taskFinding', 'taskFindingIssue', 'taskFindingDone', 'taskFindingIssueDone'] as const;
const ofIssue = ['taskIssue', 'taskFindingIssue', 'taskIssueDone', 'taskFindingIssueDone'] as const;
const anyTask = [
  ...openTask,
  ...(['taskPlainDone', 'taskFindingDone', 'taskIssueDone', 'taskFindingIssueDone'] as const),
] as const;
const anyMilestone = ['milestoneOpen', 'milestoneDone'] as const;
const withTeam = is('tasks', 'some', 'empty', 'filtered');
const readable = is('tasks', 'some', 'empty', 'filtered', 'noTeam');
/** A row of the view has the focus, and no box takes text. */
const onFocusedRow = all(`focusedView == ${viewId('tasks')}`, 'listFocus', '!inputFocus', '!treeFindOpen', trusted);

export const tasksContributions = declareRoom({
  commands: {
    createTeam: {
      title: 'Tasks: Create Team…',
      icon: 'organization',
      enablement: inFolder,
      menus: [onTitle('2_create@1', withTeam)],
    },
    renameTeam: {
      title: 'Tasks: Rename Team…',
      enablement: inFolder,
      palette: withTeam,
      menus: [onTitle('1_team@4', withTeam), onRow('2_change@2', 'taskTeam')],
    },
    addTask: {
      title: 'Tasks: Add Task…',
      icon: 'add',
      enablement: inFolder,
      menus: [
        onTitle('navigation@1', readable),
        onRow('inline@1', ...anyMilestone),
        onRow('1_add@1', ...anyMilestone),
        onRow('inline@1', 'taskTeam'),
        onRow('1_add@1', 'taskTeam'),
      ],
    },
    addMilestone: {
      title: 'Tasks: Add Milestone…',
      icon: 'milestone',
      enablement: inFolder,
      menus: [onTitle('navigation@2', readable), onRow('inline@2', 'taskTeam'), onRow('1_add@2', 'taskTeam')],
    },
    sendTask: {
      title: 'Send to Claude',
      icon: 'send',
      enablement: inParty,
      palette: hidden,
      menus: [onRow('inline@0', ...openTask), onRow('0_send@1', ...openTask)],
    },
    renameTask: {
      title: 'Rename…',
      icon: 'edit',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@4', ...anyTask), onRow('2_change@3', ...anyMilestone)],
      key: { key: 'f2', mac: 'f2', when: onFocusedRow },
    },
    moveTask: {
      title: 'Move to Milestone…',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@3', ...anyTask)],
    },
    setTaskStatus: {
      title: 'Set Status…',
      icon: 'tasklist',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@2', ...anyTask), onRow('2_change@2', ...anyMilestone)],
    },
    finishTask: {
      title: 'Mark Done',
      icon: 'check',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@1', ...openTask), onRow('2_change@1', 'milestoneOpen')],
    },
    toggleTask: {
      title: 'Mark Done or Reopen',
      enablement: trusted,
      palette: hidden,
      key: { key: 'space', mac: 'space', when: onFocusedRow },
    },
    deleteTask: {
      title: 'Delete',
      icon: 'trash',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('3_delete@1', ...anyTask)],
      key: { key: 'delete', mac: 'cmd+backspace', when: onFocusedRow },
    },
    assignTask: {
      title: 'Assign…',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@5', ...anyTask)],
    },
    openTaskDoc: {
      title: 'Open Document',
      icon: 'go-to-file',
      palette: hidden,
      menus: [onRow('1_show@1', ...anyTask), onRow('1_show@1', ...anyMilestone)],
    },
    openTaskFinding: {
      title: 'Go to Finding',
      icon: 'search',
      palette: hidden,
      menus: [onRow('inline@2', ...ofFinding), onRow('1_show@2', ...ofFinding)],
    },
    openTaskIssue: {
      title: 'Open on GitHub',
      icon: 'github',
      palette: hidden,
      menus: [onRow('inline@3', ...ofIssue), onRow('1_show@3', ...ofIssue)],
    },
    hideDoneTasks: {
      title: 'Tasks: Hide Completed Tasks',
      icon: 'eye',
      palette: all(withTeam, is('tasksDone', 'shown')),
      menus: [onTitle('navigation@3', withTeam, is('tasksDone', 'shown'))],
    },
    showDoneTasks: {
      title: 'Tasks: Show Completed Tasks',
      icon: 'eye-closed',
      palette: all(withTeam, is('tasksDone', 'hidden')),
      menus: [onTitle('navigation@3', withTeam, is('tasksDone', 'hidden'))],
    },
    showMoreTasks: { title: 'Show More', palette: hidden },
    jumpToTeam: {
      title: "Tasks: Jump to the Team's Window",
      icon: 'terminal-tmux',
      enablement: inFolder,
      menus: [onTitle('1_team@1', withTeam), onRow('inline@3', 'taskTeam'), onRow('1_show@1', 'taskTeam')],
    },
    undoTaskChange: {
      title: 'Tasks: Undo Last Change',
      icon: 'discard',
      enablement: inFolder,
      menus: [onTitle('1_team@2', withTeam), onRow('2_change@1', 'taskTeam')],
    },
    pullTasks: {
      title: 'Tasks: Fetch from GitHub',
      icon: 'cloud-download',
      enablement: inFolder,
      palette: is('tasksStorage', 'github'),
      menus: [onTitle('1_team@3', withTeam, is('tasksStorage', 'github'))],
    },
    makeFindingTask: {
      title: 'Make Task',
      icon: 'tasklist',
      enablement: trusted,
      palette: hidden,
      menus: [inFindings.onRow('3_task@1', 'findingOpen', 'findingOpenPatch', 'findingResolved')],
    },
  },
  languages: {
    [taskLanguage]: { title: 'Markdown (task)', scope: 'text.party.task', grammar: 'media/task.tmLanguage.json' },
  },
  views: {
    tasks: {
      name: 'Tasks',
      visibility: 'collapsed',
      welcome: {
        'tasks.noFolder': {
          when: noFolder('tasks'),
          text: ['Open a folder to see its tasks.', '[Open Folder](command:vscode.openFolder)'],
        },
        'tasks.untrusted': {
          when: untrusted,
          text: [
            'This folder is not trusted, so Party does not read its tasks.',
            '[Manage Workspace Trust](command:workbench.trust.manage)',
          ],
        },
        'tasks.noTeam': {
          when: is('tasks', 'noTeam'),
          text: [
            'No tasks yet. You and the agents share the tasks and milestones of this project.',
            '[Add Task](command:party.addTask)',
            'Or start with a [milestone](command:party.addMilestone). You can also turn a finding into a task, or [keep the tasks as GitHub issues](command:party.createTeam).',
          ],
        },
        'tasks.empty': {
          when: is('tasks', 'empty'),
          text: [
            'No tasks yet.',
            '[Add Task](command:party.addTask)',
            'Or start with a [milestone](command:party.addMilestone).',
          ],
        },
        'tasks.filtered': {
          when: is('tasks', 'filtered'),
          text: ['All tasks are done and hidden.', '[Show Completed Tasks](command:party.showDoneTasks)'],
        },
      },
    },
  },
});
