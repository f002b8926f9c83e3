// Which releases of a client to try: asks the npm registry that is configured on this machine.

import { execFileSync } from 'node:child_process';
import { agentPackages } from '../../src/core/agents/agent.ts';
import type { AgentRole } from '../../src/core/base/role.ts';
import { isNewer } from '../../src/core/base/version.ts';

/** Each version with the time of its publication, and two entries of other names. */
export type ReleaseTimes = Readonly<Record<string, string>>;

export const newestCount = 4;
export const olderDays = 90;

export function releaseTimes(client: AgentRole): ReleaseTimes {
  return askNpm(client, 'time');
}

export function publishedVersions(client: AgentRole): readonly string[] {
  return askNpm(client, 'versions');
}

function askNpm<T>(client: AgentRole, field: string): T {
  const stdout = execFileSync('npm', ['view', agentPackages[client], field, '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Of a failure, the error has what npm wrote to stderr.
    stdio: 'pipe',
  });
  return JSON.parse(stdout) as T;
}

/** The newest releases, and the newest of those that were published months before them. Newest first. */
export function chooseReleases(published: readonly string[], times: ReleaseTimes): string[] {
  const releases = published.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).sort(newestFirst);
  const newest = releases.slice(0, newestCount);
  const latest = Date.parse(times[newest[0] ?? ''] ?? '') - olderDays * 24 * 60 * 60 * 1000;
  const older = releases.slice(newestCount).find((version) => Date.parse(times[version] ?? '') <= latest);
  return older === undefined ? newest : [...newest, older];
}

export function newestFirst(one: string, other: string): number {
  return Number(isNewer(other, one)) - Number(isNewer(one, other));
}
