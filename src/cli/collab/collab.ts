import { type Actions, runAction } from '../party/actions.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { cancel, complete, pause, resume, reviewCollabNow, skip, start } from './collabActs.ts';
import { showCollabReview, showCollabStatus, showReviews } from './collabShow.ts';

export const collab: Command = {
  ...headings.collab,
  operandCount: [0, 2],
  alone: 'status',
  options: {
    design: { value: 'FILE', help: 'start: the design to build (default docs/plan.md)' },
    timeout: { value: 'TIME', help: 'review: maximum time for Codex, for example 90s or 20m (default 10m)' },
    attached: { help: 'review: stop when standard input ends' },
    'after-turn': { help: 'skip: not the Stop that ends the current turn of Claude, but the next one' },
  },
  details: [
    'start             turn collab on; the current code counts as reviewed',
    'status            the current state, and what Codex would review now',
    'review            let Codex review now; when Claude stops, this happens automatically',
    'reviews           list the reviews, oldest first',
    'show ID           show one review',
    'pause             stop reviewing for now; Codex keeps its position',
    'resume            continue; when collab waits for your decision, only you can do this',
    'skip              skip the next review',
    'cancel            turn collab off; the reviews and their findings are kept',
    'complete          finish, when the design does not say how many tasks there are',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(collab, actions, cli, args),
};

const actions: Actions = {
  start: { takes: [], options: ['design'], run: (cli, _, args) => start(cli, args.value('design')) },
  status: { takes: [], run: (cli) => showCollabStatus(cli) },
  review: {
    takes: [],
    options: ['timeout', 'attached'],
    run: (cli, _, args) => reviewCollabNow(cli, { timeout: args.value('timeout'), attached: args.flag('attached') }),
  },
  reviews: { takes: [], run: (cli) => showReviews(cli) },
  show: { takes: ['ID'], run: (cli, [id = '']) => showCollabReview(cli, id) },
  pause: { takes: [], run: (cli) => pause(cli) },
  resume: { takes: [], run: (cli) => resume(cli) },
  skip: { takes: [], options: ['after-turn'], run: (cli, _, args) => skip(cli, args.flag('after-turn')) },
  cancel: { takes: [], run: (cli) => cancel(cli) },
  complete: { takes: [], run: (cli) => complete(cli) },
};
