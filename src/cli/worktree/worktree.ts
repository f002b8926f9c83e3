import { join } from 'node:path';
import { exits } from '../../core/base/exits.ts';
import { agentRoles } from '../../core/base/role.ts';
import type { ConfigLayer } from '../../core/config/config.ts';
import { settingsSwitches } from '../../node/agents/hookSwitches.ts';
import { findUsersReviewer } from '../../node/codex/findReviewer.ts';
import { writePlanHooks } from '../../node/gates/planHooks.ts';
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
import { attachOptions, castParty, makeInTerminal, onInterrupt, reportParty } from '../session/partyLaunch.ts';
import { flagLayer } from '../session/start.ts';

export const worktree: Command = {
  ...headings.worktree,
  operandCount: [1, 1],
  options: {
    base: { value: 'REF', help: 'Begin with this commit or branch instead of HEAD' },
    'no-launch': { help: 'Make the worktree and leave the start to you' },
    agents: { value: 'demo', help: 'Use the scripted demo agents' },
    'permission-mode': { value: 'MODE', help: "Claude's permission mode (default acceptEdits)" },
    ...attachOptions,
  },
  details: [
    'The worktree is ../<project>-worktrees/NAME, beside the main one, on a new branch NAME. Its plan gate is on, and the',
    'hooks are in its own .claude/settings.json, which is kept out of commits: a claude that you start there by hand is',
    'gated too. Nothing is installed in your home, and when a step fails nothing is left behind.',
  ].join('\n'),
  async run(host, args) {
    const notes = await clearLeftWorktrees(host);
    const { planned, flags, demo } = await prepare(host, args);
    // Starting a party looks for the leftovers once more, and reports them itself.
    if (!args.flag('no-launch')) return makeAndLaunch(host, args, planned, { flags, demo });
    return makeOnly(host, planned, notes);
  },
};

interface Preparation {
  readonly planned: Worktree;
  /** The agents chosen here play the same roles in the worktree, even if tmux-team.json is not committed. */
  readonly flags: ConfigLayer;
  readonly demo: boolean;
}

/** Runs every check that can fail before anything is made. */
async function prepare(host: Cli, args: ParsedArguments): Promise<Preparation> {
  const asked = flagLayer(worktree, args);
  const demo = args.value('agents') === 'demo';
  const planned = await plannedWorktree(host, { name: args.operands[0] ?? '', base: args.value('base') });
  const config = await host.config(host.cwd, asked);
  const agents = { env: host.env, home: host.paths.home };
  if (!demo) {
    checkAgents(await castAgents({ ...agents, config, demo }));
    // The user's own settings, not the project's, choose the reviewer of plans, so it may be another program.
    await findUsersReviewer(host);
  }
  if (!args.flag('no-launch')) await host.tmux.checkVersion();
  const chosen = agentRoles.flatMap((role) => (config.agents[role] ? [[role, config.agents[role]] as const] : []));
  return { planned, flags: { agents: Object.fromEntries(chosen) }, demo };
}

async function makeOnly(host: Cli, planned: Worktree, notes: readonly string[]): Promise<number> {
  const interruption = onInterrupt();
  try {
    const made = await makeWorktree(host, planned, interruption.signal, {
      gate: (directory) => gate(host, directory),
      furnish: (directory) => rememberPlannedFiles(host.paths, directory),
    });
    if (interruption.signal.aborted) {
      await made.undo();
      throw startInterrupted();
    }
    report(host, planned, await switchedOff(host, planned));
    for (const note of notes) host.say(`Note: ${note}`);
    host.print({ json: { worktree: planned, session: null, warnings: notes }, text: `${planned.path}\n` });
    return exits.success;
  } catch (error) {
    if (interruption.exit === undefined) throw error;
    reportFailure(error, host.json);
    return interruption.exit;
  }
}

function makeAndLaunch(
  host: Cli,
  args: ParsedArguments,
  planned: Worktree,
  { flags, demo }: Pick<Preparation, 'flags' | 'demo'>,
): Promise<number> {
  return makeInTerminal(host, args, async (signal) => {
    const launch = async (directory: string) => {
      await rememberPlannedFiles(host.paths, directory);
      stopIfAborted(signal);
      const cast = await castParty(host, { cwd: directory, flags, demo });
      const permissionMode = args.value('permission-mode');
      const record = { demo, agents: cast.record, ...(permissionMode === undefined ? {} : { permissionMode }) };
      const request = { title: planned.name, cwd: directory, another: true, record };
      return { cast, made: await startParty(host, { ...cast.making(signal), ...request }) };
    };
    const furnishing = { gate: (directory: string) => gate(host, directory), furnish: launch };
    const { furnished, undo } = await makeWorktree(host, planned, signal, furnishing);
    const { cast, made } = furnished;
    const off = await switchedOff(host, planned);
    return {
      ...made,
      report: () => {
        report(host, planned, off);
        reportParty(host, made, cast, { done: 'Started', more: { worktree: planned } });
      },
      forget: undo,
    };
  });
}

/** Writes the hooks first: if that fails, no gate has been started. */
async function gate(host: Cli, directory: string): Promise<void> {
  await refreshCurrent(host.paths, installationRoot(__dirname));
  await writePlanHooks(host, directory, 'settings');
  await startPlan({ env: host.env, cwd: directory, paths: host.paths }, { filesFollow: true });
}

/** What switches hooks off in the user's settings or in the committed ones. */
function switchedOff(host: Cli, { path }: Worktree): Promise<string[]> {
  return settingsSwitches(host.env, path, []);
}

function report(host: Cli, { path, branch }: Worktree, off: readonly string[]): void {
  host.say(
    `Made ${path} on branch ${branch}. Before its plan is approved only ${join('docs', 'plan.md')} may be written`,
  );
  for (const why of off) host.say(`Note: a claude that you start there by hand is not gated: ${why}`);
}
