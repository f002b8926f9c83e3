// Folders that all tests of a process share. They go away with the process.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function ownFolder(name: string): string {
  root ??= makeRoot();
  return mkdtempSync(join(root, `${name}-`));
}

let root: string | undefined;

function makeRoot(): string {
  const made = mkdtempSync(join(tmpdir(), 'party-own-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}
