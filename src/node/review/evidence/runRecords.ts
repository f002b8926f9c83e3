// Records the last attempt at each proof, for people: the command that runs or ran, with its output, or what a critic
// said. The record proves nothing; only the project's log counts. `readRuns.ts` reads it.

import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceKind } from '../../../core/project/evidenceKinds.ts';
import type { OutputCopy } from '../../system/exec.ts';
import { processIdentity } from '../../system/processIdentity.ts';
import { writeAtomic } from '../../system/store.ts';

/** The record of the last run of a kind. */
export interface RunRecord {
  readonly at: string;
  /** The process that runs the command, until it has ended. */
  readonly runner: string | null;
  readonly command: readonly string[] | null;
  /** The name of the file with the output; null when the output went to a terminal. */
  readonly log: string | null;
}

/** Below the project's directory in `$PARTY_HOME`. */
export const runsFolder = 'runs';
/** In a folder of its own, because the editor looks at every change of the one above it. */
export const logsFolder = join(runsFolder, 'logs');

/** Keeps what a critic said as the log of its proof. */
export async function keepReport(directory: string, kind: EvidenceKind, text: string): Promise<void> {
  const log = new RunLog(directory, kind);
  log.take(Buffer.from(text));
  log.end();
  await writeRecord(directory, kind, { runner: null, command: null, log: log.name });
}

export interface BegunRun {
  readonly log: OutputCopy | undefined;
  end(): Promise<void>;
}

/** A run that begins: the record names this process until `end`. `logged`: its output is kept. Never throws. */
export async function beginRun(directory: string, kind: EvidenceKind, run: RunStart): Promise<BegunRun> {
  // Without a record the run counts all the same.
  return recordRun(directory, kind, run).catch(() => ({ log: undefined, end: async () => {} }));
}

interface RunStart {
  readonly command: readonly string[];
  readonly logged: boolean;
}

async function recordRun(directory: string, kind: EvidenceKind, { command, logged }: RunStart): Promise<BegunRun> {
  const log = logged ? new RunLog(directory, kind) : undefined;
  const record = { command: [...command], log: log?.name ?? null };
  await writeRecord(directory, kind, { ...record, runner: processIdentity(process.pid) ?? null });
  return {
    log,
    async end() {
      log?.end();
      await writeRecord(directory, kind, { ...record, runner: null }).catch(() => {});
    },
  };
}

/** Half of what a log keeps: its beginning and its end. */
export const mostBytes = 512 * 1024;

/** The output of one run. */
class RunLog implements OutputCopy {
  readonly name: string;
  readonly #file: number;
  #written = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  #leftOut = 0;

  constructor(directory: string, kind: EvidenceKind) {
    const folder = join(directory, logsFolder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    forgetOlder(folder, kind);
    this.name = `${kind}.${randomUUID()}.log`;
    this.#file = openSync(join(folder, this.name), 'wx', 0o600);
  }

  take(chunk: Uint8Array): void {
    if (this.#written < mostBytes) {
      this.#write(chunk);
      return;
    }
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    while (this.#tailBytes > mostBytes && this.#tail.length > 1) {
      const dropped = this.#tail.shift()?.length ?? 0;
      this.#tailBytes -= dropped;
      this.#leftOut += dropped;
    }
  }

  end(): void {
    if (this.#leftOut > 0) this.#write(Buffer.from(`\n[party] ${this.#leftOut} bytes are left out here\n`));
    for (const chunk of this.#tail) this.#write(chunk);
    closeSync(this.#file);
  }

  /** On a full disk the log is incomplete, and the run goes on. */
  #write(chunk: Uint8Array): void {
    this.#written += chunk.length;
    try {
      writeSync(this.#file, chunk);
    } catch {}
  }
}

/** Keeps the logs of runs that may still go on. */
const keptLogs = 3;

function forgetOlder(folder: string, kind: EvidenceKind): void {
  const logs = readdirSync(folder)
    .filter((name) => name.startsWith(`${kind}.`))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs }))
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  for (const { path } of logs.slice(keptLogs - 1)) rmSync(path, { force: true });
}

async function writeRecord(directory: string, kind: EvidenceKind, record: Omit<RunRecord, 'at'>): Promise<void> {
  const whole = { at: new Date().toISOString(), ...record };
  await writeAtomic(runRecordFile(directory, kind), `${JSON.stringify(whole)}\n`);
}

export function runRecordFile(directory: string, kind: EvidenceKind): string {
  return join(directory, runsFolder, `${kind}.json`);
}
