import { nearest } from '../../core/nearest.ts';
import { usage } from '../arguments.ts';
import type { Command, ParsedArguments } from '../command.ts';
import type { Host } from '../host.ts';
import { nudge } from '../review/nudge.ts';
import { baseAndTitle, requestReview } from '../review/request.ts';
import { showReview, showTimeline } from '../review/show.ts';
import { approveChange, complete, discuss, requestChanges } from '../review/verdicts.ts';

export const review: Command = {
  name: 'review',
  summary: 'Ask Codex for a review, read its findings, approve or not; what tmux-codex.sh does',
  operands: 'ACTION [ARGUMENTS]',
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
  async run(host, args) {
    const [name = '', ...operands] = args.operands;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) {
      const meant = nearest(name, Object.keys(actions));
      throw usage(review, `party review has no ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
    }
    const [least, most] = action.takes;
    if (operands.length < least) throw usage(review, `party review ${name} needs a FILE`);
    if (operands.length > most) throw usage(review, `party review ${name} does not take ${operands[most]}`);
    for (const option of Object.keys(review.options)) {
      const given = args.flag(option) || args.value(option) !== undefined;
      if (given && !action.options.includes(option)) throw usage(review, `party review ${name} takes no --${option}`);
    }
    return action.run(host, args, operands);
  },
};

interface Action {
  readonly takes: readonly [least: number, most: number];
  readonly options: readonly string[];
  run(host: Host, args: ParsedArguments, operands: readonly string[]): Promise<number>;
}

const actions: Readonly<Record<string, Action>> = {
  request: {
    takes: [0, 2],
    options: ['delta', 'document', 'headless', 'timeout', 'beyond'],
    run: (host, args, operands) =>
      requestReview(host, {
        ...baseAndTitle(operands),
        delta: args.flag('delta'),
        headless: args.flag('headless'),
        document: args.value('document'),
        timeout: args.value('timeout'),
        beyond: args.value('beyond'),
      }),
  },
  complete: { takes: [1, 1], options: [], run: (host, _, [file = '']) => complete(host, file) },
  approve: { takes: [0, 0], options: ['targeted'], run: (host, args) => approveChange(host, args.value('targeted')) },
  're-review': { takes: [0, 1], options: [], run: (host, _, [reason]) => requestChanges(host, reason) },
  'needs-discussion': { takes: [0, 1], options: [], run: (host, _, [reason]) => discuss(host, reason) },
  nudge: { takes: [0, 0], options: [], run: (host) => nudge(host) },
  show: { takes: [0, 0], options: [], run: (host) => showReview(host) },
  timeline: {
    takes: [0, 0],
    options: ['svg', 'out'],
    run: (host, args) => showTimeline(host, { svg: args.flag('svg'), out: args.value('out') }),
  },
};
