// What package.json declares about the way to a pull request.

import { declareRoom, hidden, inFolder, inParty, menusOf } from '../../app/declare.ts';

const { onRow } = menusOf('session');

export const readyContributions = declareRoom({
  commands: {
    showReadiness: {
      title: 'Show What a Pull Request Needs',
      icon: 'checklist',
      enablement: inFolder,
      menus: [onRow('1_act@9', 'readyOpen', 'readyApproved', 'readyQuiet')],
    },
    showProof: {
      title: 'Show Check…',
      icon: 'checklist',
      enablement: inFolder,
      menus: [
        onRow(
          '3_show@1',
          ...(['proofPlain', 'proofPlainLog', 'proofTests', 'proofTestsLog', 'proofChecks', 'proofChecksLog'] as const),
          ...(['proofAsk', 'proofAskLog', 'proofAccept', 'proofAcceptLog'] as const),
          ...(['proofRequest', 'proofApprove', 'proofVerify'] as const),
        ),
      ],
    },
    runTests: {
      title: 'Run Tests',
      icon: 'play',
      enablement: inFolder,
      menus: ['inline@1', '1_act@1'].map((group) => onRow(group, 'proofTests', 'proofTestsLog')),
    },
    runChecks: {
      title: 'Run Checks',
      icon: 'play',
      enablement: inFolder,
      menus: ['inline@1', '1_act@1'].map((group) => onRow(group, 'proofChecks', 'proofChecksLog')),
    },
    askForProof: {
      title: 'Ask Claude for This Check',
      icon: 'comment',
      enablement: inParty,
      menus: ['inline@1', '1_act@1'].map((group) => onRow(group, 'proofAsk', 'proofAskLog')),
    },
    askForMissing: {
      title: 'Ask Claude for What Is Missing',
      icon: 'comment',
      enablement: inParty,
      menus: ['inline@1', '1_act@1'].map((group) => onRow(group, 'readyOpen')),
    },
    verifyEvidence: {
      title: 'Verify Everything',
      icon: 'verified',
      enablement: inFolder,
      menus: ['inline@1', '1_act@1'].map((group) => onRow(group, 'proofVerify')),
    },
    acceptEvidence: {
      title: 'Accept Command…',
      icon: 'check',
      enablement: inFolder,
      menus: ['inline@1', '1_act@1'].map((group) => onRow(group, 'proofAccept', 'proofAcceptLog')),
    },
    openProofLog: {
      title: 'Open Log',
      icon: 'output',
      enablement: inFolder,
      menus: ['inline@2', '2_log@1'].map((group) =>
        onRow(group, 'proofPlainLog', 'proofTestsLog', 'proofChecksLog', 'proofAskLog', 'proofAcceptLog'),
      ),
    },
    showDenied: {
      title: 'Show Why It Was Denied',
      icon: 'info',
      palette: hidden,
      menus: [onRow('1_act@1', 'readyDenied')],
    },
    createPullRequest: {
      title: 'Let Claude Create the Pull Request',
      icon: 'git-pull-request-create',
      enablement: inParty,
      menus: ['inline@1', '1_act@1'].map((group) => onRow(group, 'readyApproved')),
    },
    copyReviewSummary: {
      title: 'Copy Review Summary',
      icon: 'copy',
      enablement: inFolder,
      menus: [onRow('inline@2', 'readyApproved'), onRow('2_copy@1', 'readyOpen', 'readyApproved')],
    },
    requestDeltaReview: { title: 'Request Delta Review', icon: 'diff', enablement: inFolder },
  },
});
