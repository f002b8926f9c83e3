// What package.json declares about tasks: their commands and the Tasks view.

import { declareRoom, hidden, inFolder, is, menusOf, noFolder, trusted, untrusted } from '../app/declare.ts';

const { onRow, onTitle } = menusOf('tasks');
const inFindings = menusOf('findings');
const anyTask = ['taskPlain', 'taskFinding', 'taskIssue', 'taskFindingIssue'] as const;
const anyMilestone = ['milestoneOpen', 'milestoneDone'] as const;
const withTeam = is('tasks', 'some', 'empty', 'filtered');

export const tasksContributions = declareRoom({
  commands: {
    createTeam: {
      title: 'Tasks: Create Team…',
      icon: 'organization',
      enablement: inFolder,
      menus: [onTitle('2_create@1', withTeam)],
    },
    addTask: {
      title: 'Tasks: Add Task…',
      icon: 'add',
      enablement: inFolder,
      menus: [
        onTitle('navigation@1', withTeam),
        onRow('inline@1', ...anyMilestone),
        onRow('1_add@1', ...anyMilestone),
        onRow('inline@1', 'taskTeam'),
      ],
    },
    addMilestone: {
      title: 'Tasks: Add Milestone…',
      icon: 'milestone',
      enablement: inFolder,
      menus: [onTitle('navigation@2', withTeam), onRow('inline@2', 'taskTeam')],
    },
    renameTask: {
      title: 'Rename…',
      icon: 'edit',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@4', ...anyTask), onRow('2_change@3', ...anyMilestone)],
    },
    moveTask: {
      title: 'Move to Milestone…',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@2', ...anyTask)],
    },
    setTaskStatus: {
      title: 'Set Status…',
      icon: 'tasklist',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('inline@1', ...anyTask), onRow('2_change@1', ...anyTask), onRow('2_change@2', ...anyMilestone)],
    },
    finishTask: {
      title: 'Mark Done',
      icon: 'check',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@1', 'milestoneOpen')],
    },
    assignTask: {
      title: 'Assign…',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_change@3', ...anyTask)],
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
      menus: [
        onRow('inline@2', 'taskFinding', 'taskFindingIssue'),
        onRow('1_show@2', 'taskFinding', 'taskFindingIssue'),
      ],
    },
    openTaskIssue: {
      title: 'Open on GitHub',
      icon: 'github',
      palette: hidden,
      menus: [onRow('inline@3', 'taskIssue', 'taskFindingIssue'), onRow('1_show@3', 'taskIssue', 'taskFindingIssue')],
    },
    hideDoneTasks: {
      title: 'Tasks: Hide Completed Tasks',
      icon: 'eye',
      menus: [onTitle('navigation@3', withTeam, is('tasksDone', 'shown'))],
    },
    showDoneTasks: {
      title: 'Tasks: Show Completed Tasks',
      icon: 'eye-closed',
      menus: [onTitle('navigation@3', withTeam, is('tasksDone', 'hidden'))],
    },
    showMoreTasks: { title: 'Show More', palette: hidden },
    jumpToTeam: {
      title: "Tasks: Jump to the Team's Window",
      icon: 'terminal-tmux',
      enablement: inFolder,
      menus: [onTitle('1_team@1', withTeam), onRow('inline@3', 'taskTeam')],
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
      menus: [inFindings.onRow('3_task@1', 'findingOpen', 'findingResolved')],
    },
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
            'This project has no team yet. A team holds the milestones and tasks that you and the agents share, as files or as GitHub issues.',
            '[Create Team](command:party.createTeam)',
            'You can also turn a finding into a task.',
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
