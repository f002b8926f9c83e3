// `npm run pin:clients`: raises the versions of Claude Code and Codex that Party's tests install.
//   npm run pin:clients                                    the newest releases
//   npm run pin:clients -- claude@2.1.326 codex@0.169.0    these; a client that is not named keeps its version

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentPackages } from '../../src/core/agents/agent.ts';
import { clientRecord } from '../../src/core/agents/clientRecord.ts';
import type { AgentRole } from '../../src/core/base/role.ts';
import { agentsDir } from '../runner/places.mjs';
import { pinnedClients } from './clients.ts';
import { writeRecord } from './record.ts';
import { chooseReleases, publishedVersions } from './registry.ts';
import { readWanted, type Wanted } from './wanted.ts';

const files = ['package.json', 'package-lock.json'];
const wanted = process.argv.slice(2).map(readWanted);
const before = pinnedClients();
const pinned = withWanted(before, wanted.length > 0 ? wanted : [newest('claude'), newest('codex')]);
pin();
writeRecord({ pinned, runs: clientRecord.runs });
console.log(`Party's tests: claude ${before.claude} → ${pinned.claude}, codex ${before.codex} → ${pinned.codex}

Run next, in this order:
  npm run test:versions -- claude@${pinned.claude} codex@${pinned.codex}    a smoke of each behaviour, and docs/compatibility.md
  node test/run.mjs agents                                    the whole ring with the new clients
Then commit test/agents/package.json, its lock file, src/core/agents/clientRecord.ts and docs/compatibility.md.`);

/** In a folder of its own, so that a failure leaves both files as they are. */
function pin(): void {
  const dir = mkdtempSync(join(tmpdir(), 'party-pin-'));
  try {
    for (const file of files) copyFileSync(join(agentsDir, file), join(dir, file));
    const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
    for (const client of ['claude', 'codex'] as const) manifest.dependencies[agentPackages[client]] = pinned[client];
    writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    // Without addresses of downloads each machine uses its own registry.
    const flags = ['--package-lock-only', '--ignore-scripts', '--omit-lockfile-registry-resolved'];
    execFileSync('npm', ['install', ...flags, '--no-audit', '--no-fund'], { cwd: dir, stdio: ['ignore', 'ignore', 2] });
    if (readFileSync(join(dir, 'package-lock.json'), 'utf8').includes('"resolved"'))
      throw new Error('npm wrote addresses of downloads into the lock file; it needs a newer npm');
    for (const file of files) copyFileSync(join(dir, file), join(agentsDir, file));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function withWanted(versions: Record<AgentRole, string>, all: readonly Wanted[]): Record<AgentRole, string> {
  return { ...versions, ...Object.fromEntries(all.map(({ client, version }) => [client, version])) };
}

function newest(client: AgentRole): Wanted {
  const [version] = chooseReleases(publishedVersions(client), {});
  if (version === undefined) throw new Error(`the registry has no release of ${agentPackages[client]}`);
  return { client, version };
}
