// What `start` and `restore` share: which program plays which role, what the panes get, what is reported, and that
// Ctrl-C in the middle leaves nothing behind.

import { delimiter, join } from 'node:path';
import { runsReadOnly } from '../../core/agents/codex.ts';
import { exits } from '../../core/base/exits.ts';
import { remarkText, wayText } from '../../core/base/remark.ts';
import { type AgentRole, agentRoles, roleLabels, roles } from '../../core/base/role.ts';
import { type ConfigLayer, permissionModes } from '../../core/config/configLayer.ts';
import { ended } from '../../core/session/bringBack.ts';
import { notInstalled } from '../../core/session/casting.ts';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import { isInside } from '../../node/gates/projectPrograms.ts';
import { projectTop } from '../../node/project/paths.ts';
import {
  type Casting,
  castAgents,
  type LaunchOptions,
  missingRoles,
  prepareLaunches,
} from '../../node/session/launches.ts';
import type { Made, Making } from '../../node/session/makeParty.ts';
import { stopParty } from '../../node/session/stopParty.ts';
import { installationRoot, refreshCurrent } from '../../node/system/installation.ts';
import { startInterrupted } from '../../node/system/startInterrupted.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { reportFailure } from '../party/failure.ts';
import { tellWays } from '../party/tellWays.ts';
import { attachTo, rawOption } from './attach.ts';

export const attachOptions: Command['options'] = {
  detach: { help: 'Start it in the background instead of attaching this terminal' },
  raw: rawOption,
};

export type MadeInTerminal = Made & { report(): void; forget?(): Promise<void> };

/** Runs `make` and shows the party here. If a signal came too late for `make` to notice, ends the party again. */
export async function makeInTerminal(
  cli: Cli,
  args: ParsedArguments,
  make: (signal: AbortSignal) => Promise<MadeInTerminal>,
): Promise<number> {
  const interruption = onInterrupt();
  const { signal } = interruption;
  const made = async () => {
    const { session, created, report, forget } = await make(signal);
    if (signal.aborted) {
      if (created) await stopParty(cli, session);
      // The user never saw this new party, so its record goes too. A party that was being restored keeps its record.
      await forget?.();
      throw startInterrupted();
    }
    report();
    return session;
  };
  const session = await made().catch((error: unknown) => {
    if (interruption.exit === undefined) throw error;
    reportFailure(error, cli, tellWays(cli.reader, cli.name));
    return undefined;
  });
  if (session === undefined) return interruption.exit ?? exits.error;
  // From here on a signal comes too late: the party exists and was reported, so this is not an interrupted start.
  if (args.flag('detach') || cli.json || !cli.interactive) return exits.success;
  interruption.dispose();
  return attachTo(cli, session, args.flag('raw'));
}

export interface Cast {
  readonly castings: readonly Casting[];
  /** Filled while the launches are prepared. */
  readonly warnings: readonly string[];
  readonly record: NonNullable<SessionRecord['agents']>;
  making(signal: AbortSignal, resume?: LaunchOptions['resume']): Making;
}

/** Decides what runs in the panes, before any of it starts. */
export async function castParty(
  cli: Cli,
  { cwd, flags, demo }: { readonly cwd: string; readonly flags: ConfigLayer; readonly demo: boolean },
): Promise<Cast> {
  const config = await cli.config(cwd, flags);
  await cli.tmux.checkVersion();
  const request = { env: cli.env, home: cli.paths.home, config, demo };
  const castings = await castAgents(request);
  const resources = join(await refreshCurrent(cli.paths, installationRoot(__dirname)), 'resources');
  const warnings: string[] = [];
  return {
    castings,
    warnings,
    record: Object.fromEntries(castings.map((casting) => [casting.role, recordedAgent(casting, cwd)])),
    making: (signal, resume = {}) => ({
      env: paneEnvironment(cli, resources),
      resources,
      signal,
      async launches({ stateDir }) {
        const launches = await prepareLaunches(request, castings, { cwd, stateDir, resources, resume });
        warnings.push(...launches.warnings);
        return launches.panes;
      },
    }),
  };
}

/** A program of the project can do anything, whatever its flags say. */
function recordedAgent({ demo, adapter, probe }: Casting, cwd: string): NonNullable<SessionRecord['agents']>[string] {
  const confined = adapter === 'codex' && probe !== undefined && runsReadOnly(probe);
  const readOnly = confined && !demo && !isInside(probe.path, { top: projectTop(cwd) });
  return { demo, adapter, ...(readOnly ? { readOnly } : {}) };
}

/** The permission mode that the party was started with. */
export function recordedFlags({ permissionMode: recorded }: SessionRecord): ConfigLayer {
  const permissionMode = permissionModes.find((known) => known === recorded);
  return permissionMode === undefined ? {} : { agents: { claude: { permissionMode } } };
}

/** What `reportParty` says besides the party itself. */
interface ReportWords {
  /** For a party that was made. */
  readonly done: string;
  /** For a party that was running; "Already running" when undefined. */
  readonly found?: string | undefined;
  readonly more?: object;
  readonly notes?: readonly string[];
}

export function reportParty(
  cli: Cli,
  { session, created, notes: found = [] }: Made,
  { castings, warnings }: Cast,
  words: ReportWords,
): void {
  const pane = (role: string) => session.panes.find((candidate) => candidate.role === role);
  const dead = agentRoles.filter((role) => !created && pane(role)?.dead === true);
  const wantsDemo = !created && castings.some(({ role, demo }) => demo && pane(role)?.demo !== true);
  const notes = [
    ...(created ? missingRoles(castings).map(missingNote) : []),
    ...warnings,
    ...(words.notes ?? []),
    ...found,
    ...(dead.length === 0 ? [] : [remarkText(ended(dead), cli.reader)]),
    ...(wantsDemo
      ? [remarkText({ problem: 'Its agents stay as they are', next: [{ act: 'startDemo' }] }, cli.reader)]
      : []),
  ];
  for (const note of notes) cli.say(`Note: ${note}`);
  if (created && missingRoles(castings).length === castings.length) cli.say(wayText({ act: 'startDemo' }, cli.reader));
  const stoodIn = castings.filter((casting) => created && casting.demo).map((casting) => roleLabels[casting.role]);
  if (stoodIn.length > 0) cli.say(`${stoodIn.join(' and ')}: scripted demo, no account needed`);
  cli.print({
    json: {
      session: { id: session.id, name: session.name, cwd: session.path },
      created,
      panes: Object.fromEntries(roles.map((role) => [role, pane(role)?.id ?? null])),
      agents: castings.map(({ role }) => ({
        role,
        demo: pane(role)?.demo ?? false,
        adapter: pane(role)?.adapter ?? null,
      })),
      warnings: notes,
      ...words.more,
    },
    text: `${created ? `${words.done} ${session.name}` : (words.found ?? `Already running: ${session.name}`)}\n`,
  });
}

function missingNote(role: AgentRole): string {
  return `${notInstalled(role)}. Then start it in its pane with: party restart ${role}`;
}

/** The environment of every pane, so that the scripts in it find this party, this Node and `party` itself. */
function paneEnvironment({ env }: Cli, resources: string): Record<string, string> {
  const roots = ['PARTY_TMUX_SOCKET', 'PARTY_STATE_ROOT', 'PARTY_HOME', 'PARTY_MARKER_ROOT', 'PARTY_CONFIG_HOME'];
  const moved = roots.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return {
    ...Object.fromEntries(moved),
    PARTY_NODE: env['PARTY_NODE'] || process.execPath,
    PATH: [join(resources, 'bin'), env['PATH']].filter(Boolean).join(delimiter),
  };
}

/** From here on Ctrl-C does not kill this process: it undoes what it made, then exits with the code of the signal. */
export function onInterrupt() {
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
