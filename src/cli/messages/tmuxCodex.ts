// The verb behind `tmux-codex.sh`: Claude's side of the transport, one mode per call. Its reviews are those of `party
// review`.

import { PartyError } from '../../core/base/errors.ts';
import { usage } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { baseAndTitle, requestReview } from '../review/request.ts';
import { approveChange, completeReview, discuss, requestChanges } from '../review/verdicts.ts';
import { prompt } from './prompt.ts';
import { respond } from './respond.ts';

export const tmuxCodex: Command = {
  ...headings['tmux-codex'],
  operandCount: [0, 2],
  options: {
    review: { help: '[BASE] [TITLE]: ask Codex to review the change' },
    delta: { help: 'With --review: only the fixes, and what else has changed since the previous round' },
    prompt: { value: 'TEXT', help: '[WORKDIR]: give Codex a task; returns at once' },
    respond: { value: 'FILE', help: 'Tell Codex that the answer to its question is in FILE' },
    'plan-review': { value: 'FILE', help: 'Ask Codex to review a document' },
    'review-complete': { value: 'FILE', help: 'Read the findings that Codex has written' },
    approve: { help: 'Approve: no blocking finding is open, and the code is what Codex reviewed' },
    targeted: { value: 'REASON', help: 'With --approve: a small fix after a reviewed round' },
    're-review': { help: '[REASON]: end the round; changes are needed first' },
    'needs-discussion': { help: '[REASON]: a human has to decide' },
  },
  async run(cli, args) {
    const [name, ...others] = Object.keys(modes).filter((mode) => args.flag(mode) || args.value(mode) !== undefined);
    if (name === undefined) throw new PartyError('USAGE', `tmux-codex.sh needs ${modeList}`);
    if (others.length > 0)
      throw new PartyError('USAGE', `tmux-codex.sh does one thing at a time: --${name} or --${others[0]}`);
    const { operands, options = [], run } = modes[name] as Mode;
    for (const option of ['delta', 'targeted']) {
      const given = args.flag(option) || args.value(option) !== undefined;
      if (given && !options.includes(option)) throw usage(tmuxCodex, `--${name} takes no --${option}`);
    }
    const extra = args.operands[operands];
    if (extra !== undefined)
      throw usage(tmuxCodex, `--${name} does not take "${extra}"; a text is one argument, in quotes`);
    return run(cli, args, args.operands);
  },
};

interface Mode {
  /** How many operands the mode takes at most. */
  readonly operands: number;
  readonly options?: readonly string[];
  run(cli: Cli, args: ParsedArguments, operands: readonly string[]): Promise<number>;
}

const modes: Readonly<Record<string, Mode>> = {
  review: {
    operands: 2,
    options: ['delta'],
    run: (cli, args, operands) =>
      requestReview(cli, { ...baseAndTitle(operands), delta: args.flag('delta'), headless: false }),
  },
  prompt: { operands: 1, run: (cli, args, [workdir]) => prompt(cli, args.value('prompt') ?? '', workdir) },
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

const modeList =
  '--review [BASE] [TITLE] [--delta], --prompt TEXT [WORKDIR], --respond FILE, --plan-review FILE, --review-complete FILE, --approve [--targeted REASON], --re-review [REASON] or --needs-discussion [REASON]';
