// Reads the state of the window's projects from the machine, with one call of tmux for any number of folders.

import { basename } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { isProgram } from '../../core/tmux/shells.ts';
import { stateFiles } from '../../node/agents/agentState.ts';
import { loadConfig } from '../../node/project/configFiles.ts';
import { partyPaths, projectKey } from '../../node/project/paths.ts';
import { readEnded } from '../../node/session/endedParty.ts';
import { recordFiles } from '../../node/status/agentRecord.ts';
import { type StatusMachine, sessionStatus } from '../../node/status/readStatus.ts';
import { findProgram } from '../../node/system/installHint.ts';
import { partiesHere } from '../../node/tmux/parties.ts';
import type { Tmux } from '../../node/tmux/tmux.ts';
import { branchOf, worktreeTops } from '../../node/worktree/repositoryFiles.ts';
import type { ReadCollabs } from '../collab/collabs.ts';
import type { ReadPlans } from '../plan/plans.ts';
import type { ReadProofs } from '../review/ready/proofs.ts';
import type { ReadReviews } from '../review/reviews.ts';
import { allPartiesOf, type Folder, type FolderEnded, type OtherParty, type Party, type Snapshot } from './snapshot.ts';

export interface SnapshotSource extends StatusMachine {
  readonly readReviews: (folders: readonly Folder[]) => Promise<ReadReviews>;
  readonly readProofs: (folders: readonly Folder[]) => Promise<ReadProofs>;
  readonly readPlans: (folders: readonly Folder[]) => Promise<ReadPlans>;
  readonly readCollabs: (folders: readonly Folder[]) => Promise<ReadCollabs>;
}

export interface Window {
  readonly trusted: boolean;
  readonly folders: readonly Folder[];
  /** The user chose the demo agents, so real ones need not be installed. */
  readonly demo: boolean;
}

export async function readSnapshot(machine: SnapshotSource, window: Window, before?: Snapshot): Promise<Snapshot> {
  const { trusted, folders, demo } = window;
  const nothing = { trusted, folders, tmux: undefined, agents: false, parties: [], ended: [], problem: undefined };
  // Runs nothing for a folder that the user does not trust.
  if (!trusted || folders.length === 0) return { ...nothing, ...noReviews, proofs: [], ...noPlans, ...noCollabs };
  const [live, reviews, proofs, plans, collabs] = await Promise.all([
    readLive(machine, { folders, demo }, before),
    machine.readReviews(folders),
    machine.readProofs(folders),
    machine.readPlans(folders),
    machine.readCollabs(folders),
  ]);
  return { ...nothing, ...live, ...reviews, ...proofs, ...plans, ...collabs };
}

const noReviews: ReadReviews = { reviews: [], reviewProblem: undefined };
const noPlans: ReadPlans = { plans: [], planProblem: undefined };
const noCollabs: ReadCollabs = { collabs: [], collabProblem: undefined };

type Live = Pick<Snapshot, 'tmux' | 'agents' | 'parties' | 'others' | 'branches' | 'ended' | 'problem'>;

async function readLive(
  machine: SnapshotSource,
  { folders, demo }: Pick<Window, 'folders' | 'demo'>,
  before: Snapshot | undefined,
): Promise<Live> {
  const tmux = findProgram('tmux', machine.env['PATH'] ?? '');
  if (tmux === undefined) return { tmux, agents: false, parties: [], ended: [], problem: undefined };
  try {
    const { parties, others } = await readParties(machine, folders);
    const agents = parties.length > 0 || demo || (await hasAgents(machine.env, folders));
    const ended = await readEndedParties(machine.env, folders, parties);
    return { tmux, agents, parties, ...several(parties, others), ended, problem: undefined };
  } catch (error) {
    // A failed read says nothing about the parties: the old ones stay, marked as possibly old.
    const problem = messageOf(error);
    const { agents = true, parties = [], ended = [] } = before ?? {};
    return { tmux, agents, parties, ...several(parties, before?.others ?? []), ended, problem };
  }
}

interface Found {
  readonly parties: Party[];
  readonly others: OtherParty[];
}

async function readParties(machine: SnapshotSource, folders: readonly Folder[]): Promise<Found> {
  const sessions = await machine.tmux.sessions();
  const frozen: Tmux = { ...machine.tmux, sessions: async () => sessions };
  const found = await Promise.all(
    folders.map(async (folder) => {
      const here = await partiesHere({ env: machine.env, cwd: folder.path, tmux: frozen });
      return Promise.all(here.map((session) => readParty(machine, folder, session)));
    }),
  );
  const parties = found.flat().filter((party) => party !== undefined);
  return { parties, others: await readOthers(machine, folders, sessions) };
}

/** Costs nothing while no party runs outside the folders of the window. */
async function readOthers(
  machine: SnapshotSource,
  folders: readonly Folder[],
  sessions: readonly Session[],
): Promise<OtherParty[]> {
  const own = new Set(folders.map(({ top }) => projectKey(top)));
  const foreign = sessions.filter(({ id, project, ready }) => id && ready && project && !own.has(project));
  if (foreign.length === 0) return [];
  const tops = new Map(folders.flatMap(({ top }) => worktreeTops(top)).map((top) => [projectKey(top), top]));
  const found = foreign.map(async (session) => {
    const top = tops.get(session.project ?? '');
    return top === undefined ? undefined : readParty(machine, { name: basename(top), path: top, top }, session);
  });
  const parties = (await Promise.all(found)).filter((party) => party !== undefined);
  const { reviews } = await machine.readReviews(parties.map(({ folder }) => folder));
  return parties.map((party) => {
    const read = reviews.find(({ folder }) => folder.top === party.folder.top);
    return { party, review: read?.review.status };
  });
}

/** What tells several parties apart. */
function several(parties: readonly Party[], others: readonly OtherParty[]): Pick<Snapshot, 'others' | 'branches'> {
  const all = allPartiesOf({ parties, others });
  if (all.length < 2 && others.length === 0) return {};
  const tops = [...new Set(all.map(({ folder }) => folder.top))];
  const branches = tops.flatMap((top) => {
    const branch = branchOf(top);
    return branch === undefined ? [] : [[top, branch] as const];
  });
  return { ...(others.length === 0 ? {} : { others }), branches: Object.fromEntries(branches) };
}

async function readParty(machine: SnapshotSource, folder: Folder, session: Session): Promise<Party | undefined> {
  const [status, files, records] = await Promise.all([
    sessionStatus(machine, session),
    stateFiles(machine, session),
    recordFiles(machine.env, session),
  ]);
  const reportedIn = files && [...files, ...records];
  if (status.session === null) return undefined;
  const scrolled = session.panes.filter((pane) => pane.inMode).flatMap((pane) => pane.role ?? []);
  const own = session.panes.filter(({ role, dead }) => !dead && (role === undefined || role === 'shell'));
  const programs = own.map(({ command }) => command).filter(isProgram);
  return { folder, session: status.session, status, inCopyMode: scrolled, programs, reportedIn };
}

async function readEndedParties(
  env: NodeJS.ProcessEnv,
  folders: readonly Folder[],
  parties: readonly Party[],
): Promise<FolderEnded[]> {
  const machine = { env, paths: partyPaths(env) };
  const idle = folders.filter(({ top }) => !parties.some(({ folder }) => folder.top === top));
  const found = idle.map(async (folder) => {
    const ended = await readEnded(machine, folder.top, []);
    return ended && { folder, ended };
  });
  return (await Promise.all(found)).filter((one) => one !== undefined);
}

/**
 * Either the usual programs are installed, or the configuration names others. A named program counts even if it is not
 * found here.
 */
async function hasAgents(env: NodeJS.ProcessEnv, folders: readonly Folder[]): Promise<boolean> {
  const path = env['PATH'] ?? '';
  if (findProgram('claude', path) !== undefined || findProgram('codex', path) !== undefined) return true;
  for (const folder of folders) {
    // `party start` reports a broken file by its name.
    const config = await loadConfig({ places: [folder.path, folder.top], env }).catch(() => undefined);
    if (config?.agents['claude']?.command ?? config?.agents['codex']?.command) return true;
  }
  return false;
}
