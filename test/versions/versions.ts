// `npm run test:versions`: tries Party with several releases of Claude Code and Codex, and writes docs/compatibility.md and
// the record that `party doctor` reads.
//   npm run test:versions                                    the newest releases of each client, and an older one
//   npm run test:versions -- claude@2.1.250 codex@0.150.0    these; the others stay in the record
//   npm run test:versions -- --again …                       also what has passed with this Party

import { parseArgs } from 'node:util';
import { clientRecord } from '../../src/core/agents/clientRecord.ts';
import type { ClientRun } from '../../src/core/agents/clientRuns.ts';
import type { AgentRole } from '../../src/core/base/role.ts';
import { endAllOnSignal } from '../runner/children.mjs';
import { cleanEnvironment } from '../runner/environment.mjs';
import { installAgents, installPrograms } from '../runner/install.mjs';
import { node24, root } from '../runner/places.mjs';
import { step } from '../runner/step.mjs';
import { pinnedClients } from './clients.ts';
import { withRuns, writeRecord } from './record.ts';
import { chooseReleases, publishedVersions, releaseTimes } from './registry.ts';
import { InstallError, type Pair, passedOn, tryPair } from './tryVersions.ts';
import { readWanted, type Wanted } from './wanted.ts';

endAllOnSignal();
const { values, positionals } = parseArgs({ allowPositionals: true, options: { again: { type: 'boolean' } } });
const pinned = pinnedClients();
process.exitCode = await main();

async function main(): Promise<number> {
  const wanted = positionals.length > 0 ? positionals.map(readWanted) : [...newest('claude'), ...newest('codex')];
  await installPrograms('git', 'tmux');
  await installAgents();
  const env = cleanEnvironment(process.env);
  await step('build', [[node24, 'build.mjs']], { log: 'versions-build', cwd: root, env });

  console.log(`claude ${pinned.claude} and codex ${pinned.codex}, which Party is tested with`);
  const control = await tryOne({ client: 'claude', version: pinned.claude });
  if (control.fails?.length !== 0) {
    // The fault is in Party or in the smoke, and no other version would prove anything.
    console.error('They fail, so no other version was tried and nothing was recorded.');
    return 1;
  }
  const twin: ClientRun = { ...control, client: 'codex', version: pinned.codex, beside: pinned.claude };
  const tried = [control, twin, ...(await tryAll(wanted.filter(({ client, version }) => version !== pinned[client])))];
  // A run of everything also removes what is no longer among the newest.
  writeRecord({ pinned, runs: withRuns(positionals.length > 0 ? clientRecord.runs : [], tried) });
  console.log('Written: docs/compatibility.md and src/core/agents/clientRecord.ts');
  return tried.every(({ fails }) => fails?.length === 0) ? 0 : 1;
}

async function tryAll(all: readonly Wanted[]): Promise<ClientRun[]> {
  const tried: ClientRun[] = [];
  for (const [index, one] of all.entries()) {
    console.log(`${one.client} ${one.version} (${index + 1} of ${all.length})`);
    tried.push(await tryOne(one));
    // After each version, so that what an interrupted run has found is not lost.
    writeRecord({ pinned, runs: withRuns(clientRecord.runs, tried) });
  }
  return tried;
}

async function tryOne({ client, version }: Wanted): Promise<ClientRun> {
  const pair: Pair = { ...pinned, [client]: version };
  const beside = client === 'claude' ? pair.codex : pair.claude;
  const before = passedOn(pair);
  if (before !== undefined && !values.again) {
    console.log(`  passed on ${before}, with the same Party`);
    return { client, version, beside, date: before, fails: [] };
  }
  const date = new Date().toISOString().slice(0, 10);
  try {
    return { client, version, beside, date, fails: await tryPair(pair, date) };
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    console.error(`  cannot be installed: ${error.message}`);
    return { client, version, beside, date, fails: null };
  }
}

function newest(client: AgentRole): Wanted[] {
  return chooseReleases(publishedVersions(client), releaseTimes(client)).map((version) => ({ client, version }));
}
