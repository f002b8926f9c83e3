// What package.json declares about collab: its commands, and the menus of its rows in the Session view.

import { all, anyCollab, declareRoom, hidden, inFolder, is, menusOf } from '../app/declare.ts';

const { onRow, onTitle } = menusOf('session');

export const collabContributions = declareRoom({
  commands: {
    startCollab: {
      title: 'Collab: Start…',
      icon: 'play',
      enablement: all(inFolder, anyCollab('off', 'complete')),
      menus: [
        onTitle('3_collab@1', anyCollab('off', 'complete'), is('situation', 'notStarted', 'noAgents', 'live')),
        onRow('inline@1', 'collabOff', 'collabComplete'),
        onRow('2_act@1', 'collabOff', 'collabComplete'),
      ],
    },
    pauseCollab: {
      title: 'Collab: Pause',
      icon: 'debug-pause',
      enablement: all(inFolder, anyCollab('running')),
      menus: [onRow('inline@1', 'collabRunning'), onRow('2_act@1', 'collabRunning')],
    },
    resumeCollab: {
      title: 'Collab: Resume',
      icon: 'debug-continue',
      enablement: all(inFolder, anyCollab('paused')),
      menus: [onRow('inline@1', 'collabPaused'), onRow('2_act@1', 'collabPaused')],
    },
    skipCollab: {
      title: 'Collab: Skip Next Review',
      icon: 'debug-step-over',
      enablement: all(inFolder, anyCollab('running')),
      menus: [onRow('inline@2', 'collabRunning'), onRow('2_act@2', 'collabRunning')],
    },
    cancelCollab: {
      title: 'Collab: Cancel',
      icon: 'close',
      enablement: all(inFolder, anyCollab('running', 'paused', 'complete')),
      menus: [
        onRow('inline@3', 'collabRunning', 'collabPaused'),
        onRow('3_stop@2', 'collabRunning', 'collabPaused', 'collabComplete'),
      ],
    },
    completeCollab: {
      title: 'Collab: Complete',
      icon: 'pass',
      enablement: all(inFolder, anyCollab('running', 'paused')),
      menus: [onRow('3_stop@1', 'collabRunning', 'collabPaused')],
    },
    openCollabDesign: {
      title: 'Collab: Open Design',
      icon: 'go-to-file',
      palette: hidden,
      menus: [onRow('1_show@1', 'collabRunning', 'collabPaused', 'collabComplete')],
    },
    openCollabReview: {
      title: 'Collab: Open Review',
      icon: 'open-preview',
      enablement: inFolder,
      menus: [
        onTitle('3_collab@2', anyCollab('running', 'paused', 'complete')),
        onRow('1_show@2', 'collabOff', 'collabRunning', 'collabPaused', 'collabComplete'),
        onRow('inline@1', 'collabReview'),
        onRow('1_show@1', 'collabReview'),
      ],
    },
  },
});
