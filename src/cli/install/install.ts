// `party install`: puts the command line on the PATH, the scripts at their documented paths, and Party's plugin into the
// settings of Claude Code.

import { exits } from '../../core/base/exits.ts';
import type { InstallPlaces, LinkedProgram, PlannedStep } from '../../core/install/installPlan.ts';
import { toAsk } from '../../core/install/installPlan.ts';
import { install as installSteps, planNow } from '../../node/install/install.ts';
import { isOnPath } from '../../node/install/installFacts.ts';
import { installPlaces } from '../../node/install/installPlaces.ts';
import { placeVersion } from '../../node/install/versions.ts';
import { installationRoot } from '../../node/system/installation.ts';
import { mustBeHuman } from '../../node/tmux/caller.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { confirm } from '../party/confirm.ts';
import { headings } from '../party/headings.ts';

export const install: Command = {
  ...headings.install,
  operandCount: [0, 0],
  options: {
    alongside: { help: 'Use ~/.claude-tmux instead of ~/.claude, which stays as it is' },
    'dry-run': { help: 'Show what would be done, without changing anything' },
  },
  details: [
    'Links party and tmux-team in ~/.local/bin, and the scripts that documents name in ~/.claude/skills and ~/.codex/skills.',
    "Adds Party's plugin to Claude's settings.json, and a rule that allows tmux-codex.sh. What it replaces is kept, and",
    'party uninstall puts it back.',
    'Only a person can run it. A call that was interrupted is finished by the next one, or undone by party uninstall.',
  ].join('\n'),
  async run(cli, args) {
    await mustBeHuman(cli, 'Only a person can install Party: it changes files in the home directory');
    const alongside = args.flag('alongside');
    const places = installPlaces(cli.env, cli.paths, alongside);
    if (args.flag('dry-run')) return report(cli, places, { steps: planNow(cli, places), dryRun: true, alongside });
    await placeVersion(cli.paths, installationRoot(__dirname));
    const { steps, finished } = await installSteps(cli, places, (planned) => askAbout(cli, planned));
    if (finished) cli.say('An earlier party install was interrupted; this one has finished it');
    return report(cli, places, { steps, dryRun: false, alongside });
  },
};

/** Without a terminal to ask in, Party hides none of the user's programs. */
async function askAbout(cli: Cli, steps: readonly PlannedStep[]): Promise<ReadonlySet<LinkedProgram>> {
  const agreed = new Set<LinkedProgram>();
  if (!cli.interactive || cli.json) return agreed;
  for (const program of toAsk(steps)) {
    const step = steps.find((one) => one.do === 'leave' && one.program === program);
    const why = step?.do === 'leave' ? step.why : '';
    if (await confirm(cli, `${why}. Put Party's ${program} there?`)) agreed.add(program);
  }
  return agreed;
}

interface Report {
  readonly steps: readonly PlannedStep[];
  readonly dryRun: boolean;
  readonly alongside: boolean;
}

function report(cli: Cli, places: InstallPlaces, { steps, dryRun, alongside }: Report): number {
  const onPath = isOnPath(cli.env, places.bin);
  const notes = [
    ...(toAsk(steps).length > 0 && !cli.interactive
      ? ['Where another program is in the way, party install asks in a terminal whether to put Party there']
      : []),
    ...(onPath
      ? []
      : [`${places.bin} is not on the PATH. Add it in the start-up file of your shell, then open a new terminal`]),
    ...(alongside ? [`Start this Claude with: CLAUDE_CONFIG_DIR=${places.typedClaude} claude`] : []),
  ];
  const lines = steps.map((step) => `${stepText(step, dryRun)}\n`);
  cli.print({
    json: { installed: !dryRun, dryRun, alongside, steps, bin: places.bin, onPath, notes },
    text: lines.join(''),
  });
  for (const note of notes) cli.say(`Note: ${note}`);
  return exits.success;
}

function stepText(step: PlannedStep, dryRun: boolean): string {
  switch (step.do) {
    case 'link':
      return `${dryRun ? 'Would link' : 'Linked'} ${step.path}${step.replaces ? ' (what was there is kept)' : ''}`;
    case 'merge':
      return `${dryRun ? 'Would add' : 'Added'} Party's plugin to ${step.path}`;
    case 'keep':
      return `Already there: ${step.path}`;
    case 'leave':
      return `Left alone: ${step.path}, because ${step.why.replace(`${step.path} `, 'it ')}`;
    default: {
      const unreachable: never = step;
      return unreachable;
    }
  }
}
