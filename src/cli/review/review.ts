import { type Actions, runAction } from '../party/actions.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { nudge } from './nudge.ts';
import { baseAndTitle, requestReview } from './request.ts';
import { showReview, showSummary, showTimeline } from './reviewShow.ts';
import { approveChange, completeReview, discuss, requestChanges } from './verdicts.ts';

export const review: Command = {
  ...headings.review,
  operandCount: [0, 3],
  alone: 'show',
  options: {
    delta: { help: 'request: only the fixes, and what else has changed since the previous round' },
    document: { value: 'FILE', help: 'request: review a document instead of the code' },
    headless: { help: 'request: run Codex without a pane, and wait for its findings' },
    timeout: { value: 'TIME', help: 'request --headless: maximum time, for example 90s or 30m (default 15m)' },
    beyond: { value: 'REASON', help: 'request: allow another round after the limit; say why' },
    targeted: { value: 'REASON', help: 'approve: a small fix after a reviewed round' },
    svg: { help: 'timeline: as SVG' },
    markdown: { help: 'timeline: as Markdown' },
    out: { value: 'FILE', help: 'timeline, summary: write to this file' },
  },
  details: [
    'request [BASE] [TITLE]     ask Codex to review the change against BASE',
    'complete FILE              load the findings that Codex has written',
    'approve                    approve; no blocking finding may be open, and the code must be what Codex reviewed',
    're-review [REASON]         end the round: changes are needed first',
    'needs-discussion [REASON]  a human has to decide',
    'nudge                      remind Codex of a request that it has not answered',
    'show                       the state of the review, and why',
    'timeline                   rounds and findings over time',
    'summary                    rounds, findings with their verdicts, and checks, as Markdown for a pull request',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(review, actions, cli, args),
};

const actions: Actions = {
  request: {
    takes: ['[BASE]', '[TITLE]'],
    options: ['delta', 'document', 'headless', 'timeout', 'beyond'],
    run: (cli, operands, args) =>
      requestReview(cli, {
        ...baseAndTitle(operands),
        delta: args.flag('delta'),
        headless: args.flag('headless'),
        document: args.value('document'),
        timeout: args.value('timeout'),
        beyond: args.value('beyond'),
      }),
  },
  complete: { takes: ['FILE'], run: (cli, [file = '']) => completeReview(cli, file) },
  approve: { takes: [], options: ['targeted'], run: (cli, _, args) => approveChange(cli, args.value('targeted')) },
  're-review': { takes: ['[REASON]'], run: (cli, [reason]) => requestChanges(cli, reason) },
  'needs-discussion': { takes: ['[REASON]'], run: (cli, [reason]) => discuss(cli, reason) },
  nudge: { takes: [], run: (cli) => nudge(cli) },
  show: { takes: [], run: (cli) => showReview(cli) },
  timeline: {
    takes: [],
    options: ['svg', 'markdown', 'out'],
    run: (cli, _, args) =>
      showTimeline(cli, { svg: args.flag('svg'), markdown: args.flag('markdown'), out: args.value('out') }),
  },
  summary: { takes: [], options: ['out'], run: (cli, _, args) => showSummary(cli, { out: args.value('out') }) },
};
