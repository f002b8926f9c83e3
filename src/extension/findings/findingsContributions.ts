// What package.json declares about findings: their commands and the Findings view.

import { declareRoom, hidden, inParty, is, isNot, menusOf, noFolder, trusted, untrusted } from '../app/declare.ts';

const { onRow, onTitle } = menusOf('findings');
const anyFinding = ['findingOpen', 'findingResolved'] as const;
const withFindings = is('findings', 'some');

export const findingsContributions = declareRoom({
  commands: {
    openFinding: {
      title: 'Open Finding',
      icon: 'go-to-file',
      palette: hidden,
      menus: [onRow('1_show@1', ...anyFinding)],
    },
    sendFindingToClaude: {
      title: 'Send to Claude',
      icon: 'send',
      enablement: inParty,
      palette: hidden,
      menus: [onRow('inline@1', 'findingOpen'), onRow('1_show@2', ...anyFinding)],
    },
    markFindingFixed: {
      title: 'Mark as Fixed',
      icon: 'check',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('inline@2', 'findingOpen'), onRow('2_resolve@1', 'findingOpen')],
    },
    rejectFinding: {
      title: 'Reject with Reason…',
      icon: 'circle-slash',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('inline@3', 'findingOpen'), onRow('2_resolve@2', 'findingOpen')],
    },
    findingOutOfScope: {
      title: 'Mark as Out of Scope…',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_resolve@3', 'findingOpen')],
    },
    reopenFinding: {
      title: 'Reopen',
      icon: 'discard',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('inline@1', 'findingResolved'), onRow('2_resolve@4', 'findingResolved')],
    },
    copyFinding: { title: 'Copy', palette: hidden, menus: [onRow('1_show@3', ...anyFinding)] },
    nextFinding: {
      title: 'Next Finding',
      icon: 'arrow-down',
      enablement: withFindings,
      menus: [onTitle('navigation@2', withFindings)],
      key: { key: 'ctrl+k f8', mac: 'cmd+k f8', when: withFindings },
    },
    previousFinding: {
      title: 'Previous Finding',
      icon: 'arrow-up',
      enablement: withFindings,
      menus: [onTitle('navigation@1', withFindings)],
      key: { key: 'ctrl+k shift+f8', mac: 'cmd+k shift+f8', when: withFindings },
    },
    filterFindings: {
      title: 'Filter Findings…',
      icon: 'filter',
      menus: [onTitle('navigation@3', isNot('findingsFilter', 'on'), withFindings), onTitle('2_filter@1')],
    },
    clearFindingsFilter: {
      title: 'Clear Findings Filter',
      icon: 'filter-filled',
      menus: [onTitle('navigation@3', is('findingsFilter', 'on'))],
    },
    hideNonBlockingFindings: {
      title: 'Show Blocking Findings Only',
      menus: [onTitle('2_filter@2', is('findingsShown', 'all'))],
    },
    showNonBlockingFindings: {
      title: 'Show Non-blocking Findings Too',
      menus: [onTitle('2_filter@2', is('findingsShown', 'blocking'))],
    },
    groupFindingsBySeverity: {
      title: 'Group Findings by Severity',
      menus: [onTitle('1_group@1', isNot('findingsGrouping', 'severity'))],
    },
    groupFindingsByFile: {
      title: 'Group Findings by File',
      menus: [onTitle('1_group@2', isNot('findingsGrouping', 'file'))],
    },
    groupFindingsByRound: {
      title: 'Group Findings by Round',
      menus: [onTitle('1_group@3', isNot('findingsGrouping', 'round'))],
    },
    showMoreFindings: { title: 'Show More', palette: hidden },
  },
  views: {
    findings: {
      name: 'Findings',
      welcome: {
        'findings.noFolder': {
          when: noFolder('findings'),
          text: ['Open a folder to see what Codex finds in your code.', '[Open Folder](command:vscode.openFolder)'],
        },
        'findings.untrusted': {
          when: untrusted,
          text: [
            'This folder is not trusted, so Party does not read its reviews.',
            '[Manage Workspace Trust](command:workbench.trust.manage)',
          ],
        },
        'findings.notGit': {
          when: is('findings', 'notGit'),
          text: [
            'This folder is not a git repository. Reviews need git to see what has changed.',
            '[Initialize Repository](command:git.init)',
          ],
        },
        'findings.noReview': {
          when: is('findings', 'noReview'),
          text: [
            'Nothing has been reviewed yet.',
            '[Request Review](command:party.requestReview)',
            'Codex reads your changes. Its findings appear here and in the code.',
          ],
        },
        'findings.reviewing': {
          when: is('findings', 'reviewing'),
          text: [
            'Codex is reviewing. Its findings appear here and in the code.',
            '[What Next?](command:party.showReview)',
          ],
        },
        'findings.clean': {
          when: is('findings', 'clean'),
          text: ['Codex has reviewed the change and found nothing.', '[What Next?](command:party.showReview)'],
        },
        'findings.filtered': {
          when: is('findings', 'filtered'),
          text: ['The filter hides all findings.', '[Clear Filter](command:party.clearFindingsFilter)'],
        },
      },
    },
  },
});
