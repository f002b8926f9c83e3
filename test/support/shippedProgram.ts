// A program in place of the shipped `party`, in a window that was opened from an agent's shell. It records how it was
// called, and gives the answer that a test sets.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class ShippedProgram {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'party-program-')));
  readonly env: Record<string, string>;

  constructor(marks: Readonly<Record<string, string>>) {
    mkdirSync(join(this.root, 'resources/bin'), { recursive: true });
    this.env = { PATH: process.env['PATH'] ?? '', OUT: join(this.root, 'out'), ...marks };
  }

  /** What it does after it has recorded its arguments, its environment and its folder. */
  script(body: string): void {
    const keep = 'for argument in "$@"; do printf "%s\\0" "$argument"; done >"$OUT"; env >"$OUT.env"; pwd >"$OUT.cwd"';
    writeFileSync(join(this.root, 'resources/bin/party'), `${keep}\n${body}\n`);
  }

  received(): string[] {
    return readFileSync(join(this.root, 'out'), 'utf8').split('\0').slice(0, -1);
  }

  dispose(): void {
    rmSync(this.root, { recursive: true });
  }
}
