import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ConfigLayer, permissionModes } from '../../core/config/config.ts';
import { projectTop } from '../../node/project/paths.ts';
import { forgetSession } from '../../node/session/sessionRecord.ts';
import { startParty } from '../../node/session/startParty.ts';
import { usage } from '../party/arguments.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { attachOptions, castParty, makeInTerminal, reportParty } from './partyLaunch.ts';

export const start: Command = {
  ...headings.start,
  operandCount: [0, 1],
  options: {
    cwd: { value: 'DIR', help: 'Work in this directory instead of the current one' },
    agents: { value: 'demo', help: 'Use the scripted demo agents, even if the real ones are installed' },
    'permission-mode': { value: 'MODE', help: "Claude's permission mode (default acceptEdits)" },
    new: { help: 'Start another party even if this project already has one' },
    ...attachOptions,
  },
  details: [
    'Panes: codex (0), claude (1) and a shell (2). If an agent is not installed, a scripted demo agent takes its place',
    'and says so. Choose the program for a role in tmux-team.json: {"agents": {"claude": {"command": ["claude"]}}}',
  ].join('\n'),
  async run(cli, args) {
    return makeInTerminal(cli, args, async (signal) => {
      const cwd = existingDirectory(resolve(cli.cwd, args.value('cwd') ?? '.'));
      const demo = args.value('agents') === 'demo';
      const permissionMode = args.value('permission-mode');
      const cast = await castParty(cli, { cwd, flags: flagLayer(start, args), demo });
      const made = await startParty(cli, {
        ...cast.making(signal),
        title: args.operands[0] ?? '',
        cwd,
        another: args.flag('new'),
        record: { demo, agents: cast.record, ...(permissionMode === undefined ? {} : { permissionMode }) },
      });
      return {
        ...made,
        report: () => reportParty(cli, made, cast, { done: 'Started' }),
        forget: async () => {
          const { id } = made.session;
          if (made.created && id !== undefined) await forgetSession(cli.paths, projectTop(cwd), id);
        },
      };
    });
  },
};

/** The options `--agents` and `--permission-mode` as a layer of the configuration. */
export function flagLayer(command: Pick<Command, 'name'>, args: ParsedArguments): ConfigLayer {
  const agents = args.value('agents');
  if (agents !== undefined && agents !== 'demo')
    throw usage(command, `--agents takes only the word demo, not ${agents}`);
  const mode = args.value('permission-mode');
  if (mode === undefined) return {};
  const permissionMode = permissionModes.find((known) => known === mode);
  if (permissionMode === undefined) {
    throw usage(command, `--permission-mode must be one of ${permissionModes.join(', ')}, not ${mode}`);
  }
  return { agents: { claude: { permissionMode } } };
}

function existingDirectory(path: string): string {
  try {
    return realpathSync(`${path}/.`);
  } catch {
    throw usage(start, `--cwd ${path} is not a directory`);
  }
}
