// What is known about an installed version of Claude Code or Codex: from the record of the versions that ran with Party,
// and from what Party does differently with older ones.

import { clientRecord } from '../../agents/clientRecord.ts';
import { behaviourNames, behaviours, type ClientRecord, type ClientRun } from '../../agents/clientRuns.ts';
import { firstWithProfiles } from '../../agents/codex.ts';
import type { AgentRole } from '../../base/role.ts';
import { findVersion, isAtLeast, isNewer } from '../../base/version.ts';
import { firstWithFeedback } from '../../collab/stopAnswer.ts';
import { listedNames } from './doctorCheck.ts';

export interface KnownClient {
  /** Follows the version: `which Party is tested with`. */
  readonly text: string;
  /** `untried`: this version is not in the record. `fails`: a behaviour of Party is known to fail with it. */
  readonly kind: 'works' | 'untried' | 'fails';
}

/** What Party cannot do, or does in another way, with versions before `first`. */
const lacks: Readonly<Record<AgentRole, readonly { readonly first: string; readonly lack: string }[]>> = {
  claude: [{ first: firstWithFeedback, lack: 'shows what collab says after a Stop as "Stop hook error"' }],
  codex: [{ first: firstWithProfiles, lack: 'runs read-only in its pane' }],
};

export function knownClient(client: AgentRole, version: string, record: ClientRecord = clientRecord): KnownClient {
  if (findVersion(version) === undefined) return { kind: 'untried', text: 'a build without a number' };
  const pinned = record.pinned[client];
  const tried = record.runs.filter((run) => run.client === client && run.fails !== null);
  const own = tried.find((run) => isSame(run.version, version));
  if (own !== undefined && !isWorking(own)) return { kind: 'fails', text: failing(own) };
  if (isSame(version, pinned)) return { kind: 'works', text: 'which Party is tested with' };
  const text = own === undefined ? untried(version, tried, pinned) : `known to work with Party (${all})`;
  const kind = own === undefined ? 'untried' : 'works';
  return { kind, text: [text, ...lacking(client, version)].join('; it ') };
}

const all = behaviourNames.map((name) => behaviours[name]).join(', ');
const isSame = (one: string, other: string) => !isNewer(one, other) && !isNewer(other, one);
const isWorking = ({ fails }: ClientRun) => fails?.length === 0;

function failing({ fails }: ClientRun): string {
  return `known to fail with Party: ${listedNames((fails ?? []).map((name) => behaviours[name]))}`;
}

/** `pinned` counts as tried also before the first run. */
function untried(version: string, tried: readonly ClientRun[], pinned: string): string {
  const versions = [...tried.filter(isWorking).map((run) => run.version), pinned].sort(oldestFirst);
  const [oldest = pinned, newest = pinned] = [versions[0], versions.at(-1)];
  if (isNewer(version, newest)) return `newer than ${newest}, the newest version that Party is known to work with`;
  if (isNewer(oldest, version)) return `older than ${oldest}, the oldest version that Party is known to work with`;
  const above = versions.find((one) => isNewer(one, version));
  const below = versions.findLast((one) => isNewer(version, one));
  return `between ${below} and ${above}, which are known to work with Party`;
}

function oldestFirst(one: string, other: string): number {
  return Number(isNewer(one, other)) - Number(isNewer(other, one));
}

function lacking(client: AgentRole, version: string): string[] {
  return lacks[client].filter(({ first }) => !isAtLeast(version, first)).map(({ lack }) => lack);
}
