import { join } from 'node:path';
import { exits } from '../../core/base/exits.ts';
import { agentRoles } from '../../core/base/role.ts';
import type { ConfigLayer } from '../../core/config/configLayer.ts';
import { settingsSwitches } from '../../node/agents/hookSwitches.ts';
import { findUsersReviewer } from '../../node/codex/findReviewer.ts';
import { writePlanHooks } from '../../node/gates/planHooks.ts';
import { writePlanSkills } from '../../node/gates/planSkills.ts';
import { rememberPlannedFiles, startPlan } from '../../node/plan/planActs.ts';
import { castAgents } from '../../node/session/launches.ts';
import { clearLeftWorktrees } from '../../node/session/leftovers.ts';
import { checkAgents } from '../../node/session/prerequisites.ts';
import { startParty } from '../../node/session/startParty.ts';
import { installationRoot, refreshCurrent } from '../../node/system/installation.ts';
import { startInterrupted, stopIfAborted } from '../../node/system/startInterrupted.ts';
import { makeWorktree } from '../../node/worktree/makeWorktree.ts';
import { plannedWorktree, type Worktree } from '../../node/worktree/plannedWorktree.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { reportFailure } from '../party/failure.ts';
import { headings } from '../party/headings.ts';
import { tellWays } from '../party/tellWays.ts';
import { flagLayer } from '../session/flagLayer.ts';
import { attachOptions, castParty, makeInTerminal, onInterrupt, reportParty } from '../session/partyLaunch.ts';

export const worktree: Command = {
  ...headings.worktree,
  example: 'party worktree login',
  operandCount: [1, 1],
  options: {
    base: { value: 'REF', help: 'Start from this commit or branch instead of HEAD' },
    'no-launch': { help: 'Only create the worktree, without a party; it needs both agents all the same' },
    agents: { value: 'demo', help: 'Use the scripted demo agents' },
    'permission-mode': { value: 'MODE', help: "Claude's permission mode (default acceptEdits)" },
    ...attachOptions,
  },
  details: [
    'The worktree is ../<project>-worktrees/NAME, next to the main one, on a new branch NAME. Its plan gate is on, and the',
    'hooks are in its own .claude/settings.json, which is kept out of commits, so a claude that you start there by hand is',
    'gated too. Nothing is installed in your home directory, and when a step fails, nothing is left behind.',
  ].join('\n'),
  async run(cli, args) {
    const notes = await clearLeftWorktrees(cli);
    const { planned, flags, demo } = await prepare(cli, args);
    // Starting a party looks for the leftovers once more, and reports them itself.
    if (!args.flag('no-launch')) return makeAndLaunch(cli, args, planned, { flags, demo });
    return makeOnly(cli, planned, notes);
  },
};

interface Preparation {
  readonly planned: Worktree;
  /** The agents chosen here play the same roles in the worktree, even if tmux-team.json is not committed. */
  readonly flags: ConfigLayer;
  readonly demo: boolean;
}

/** Runs every check that can fail before anything is made. */
async function prepare(cli: Cli, args: ParsedArguments): Promise<Preparation> {
  const asked = flagLayer(worktree, args);
  const demo = args.value('agents') === 'demo';
  const planned = await plannedWorktree(cli, { name: args.operands[0] ?? '', base: args.value('base') });
  const config = await cli.config(cli.cwd, asked);
  const agents = { env: cli.env, home: cli.paths.home };
  if (!demo) {
    checkAgents(await castAgents({ ...agents, config, demo }));
    // The user's own settings, not the project's, choose the reviewer of plans, so it may be another program.
    await findUsersReviewer(cli);
  }
  if (!args.flag('no-launch')) await cli.tmux.checkVersion();
  const chosen = agentRoles.flatMap((role) => (config.agents[role] ? [[role, config.agents[role]] as const] : []));
  return { planned, flags: { agents: Object.fromEntries(chosen) }, demo };
}

async function makeOnly(cli: Cli, planned: Worktree, notes: readonly string[]): Promise<number> {
  const interruption = onInterrupt();
  try {
    const made = await makeWorktree(cli, planned, interruption.signal, {
      gate: (directory) => gate(cli, directory),
      finish: (directory) => plannedFiles(cli, directory),
    });
    if (interruption.signal.aborted) {
      await made.undo();
      throw startInterrupted();
    }
    report(cli, planned, await switchedOff(cli, planned));
    for (const note of notes) cli.say(`Note: ${note}`);
    cli.print({ json: { worktree: planned, session: null, warnings: notes }, text: `${planned.path}\n` });
    return exits.success;
  } catch (error) {
    if (interruption.exit === undefined) throw error;
    reportFailure(error, cli, tellWays(cli.reader, cli.name));
    return interruption.exit;
  }
}

function makeAndLaunch(
  cli: Cli,
  args: ParsedArguments,
  planned: Worktree,
  { flags, demo }: Pick<Preparation, 'flags' | 'demo'>,
): Promise<number> {
  return makeInTerminal(cli, args, async (signal) => {
    const launch = async (directory: string) => {
      await plannedFiles(cli, directory);
      stopIfAborted(signal);
      const cast = await castParty(cli, { cwd: directory, flags, demo });
      const permissionMode = args.value('permission-mode');
      const record = { demo, agents: cast.record, ...(permissionMode === undefined ? {} : { permissionMode }) };
      const request = { title: planned.name, cwd: directory, another: true, record };
      return { cast, made: await startParty(cli, { ...cast.making(signal), ...request }) };
    };
    const steps = { gate: (directory: string) => gate(cli, directory), finish: launch };
    const { finished, undo } = await makeWorktree(cli, planned, signal, steps);
    const { cast, made } = finished;
    const off = await switchedOff(cli, planned);
    return {
      ...made,
      report: () => {
        report(cli, planned, off);
        reportParty(cli, made, cast, { done: 'Started', more: { worktree: planned } });
      },
      forget: undo,
    };
  });
}

/** The skills come after the project's own files, so that they hide none of them. */
async function plannedFiles(cli: Cli, directory: string): Promise<void> {
  await writePlanSkills(cli, directory);
  await rememberPlannedFiles(cli.paths, directory);
}

/** Writes the hooks first: if that fails, no gate has been started. */
async function gate(cli: Cli, directory: string): Promise<void> {
  await refreshCurrent(cli.paths, installationRoot(__dirname));
  await writePlanHooks(cli, directory, 'settings');
  await startPlan({ env: cli.env, cwd: directory, paths: cli.paths }, { filesFollow: true });
}

/** What switches hooks off in the user's settings or in the committed ones. */
function switchedOff(cli: Cli, { path }: Worktree): Promise<string[]> {
  return settingsSwitches(cli.env, path, []);
}

function report(cli: Cli, { path, branch }: Worktree, off: readonly string[]): void {
  cli.say(
    `Created ${path} on branch ${branch}. Until its plan is approved, Claude can write only ${join('docs', 'plan.md')}`,
  );
  for (const why of off) cli.say(`Note: a claude that you start there by hand is not gated: ${why}`);
}
