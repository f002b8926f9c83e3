// All modes of `tmux-codex.sh`. Its reviews are those of `party review`.

import { baseAndTitle, requestReview } from '../review/request.ts';
import { approveChange, completeReview, discuss, requestChanges } from '../review/verdicts.ts';
import { respond } from './respond.ts';
import { type Mode, promptMode, tmuxCodexWith } from './tmuxCodexWith.ts';

const modes: Readonly<Record<string, Mode>> = {
  review: {
    operands: 2,
    options: ['delta'],
    run: (cli, args, operands) =>
      requestReview(cli, { ...baseAndTitle(operands), delta: args.flag('delta'), headless: false }),
  },
  prompt: promptMode,
  respond: { operands: 0, run: (cli, args) => respond(cli, args.value('respond') ?? '') },
  'plan-review': {
    operands: 0,
    run: (cli, args) => requestReview(cli, { document: args.value('plan-review'), delta: false, headless: false }),
  },
  'review-complete': { operands: 0, run: (cli, args) => completeReview(cli, args.value('review-complete') ?? '') },
  approve: { operands: 0, options: ['targeted'], run: (cli, args) => approveChange(cli, args.value('targeted')) },
  're-review': { operands: 1, run: (cli, _, [reason]) => requestChanges(cli, reason) },
  'needs-discussion': { operands: 1, run: (cli, _, [reason]) => discuss(cli, reason) },
};

export const tmuxCodex = tmuxCodexWith(modes);
