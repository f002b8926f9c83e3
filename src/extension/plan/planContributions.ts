// What package.json declares about the plan: its commands, the menus of its rows in the Session view, and the setting
// of the gate.

import { noteThread, planComments } from '../app/contributions.ts';
import { all, declareRoom, hidden, inFolder, inParty, is, isNot, menusOf } from '../app/declare.ts';

const { onRow, onTitle } = menusOf('session');
const anyPlan = ['planSettled', 'planReviewing'] as const;

export const planContributions = declareRoom({
  commands: {
    startPlan: {
      title: 'Plan: Start',
      icon: 'lock',
      enablement: inFolder,
      menus: [onTitle('2_plan@1', is('plan', 'off'), is('situation', 'notStarted', 'noAgents', 'live'))],
    },
    stopPlan: {
      title: 'Plan: Stop',
      icon: 'unlock',
      enablement: all(inFolder, isNot('plan', 'off')),
      menus: [onRow('3_stop@1', ...anyPlan)],
    },
    reviewPlan: {
      title: 'Plan: Review Now',
      icon: 'eye',
      enablement: inFolder,
      menus: [onRow('inline@3', 'planSettled'), onRow('2_act@1', 'planSettled')],
    },
    cancelPlanReview: {
      title: 'Plan: Cancel Review',
      icon: 'stop-circle',
      enablement: all(inFolder, isNot('plan', 'off')),
      menus: [onRow('inline@3', 'planReviewing'), onRow('2_act@1', 'planReviewing')],
    },
    showPlanVersions: {
      title: 'Plan: Show Versions',
      icon: 'diff',
      enablement: inFolder,
      menus: [onRow('inline@2', ...anyPlan), onRow('1_show@2', ...anyPlan)],
    },
    approvePlan: { title: 'Plan: Approve by Hand…', enablement: inFolder, menus: [onRow('2_act@2', 'planSettled')] },
    openPlan: {
      title: 'Plan: Open Plan',
      icon: 'go-to-file',
      enablement: inFolder,
      menus: [
        onTitle('2_plan@2', is('plan', 'none', 'reviewing', 'changes-requested', 'approved', 'stale', 'needs-human')),
        onRow('inline@1', ...anyPlan),
        onRow('1_show@1', ...anyPlan),
      ],
    },
    openPlanVersion: {
      title: 'Open Annotated Version',
      icon: 'go-to-file',
      palette: hidden,
      menus: [onRow('inline@1', 'planVersion'), onRow('1_show@1', 'planVersion')],
    },
    comparePlanVersion: {
      title: 'Compare',
      icon: 'diff',
      palette: hidden,
      menus: [onRow('inline@2', 'planVersion'), onRow('1_show@2', 'planVersion')],
    },
    sendPlanNoteToClaude: {
      title: 'Send to Claude',
      icon: 'send',
      enablement: inParty,
      palette: hidden,
      menus: [
        {
          menu: 'comments/commentThread/title',
          when: all(`commentController == ${planComments}`, `commentThread == ${noteThread}`),
          group: 'navigation',
        },
      ],
    },
  },
  settings: {
    planGate: {
      order: 6,
      scope: 'window',
      default: false,
      text: 'Start every party with the plan gate on: Claude can write only `docs/plan.md` until Codex or you have approved it. *Party: Plan: Start* turns the gate on once.',
    },
  },
});
