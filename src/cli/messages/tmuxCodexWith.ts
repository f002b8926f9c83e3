// The verb behind `tmux-codex.sh`: Claude's side of the transport, one mode per call. The modes are given by the bundle,
// because the one that Claude calls most needs little code.

import { PartyError } from '../../core/base/errors.ts';
import { usage } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { prompt } from './prompt.ts';

export interface Mode {
  /** How many operands the mode takes at most. */
  readonly operands: number;
  readonly options?: readonly string[];
  run(cli: Cli, args: ParsedArguments, operands: readonly string[]): Promise<number>;
}

export const promptMode: Mode = {
  operands: 1,
  run: (cli, args, [workdir]) => prompt(cli, args.value('prompt') ?? '', workdir),
};

export function tmuxCodexWith(modes: Readonly<Record<string, Mode>>): Command {
  const command: Command = {
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
        if (given && !options.includes(option)) throw usage(command, `--${name} takes no --${option}`);
      }
      const extra = args.operands[operands];
      if (extra !== undefined)
        throw usage(command, `--${name} does not take "${extra}"; a text is one argument, in quotes`);
      return run(cli, args, args.operands);
    },
  };
  return command;
}

const modeList =
  '--review [BASE] [TITLE] [--delta], --prompt TEXT [WORKDIR], --respond FILE, --plan-review FILE, --review-complete FILE, --approve [--targeted REASON], --re-review [REASON] or --needs-discussion [REASON]';
