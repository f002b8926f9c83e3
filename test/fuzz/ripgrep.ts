// Where rg is: on the PATH, or the one that comes with the Codex of the tests.

import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findProgram } from '../../src/node/system/installHint.ts';
import { repository } from '../support/sandbox.ts';

/** A PATH on which there is an rg. */
export function pathWithRipgrep(): string {
  const path = process.env['PATH'] ?? '/usr/bin:/bin';
  if (findProgram('rg', path) !== undefined) return path;
  const brought = broughtByCodex(join(repository, 'test/agents/node_modules/@openai'));
  if (brought === undefined) throw new Error('There is no rg. Install it with: apt-get install ripgrep');
  return `${path}${delimiter}${dirname(brought)}`;
}

function broughtByCodex(packages: string): string | undefined {
  const inside = (folder: string) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);
  return inside(packages)
    .flatMap((one) => inside(join(one, 'vendor')))
    .flatMap((one) => inside(one))
    .map((one) => join(one, 'rg'))
    .find((file) => existsSync(file));
}
