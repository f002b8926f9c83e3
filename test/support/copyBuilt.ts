// A copy of the built Party for a test that changes its files.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './sandbox.ts';

/** Without the compiled code: other processes write and rename its files meanwhile. */
export function copyBuilt(to: string, ...paths: string[]): void {
  const compiled = join(repository, 'dist/compiled');
  for (const path of paths) {
    cpSync(join(repository, path), join(to, path), { recursive: true, filter: (from) => from !== compiled });
  }
}
