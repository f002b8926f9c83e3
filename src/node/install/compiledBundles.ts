// Loads bundles with the code that V8 has compiled for them in earlier processes: compiling takes a fifth of the time
// of some calls. The code is in dist/compiled, beside the bundles, because the gates run it: the same gate keeps agents
// from writing either (node/gates/guardedPlaces.ts). V8 believes what it reads, and damaged code crashes it. So each
// file holds the text that it was compiled from, byte for byte, and the code twice; comparing takes less time than any
// checksum.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';

type Require = (id: string) => unknown;

interface Bundle {
  readonly file: string;
  readonly text: Buffer;
  /** Of the bundle's file. Code that belongs to another user is not believed. */
  readonly owner: number;
  readonly script: Script;
  /** How many processes have added to the code so far. */
  readonly runs: number;
}

/** V8 compiles a function when it is first called, and not every call of Party calls the same ones. */
const mostRuns = 6;

/** What `require` is for an entry in `folder`, and for the bundles that it loads. */
export function requireBundles(nodeRequire: Require, folder: string): Require {
  // With options, Node may compile in another way, or watch what is compiled.
  if (process.execArgv.length > 0 || process.env['NODE_OPTIONS'] || process.env['NODE_V8_COVERAGE']) return nodeRequire;
  const modules = new Map<string, { exports: unknown }>();
  const unfinished: Bundle[] = [];
  const require: Require = (id) => {
    const file = resolve(folder, id);
    // Node itself reports a missing file.
    if (!id.endsWith('.cjs') || dirname(file) !== folder || !existsSync(file)) return nodeRequire(id);
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const bundle = compile(file);
    const module = { exports: {} };
    bundle.script.runInThisContext()(module.exports, require, module, file, folder);
    modules.set(file, module);
    if (bundle.runs < mostRuns && bundle.owner === process.getuid?.()) unfinished.push(bundle);
    return module.exports;
  };
  process.once('exit', () => unfinished.forEach(keep));
  return require;
}

function compile(file: string): Bundle {
  const { bytes: text, stats } = readOwn(file, 0);
  const kept = readKept(file, text, stats.uid);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
  const script = new Script(wrapped, { filename: file, ...(kept && { cachedData: kept.code }) });
  // V8 refuses code of another V8, or of one with other options.
  const runs = script.cachedDataRejected === true ? 0 : (kept?.runs ?? 0);
  return { file, text, owner: stats.uid, script, runs };
}

/** One byte that counts the runs, the text of the bundle, and the code twice. Undefined unless all of it is right. */
function readKept(bundle: string, text: Buffer, owner: number): { runs: number; code: Buffer } | undefined {
  const file = keptFile(bundle);
  try {
    const folder = lstatSync(dirname(file));
    if (!folder.isDirectory() || !isSafe(folder, owner)) return undefined;
    const { bytes, stats } = readOwn(file, constants.O_NOFOLLOW);
    if (!isSafe(stats, owner)) return undefined;
    const begin = 1 + text.length;
    const middle = begin + (bytes.length - begin) / 2;
    const code = bytes.subarray(begin, middle);
    const isWhole = code.length > 0 && bytes.subarray(middle).equals(code) && bytes.subarray(1, begin).equals(text);
    return isWhole ? { runs: bytes[0] ?? 0, code } : undefined;
  } catch {
    return undefined;
  }
}

function readOwn(file: string, flags: number): { bytes: Buffer; stats: Stats } {
  const descriptor = openSync(file, constants.O_RDONLY | flags);
  try {
    return { bytes: readFileSync(descriptor), stats: fstatSync(descriptor) };
  } finally {
    closeSync(descriptor);
  }
}

/** Of the same user as the bundle, and only that user can write it. */
function isSafe({ uid, mode }: Stats, owner: number): boolean {
  return uid === owner && (mode & 0o022) === 0;
}

function keptFile(bundle: string): string {
  const { node, v8 } = process.versions;
  return join(dirname(bundle), 'compiled', `${basename(bundle, '.cjs')}-${node}-${v8}-${process.arch}`);
}

/** Leaves the compiled code for later processes. Where it cannot be written, each process compiles for itself. */
function keep({ file: bundle, text, script, runs }: Bundle): void {
  const file = keptFile(bundle);
  try {
    makeFolder(dirname(file));
    const code = script.createCachedData();
    replace(file, Buffer.concat([Buffer.of(runs + 1), text, code, code]));
  } catch {}
}

function replace(file: string, bytes: Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, bytes, { mode: 0o644 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Not with the folders above it: an update may have removed this installation. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
