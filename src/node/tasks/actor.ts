// Finds out who changes a task. An agent is recognized by variables in the environment of its commands, also in an
// unregistered pane, and by the pane that it runs in. Anything else counts as the human.

import { actorOf, agentVariables } from '../../core/base/actor.ts';
import { isPartyError, PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { Config } from '../../core/config/config.ts';
import { findPane } from '../../core/session/findPane.ts';
import type { TaskActor } from '../../core/tasks/task.ts';
import { loadConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import { projectTop } from '../project/paths.ts';
import { mainWorktree } from '../project/worktrees.ts';
import { isInsideServer } from '../tmux/parties.ts';
import { createTmux } from '../tmux/tmux.ts';

export interface ActorIdentity {
  /** The name for the audit. */
  readonly name: TaskActor;
  /** All names of the actor: a limit for any of them applies. For a human, only `human`. */
  readonly known: readonly TaskActor[];
}

const human = 'human';

/** `given` is the value of `--actor`. A human may act as an agent; an agent may only act as itself. */
export async function actorIdentity(machine: Pick<Machine, 'env' | 'cwd'>, given?: string): Promise<ActorIdentity> {
  if (given !== undefined) checkName(given);
  const own = [...new Set([...environmentNames(machine.env), ...(await paneNames(machine))])].filter(
    // An agent may have registered its own pane as `human`, so that name does not count.
    (name) => name.toLowerCase() !== human,
  );
  const [first] = own;
  if (first === undefined) return { name: given ?? human, known: [given ?? human] };
  if (given === undefined) return { name: first, known: own };
  const same = own.find((name) => name.toLowerCase() === given.toLowerCase());
  if (same !== undefined) return { name: same, known: own };
  const other = given.toLowerCase() === human ? 'the human' : given;
  throw new PartyError(
    'REFUSED',
    `This is run by ${first}, which cannot act as ${other}. Leave --actor out, or let ${other} run it`,
  );
}

export function isAgent({ known }: ActorIdentity): boolean {
  return !known.includes(human);
}

/**
 * The configurations of this directory, of its project, and of the main worktree, whose team a linked worktree shares.
 * An agent cannot escape a limit by changing its directory.
 */
export function configsOf({ env, cwd }: Pick<Machine, 'env' | 'cwd'>): Promise<Config[]> {
  const top = projectTop(cwd);
  const places = new Set([cwd, top, mainWorktree(top) ?? top]);
  return Promise.all([...places].map((place) => loadConfig({ places: [place], env })));
}

function environmentNames(env: NodeJS.ProcessEnv): string[] {
  const known = actorOf(env);
  const others = Object.entries(agentVariables).flatMap(([variable, name]) => (env[variable] ? [name] : []));
  return known === human ? others : [known, ...others];
}

/** The role of our pane, and its name in tmux-team.json. The shell pane of a party belongs to the human. */
async function paneNames(machine: Pick<Machine, 'env' | 'cwd'>): Promise<string[]> {
  const { env } = machine;
  const pane = env['TMUX_PANE'];
  if (!pane) return [];
  const tmux = createTmux(env);
  try {
    const [inside, sessions] = await Promise.all([isInsideServer({ env, tmux }), tmux.sessions()]);
    if (!inside) return [];
    const role = sessions.flatMap(({ panes }) => panes).find(({ id }) => id === pane)?.role;
    const agents = (await configsOf(machine)).flatMap((config) => Object.entries(config.agents));
    const registered = agents.flatMap(([name, agent]) => {
      if (agent.pane === undefined) return [];
      return isPane(() => findPane(sessions, agent.pane ?? '', pane).pane.id === pane) ? [name] : [];
    });
    return [...(role === undefined || role === 'shell' ? [] : [role]), ...registered];
  } catch (error) {
    // Inside Codex's sandbox, tmux cannot be reached. The environment has already identified Codex.
    if (isPartyError(error) && !isPartyError(error, 'CONFIG_INVALID')) return [];
    throw error;
  }
}

/** False when the registered pane is gone. */
function isPane(test: () => boolean): boolean {
  try {
    return test();
  } catch (error) {
    if (isPartyError(error, 'PANE_NOT_FOUND')) return false;
    throw error;
  }
}

function checkName(name: string): void {
  if (/^[\p{L}\p{N}@][\p{L}\p{M}\p{N}@._:/-]{0,63}$/u.test(name)) return;
  throw new PartyError(
    'USAGE',
    `--actor ${oneLine(name, 40) || '""'} is not a valid name: use letters, digits and . _ - : / @, at most 64 characters and no spaces`,
  );
}
