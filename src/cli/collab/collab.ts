import { type Actions, runAction } from '../party/actions.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { cancel, complete, pause, resume, reviewNow, skip, start } from './collabActs.ts';
import { showReview, showReviews, showStatus } from './collabShow.ts';

export const collab: Command = {
  ...headings.collab,
  operandCount: [1, 2],
  options: {
    design: { value: 'FILE', help: 'start: what is to be built (default docs/plan.md)' },
    timeout: { value: 'TIME', help: 'review: how long Codex may take: 90s, 20m (default 10m)' },
    attached: { help: 'review: stop when standard input ends' },
    'after-turn': { help: 'skip: not the stop that ends the present turn of Claude, but one after it' },
  },
  details: [
    'start             from now on; what is there already counts as reviewed',
    'status            where it stands, and what would be reviewed now',
    'review            let Codex review now; a stop of Claude does this by itself',
    'reviews           what Codex has said, oldest first',
    'show ID           one of these reviews',
    'pause             nothing is reviewed, and nothing is forgotten',
    'resume            go on; when it waits for the human, only a human can',
    'skip              let the next stop of Claude that would be reviewed pass without it',
    'cancel            switch it off; the reviews and their findings stay',
    'complete          all is done, when the design does not say how many tasks there are',
  ].join('\n'),
  run: (cli, args) => runAction(collab, actions, cli, args),
};

const actions: Actions = {
  start: { takes: [], options: ['design'], run: (cli, _, args) => start(cli, args.value('design')) },
  status: { takes: [], run: (cli) => showStatus(cli) },
  review: {
    takes: [],
    options: ['timeout', 'attached'],
    run: (cli, _, args) => reviewNow(cli, { timeout: args.value('timeout'), attached: args.flag('attached') }),
  },
  reviews: { takes: [], run: (cli) => showReviews(cli) },
  show: { takes: ['ID'], run: (cli, [id = '']) => showReview(cli, id) },
  pause: { takes: [], run: (cli) => pause(cli) },
  resume: { takes: [], run: (cli) => resume(cli) },
  skip: { takes: [], options: ['after-turn'], run: (cli, _, args) => skip(cli, args.flag('after-turn')) },
  cancel: { takes: [], run: (cli) => cancel(cli) },
  complete: { takes: [], run: (cli) => complete(cli) },
};
