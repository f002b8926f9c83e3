import { realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type ConfigLayer, permissionModes } from '../../core/config.ts';
import { exits } from '../../core/exits.ts';
import type { Session } from '../../core/pane.ts';
import { roleLabels, roles } from '../../core/role.ts';
import { installationRoot, refreshCurrent } from '../../node/installation.ts';
import { type Casting, type CastingRequest, castAgents, prepareLaunches } from '../../node/launches.ts';
import { startInterrupted, startParty } from '../../node/startParty.ts';
import { stopParty } from '../../node/stopParty.ts';
import { usage } from '../arguments.ts';
import type { Command, ParsedArguments } from '../command.ts';
import type { Host } from '../host.ts';
import { attachTo } from './attach.ts';

export const start: Command = {
  name: 'start',
  summary: "Start this project's party, or attach to the one that is running",
  operands: '[TITLE]',
  operandCount: [0, 1],
  options: {
    cwd: { value: 'DIR', help: 'Work in this directory instead of the current one' },
    agents: { value: 'demo', help: 'Use the scripted demo agents, also where the real ones are installed' },
    'permission-mode': { value: 'MODE', help: "Claude's permission mode (default acceptEdits)" },
    new: { help: 'Make another party although this project has one' },
    detach: { help: 'Leave it running in the background instead of showing it here' },
    raw: { help: 'Plain tmux, also in iTerm2' },
  },
  details: [
    'Panes: codex (0), claude (1) and a shell (2). Where an agent is not installed, a scripted demo agent takes its place',
    'and says so. What runs in a role can be set in tmux-team.json: {"agents": {"claude": {"command": ["claude"]}}}',
  ].join('\n'),
  async run(host, args) {
    const interruption = onInterrupt();
    const started = await startInTerminal(host, args, interruption.signal).catch((error: unknown) => {
      if (interruption.exit === undefined) throw error;
      host.say(error instanceof Error ? error.message : String(error));
      return undefined;
    });
    if (started === undefined) return interruption.exit ?? exits.error;
    // A signal from here on comes too late: the party is there and was reported, so it is not an interrupted start.
    if (args.flag('detach') || host.json || !host.interactive) return exits.success;
    interruption.dispose();
    return attachTo(host, started, args.flag('raw'));
  },
};

async function startInTerminal(host: Host, args: ParsedArguments, signal: AbortSignal): Promise<Session> {
  const cwd = existingDirectory(
    args.value('cwd') === undefined ? host.cwd : resolve(host.cwd, args.value('cwd') ?? ''),
  );
  const config = await host.config(cwd, flagLayer(args));
  await host.tmux.checkVersion();
  const request: CastingRequest = {
    env: host.env,
    home: host.paths.home,
    config,
    demo: args.value('agents') === 'demo',
  };
  const castings = await castAgents(request);
  const current = await refreshCurrent(host.paths, installationRoot(__dirname));
  const resources = join(current, 'resources');
  const warnings: string[] = [];
  const { session, created } = await startParty(host, {
    title: args.operands[0] ?? '',
    cwd,
    another: args.flag('new'),
    env: paneEnvironment(host, resources),
    launches: async ({ stateDir }) => {
      const launches = await prepareLaunches(request, castings, { cwd, stateDir: realpathSync(stateDir), resources });
      warnings.push(...launches.warnings);
      return launches.panes;
    },
    signal,
  });
  if (signal.aborted) {
    // It came too late for the steps to notice.
    if (created) await stopParty(host, session);
    throw startInterrupted();
  }
  report(host, session, created, castings, warnings);
  return session;
}

function report(
  host: Host,
  session: Session,
  created: boolean,
  castings: readonly Casting[],
  warnings: readonly string[],
): void {
  const pane = (role: string) => session.panes.find((candidate) => candidate.role === role);
  for (const warning of warnings) host.say(`Note: ${warning}`);
  const stoodIn = castings.filter((casting) => created && casting.demo).map((casting) => roleLabels[casting.role]);
  if (stoodIn.length > 0) host.say(`${stoodIn.join(' and ')}: scripted demo, no account needed`);
  host.print({
    json: {
      session: { id: session.id, name: session.name, cwd: session.path },
      created,
      panes: Object.fromEntries(roles.map((role) => [role, pane(role)?.id ?? null])),
      agents: castings.map(({ role }) => ({
        role,
        demo: pane(role)?.demo ?? false,
        adapter: pane(role)?.adapter ?? null,
      })),
      warnings,
    },
    text: `${created ? 'Started' : 'Already running:'} ${session.name}\n`,
  });
}

/** What every pane gets, so that the scripts in it find this party, this Node and `party` itself. */
function paneEnvironment({ env }: Host, resources: string): Record<string, string> {
  const roots = ['PARTY_TMUX_SOCKET', 'PARTY_STATE_ROOT', 'PARTY_HOME', 'PARTY_MARKER_ROOT'];
  const moved = roots.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return {
    ...Object.fromEntries(moved),
    PARTY_NODE: env['PARTY_NODE'] || process.execPath,
    PATH: [join(resources, 'bin'), env['PATH']].filter(Boolean).join(delimiter),
  };
}

function flagLayer(args: ParsedArguments): ConfigLayer {
  const agents = args.value('agents');
  if (agents !== undefined && agents !== 'demo') throw usage(start, `--agents takes only the word demo, not ${agents}`);
  const mode = args.value('permission-mode');
  if (mode === undefined) return {};
  const permissionMode = permissionModes.find((known) => known === mode);
  if (permissionMode === undefined) {
    throw usage(start, `--permission-mode must be one of ${permissionModes.join(', ')}, not ${mode}`);
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

/** From here on Ctrl-C does not kill us: the start takes back what it made, then we exit as the signal demands. */
function onInterrupt() {
  const controller = new AbortController();
  const state: { exit: number | undefined } = { exit: undefined };
  const handlers = { SIGINT: () => interrupt(130), SIGTERM: () => interrupt(143), SIGHUP: () => interrupt(129) };
  function interrupt(exit: number) {
    state.exit ??= exit;
    controller.abort();
  }
  for (const [name, handler] of Object.entries(handlers)) process.on(name, handler);
  return {
    signal: controller.signal,
    get exit() {
      return state.exit;
    },
    dispose() {
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
    },
  };
}
