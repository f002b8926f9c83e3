// What package.json declares about findings: their commands and the Findings view.

import { findingComments, findingThreads, suggestionScheme } from '../app/contributions.ts';
import {
  all,
  declareRoom,
  hidden,
  inFolder,
  inParty,
  is,
  isNot,
  type MenuDeclaration,
  menusOf,
  noFolder,
  trusted,
  untrusted,
} from '../app/declare.ts';

const { onRow, onTitle } = menusOf('findings');
const openFinding = ['findingOpen', 'findingOpenPatch'] as const;
const anyFinding = [...openFinding, 'findingResolved'] as const;
const shownFinding = [...anyFinding, 'findingArrived'] as const;
const withFindings = is('findings', 'some');
/** In the title of a comment thread. */
const onThread = (group: string, ...states: readonly (keyof typeof findingThreads)[]): MenuDeclaration => ({
  menu: 'comments/commentThread/title',
  when: all(inComments, `commentThread =~ /^(${states.map((state) => findingThreads[state]).join('|')})$/`),
  group,
});
/** Below the input box of a comment thread. The first one is what Ctrl+Enter does. */
const onReply = (group: string): MenuDeclaration => ({
  menu: 'comments/commentThread/context',
  when: inComments,
  group,
});
/** In the diff that shows a suggestion. */
const onSuggestion: MenuDeclaration = {
  menu: 'editor/title',
  when: `resourceScheme == ${suggestionScheme}`,
  group: 'navigation',
};
const inComments = `commentController == ${findingComments}`;

export const findingsContributions = declareRoom({
  commands: {
    openFinding: {
      title: 'Open Finding',
      icon: 'go-to-file',
      palette: hidden,
      menus: [onRow('1_show@1', ...shownFinding)],
    },
    showFindingThread: { title: 'Show Thread', icon: 'comment-discussion', palette: hidden },
    sendFindingToClaude: {
      title: 'Send to Claude',
      icon: 'send',
      enablement: inParty,
      palette: hidden,
      menus: [onRow('inline@1', ...openFinding), onRow('1_show@2', ...anyFinding), onThread('navigation@1', 'open')],
    },
    markFindingFixed: {
      title: 'Mark as Fixed',
      icon: 'check',
      enablement: trusted,
      palette: hidden,
      menus: [
        onRow('inline@2', ...openFinding),
        onRow('2_resolve@1', ...openFinding),
        onThread('navigation@2', 'open'),
      ],
    },
    rejectFinding: {
      title: 'Reject with Reason…',
      icon: 'circle-slash',
      enablement: trusted,
      palette: hidden,
      menus: [
        onRow('inline@3', ...openFinding),
        onRow('2_resolve@2', ...openFinding),
        onThread('navigation@3', 'open'),
      ],
    },
    findingOutOfScope: {
      title: 'Mark as Out of Scope…',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('2_resolve@3', ...openFinding)],
    },
    reopenFinding: {
      title: 'Reopen',
      icon: 'discard',
      enablement: trusted,
      palette: hidden,
      menus: [
        onRow('inline@1', 'findingResolved'),
        onRow('2_resolve@4', 'findingResolved'),
        onThread('navigation@1', 'resolved'),
      ],
    },
    replyToFinding: {
      title: 'Reply to Finding…',
      icon: 'comment',
      enablement: all(withFindings, trusted),
      menus: [onRow('1_talk@1', ...anyFinding)],
    },
    askCodexAboutFinding: {
      title: 'Ask Codex About Finding…',
      enablement: all(withFindings, inParty),
      menus: [onRow('1_talk@2', ...anyFinding)],
    },
    replyInThread: { title: 'Reply', enablement: trusted, palette: hidden, menus: [onReply('inline@1')] },
    askCodexInThread: { title: 'Ask Codex', enablement: inParty, palette: hidden, menus: [onReply('inline@2')] },
    sendReplyToClaude: { title: 'Send to Claude', enablement: inParty, palette: hidden, menus: [onReply('inline@3')] },
    copyFinding: { title: 'Copy', palette: hidden, menus: [onRow('1_show@3', ...shownFinding)] },
    showSuggestion: {
      title: 'Show Suggestion as Diff',
      icon: 'diff-single',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('1_show@5', 'findingOpenPatch')],
    },
    applySuggestion: {
      title: 'Apply Suggestion',
      icon: 'check',
      enablement: trusted,
      palette: hidden,
      menus: [onRow('1_show@6', 'findingOpenPatch'), onSuggestion],
    },
    exportFindings: {
      title: 'Export Findings…',
      icon: 'export',
      enablement: all(withFindings, trusted),
      menus: [onTitle('3_export@1', withFindings)],
    },
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
      palette: inFolder,
      menus: [onTitle('navigation@3', isNot('findingsFilter', 'on'), withFindings), onTitle('2_filter@1')],
    },
    clearFindingsFilter: {
      title: 'Clear Findings Filter',
      icon: 'filter-filled',
      palette: all(inFolder, is('findingsFilter', 'on')),
      menus: [onTitle('navigation@3', is('findingsFilter', 'on'))],
    },
    hideNonBlockingFindings: {
      title: 'Show Blocking Findings Only',
      palette: all(inFolder, is('findingsShown', 'all')),
      menus: [onTitle('2_filter@2', is('findingsShown', 'all'))],
    },
    showNonBlockingFindings: {
      title: 'Show Non-blocking Findings Too',
      palette: all(inFolder, is('findingsShown', 'blocking')),
      menus: [onTitle('2_filter@2', is('findingsShown', 'blocking'))],
    },
    groupFindingsBySeverity: {
      title: 'Group Findings by Severity',
      palette: all(inFolder, isNot('findingsGrouping', 'severity')),
      menus: [onTitle('1_group@1', isNot('findingsGrouping', 'severity'))],
    },
    groupFindingsByFile: {
      title: 'Group Findings by File',
      palette: all(inFolder, isNot('findingsGrouping', 'file')),
      menus: [onTitle('1_group@2', isNot('findingsGrouping', 'file'))],
    },
    groupFindingsByRound: {
      title: 'Group Findings by Round',
      palette: all(inFolder, isNot('findingsGrouping', 'round')),
      menus: [onTitle('1_group@3', isNot('findingsGrouping', 'round'))],
    },
    showMoreFindings: { title: 'Show More', palette: hidden },
  },
  // The Comments panel would open with the first finding, and when it is empty, a terminal takes its place and the focus.
  // The Findings view has them all.
  defaults: { 'comments.openView': 'never' },
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
        // The Session view has the one button of a window without a party.
        'findings.noParty': {
          when: all(is('findings', 'noReview'), isNot('situation', 'live')),
          text: [
            'Nothing has been reviewed yet. The findings of Codex appear here and in the code.',
            'Codex can also read your changes without a party: [request a review](command:party.requestReview).',
          ],
        },
        'findings.noReview': {
          when: all(is('findings', 'noReview'), is('situation', 'live')),
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
        'findings.arrived': {
          when: is('findings', 'arrived'),
          text: [
            'Codex has reviewed the change and found nothing. Claude has not read it yet.',
            '[Load Findings](command:party.completeReview)',
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
