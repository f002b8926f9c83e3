import { type Actions, runAction } from '../party/actions.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { nudge } from './nudge.ts';
import { baseAndTitle, requestReview } from './request.ts';
import { showReview, showTimeline } from './reviewShow.ts';
import { approveChange, complete, discuss, requestChanges } from './verdicts.ts';

export const review: Command = {
  ...headings.review,
  operandCount: [1, 3],
  options: {
    delta: { help: 'request: only what was to be fixed, and what changed since the round before' },
    document: { value: 'FILE', help: 'request: review a document instead of the code' },
    headless: { help: 'request: run Codex without a pane, and wait for it' },
    timeout: { value: 'TIME', help: 'request --headless: how long it may take: 90s, 30m (default 15m)' },
    beyond: { value: 'REASON', help: 'request: go on although the rounds are used up' },
    targeted: { value: 'REASON', help: 'approve: a small fix after a reviewed round' },
    svg: { help: 'timeline: the picture as SVG' },
    out: { value: 'FILE', help: 'timeline: into this file' },
  },
  details: [
    'request [BASE] [TITLE]     ask Codex to review the change, seen against BASE',
    'complete FILE              read the findings that Codex has written',
    'approve                    nothing blocks, and the code is what was reviewed',
    're-review [REASON]         end the round: something has to be changed first',
    'needs-discussion [REASON]  a human has to decide',
    'nudge                      remind Codex of a request without an answer',
    'show                       where the review stands, and why',
    'timeline                   the rounds as a picture',
  ].join('\n'),
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
  complete: { takes: ['FILE'], run: (cli, [file = '']) => complete(cli, file) },
  approve: { takes: [], options: ['targeted'], run: (cli, _, args) => approveChange(cli, args.value('targeted')) },
  're-review': { takes: ['[REASON]'], run: (cli, [reason]) => requestChanges(cli, reason) },
  'needs-discussion': { takes: ['[REASON]'], run: (cli, [reason]) => discuss(cli, reason) },
  nudge: { takes: [], run: (cli) => nudge(cli) },
  show: { takes: [], run: (cli) => showReview(cli) },
  timeline: {
    takes: [],
    options: ['svg', 'out'],
    run: (cli, _, args) => showTimeline(cli, { svg: args.flag('svg'), out: args.value('out') }),
  },
};
