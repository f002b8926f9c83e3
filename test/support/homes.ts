// A user's home for tests of the installation: what is in it, and whether it is the same again.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { node20, type Output, repository, type Sandbox } from './sandbox.ts';

/** Every path below the folder, with its mode and its content or target. */
export function contentOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string, name: string) => {
    const entry = lstatSync(path);
    const mode = (entry.mode & 0o777).toString(8);
    if (entry.isSymbolicLink()) found[name] = `link ${readlinkSync(path)}`;
    else if (entry.isFile()) found[name] = `${mode} ${readFileSync(path).toString('base64')}`;
    else {
      found[name] = `${mode} folder`;
      for (const below of readdirSync(path)) walk(join(path, below), `${name}/${below}`);
    }
  };
  walk(folder, '');
  return found;
}

export interface HomeEntry {
  readonly text?: string;
  readonly link?: string;
  readonly mode?: number;
}

export function fillHome(home: string, entries: Readonly<Record<string, HomeEntry>>): void {
  for (const [path, { text, link, mode = 0o644 }] of Object.entries(entries)) {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    if (link !== undefined) symlinkSync(link, file);
    if (text === undefined) continue;
    writeFileSync(file, text);
    chmodSync(file, mode);
  }
}

/** Runs a program of Node in a process that dies at the Nth change of the file system. */
export function killedAt(box: Sandbox, at: number, argv: readonly string[]): Promise<Output> {
  const killer = join(repository, 'test/support/killAtWrite.cjs');
  return box.run(node20, ['--require', killer, ...argv], { env: { KILL_AT: String(at) } });
}

/** How many changes a call makes. */
export async function countChanges(box: Sandbox, argv: readonly string[]): Promise<number> {
  const killer = join(repository, 'test/support/killAtWrite.cjs');
  const file = join(box.root, 'changes');
  await box.run(node20, ['--require', killer, ...argv], { env: { KILL_AT: '1000000', KILL_SAYS: file } });
  return Number(readFileSync(file, 'utf8'));
}

/** The npm package, made once for each process of tests from what is built. */
export function packedTgz(folder: string): string {
  const tgz = join(folder, 'party.tgz');
  execFileSync(process.execPath, [join(repository, 'package.mjs'), tgz], { stdio: 'ignore', cwd: repository });
  return tgz;
}
