// What package.json declares about the change itself: its node in the Session view, and the commands that show diffs.

import { timelinePanel } from '../../app/contributions.ts';
import { declareRoom, hidden, inFolder, type MenuDeclaration, menusOf, trusted } from '../../app/declare.ts';

const { onRow } = menusOf('session');
/** The picture of the rounds runs nothing, so its tab has the button. */
const onTimeline: MenuDeclaration = {
  menu: 'editor/title',
  when: `activeWebviewPanelId == '${timelinePanel}'`,
  group: 'navigation',
};

export const changesContributions = declareRoom({
  commands: {
    'changes.showAll': {
      title: 'Show All Changes',
      icon: 'diff-multiple',
      enablement: inFolder,
      menus: [onRow('inline@1', 'changes'), onRow('1_show@1', 'changes')],
    },
    'changes.showSinceApproval': {
      title: 'Show What Changed Since Approval',
      icon: 'git-compare',
      enablement: inFolder,
      menus: [onRow('1_show@2', 'changes')],
    },
    'changes.showRound': {
      title: 'Show Changes of a Round…',
      icon: 'history',
      enablement: inFolder,
      menus: [onRow('1_show@3', 'changes'), onTimeline],
    },
    'changes.showFile': {
      title: 'Show Changes of the File',
      palette: hidden,
      menus: [onRow('1_show@1', 'changedFile'), onRow('1_show@1', 'deletedFile')],
    },
    'changes.openFile': {
      title: 'Open File',
      icon: 'go-to-file',
      palette: hidden,
      menus: [onRow('inline@1', 'changedFile'), onRow('1_show@2', 'changedFile')],
    },
    'changes.showAllFiles': { title: 'Show All Files', palette: hidden },
    'changes.showFix': {
      title: 'Show What the Fix Changed',
      icon: 'diff',
      enablement: trusted,
      palette: hidden,
      menus: [menusOf('findings').onRow('1_show@4', 'findingOpen', 'findingOpenPatch', 'findingResolved')],
    },
  },
});
