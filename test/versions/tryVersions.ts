// Runs the smoke with one version of each client, and keeps what passed, so that an interrupted run goes on where it was.

import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Behaviour, behaviourNames } from '../../src/core/agents/clientRuns.ts';
import type { AgentRole } from '../../src/core/base/role.ts';
import { cleanEnvironment } from '../runner/environment.mjs';
import { logFile, resultFile, root } from '../runner/places.mjs';
import type { Result } from '../runner/results.mjs';
import { runRing } from '../runner/ring.mjs';
import { silence } from '../runner/silence.mjs';
import { clientFolder } from './clients.ts';

export type Pair = Readonly<Record<AgentRole, string>>;

interface Kept {
  readonly date: string;
  /** Of Party and of the smoke: what passed with another Party is tried again. */
  readonly stamp: string;
}

const smoke = join(root, 'test/versions/smoke.ts');
const nameOf = ({ claude, codex }: Pair) => `versions-claude-${claude}-codex-${codex}`;
const keptFile = (pair: Pair) => join(root, 'out/versions', `${nameOf(pair)}.json`);

/** When everything passed with this Party; undefined when it has to be tried. */
export function passedOn(pair: Pair): string | undefined {
  try {
    const kept = JSON.parse(readFileSync(keptFile(pair), 'utf8')) as Kept;
    return kept.stamp === partyStamp() ? kept.date : undefined;
  } catch {
    return undefined;
  }
}

/** What fails. Throws when a client cannot be installed (`InstallError`), or when the run left no result. */
export async function tryPair(pair: Pair, date: string): Promise<Behaviour[]> {
  // Before the run, because a file may be edited meanwhile.
  const stamp = partyStamp();
  const folders = await foldersOf(pair);
  const name = nameOf(pair);
  const log = logFile(name);
  const output = openSync(log, 'w');
  const limit = silence(10 * 60_000);
  const env = { ...cleanEnvironment(process.env), PARTY_TEST_COLD: '1', PARTY_TEST_CLIENTS: folders };
  const file = resultFile(name);
  try {
    const onStep = ({ done, total }: { done: number; total: number }) => {
      limit.heard();
      console.log(`  ${done} of ${total}`);
    };
    await runRing({ files: [smoke], resultFile: file, env, limit: limit.signal, stdio: output, onStep });
  } finally {
    limit.stop();
    closeSync(output);
  }
  const fails = failsIn(JSON.parse(readFileSync(file, 'utf8')) as Result);
  if (fails.length === 0) keep(pair, { date, stamp });
  else console.log(`  fails: ${fails.join(', ')} (log: ${log})`);
  return fails;
}

export class InstallError extends Error {}

async function foldersOf({ claude, codex }: Pair): Promise<string> {
  try {
    return [await clientFolder('claude', claude), await clientFolder('codex', codex)].join(delimiter);
  } catch (error) {
    throw new InstallError(error instanceof Error ? error.message : String(error));
  }
}

/** A test that did not pass has failed, also when it never ran. */
export function failsIn({ tests }: Pick<Result, 'tests'>): Behaviour[] {
  const passed = tests.filter(({ outcome }) => outcome === 'passed').map(({ title }) => title.split(' ').at(-1));
  return behaviourNames.filter((name) => !passed.includes(name));
}

function keep(pair: Pair, kept: Kept): void {
  mkdirSync(join(root, 'out/versions'), { recursive: true });
  writeFileSync(keptFile(pair), JSON.stringify(kept));
}

/** Not of the record, which a run itself writes. */
function partyStamp(): string {
  const hash = createHash('sha256').update(readFileSync(smoke));
  for (const folder of ['src', 'resources']) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'clientRecord.ts');
    for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
      hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return hash.digest('hex');
}
