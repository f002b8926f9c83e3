// A program in the place of `codex`, first on the PATH: what it does is in test/cli/fixtures.

import { symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { node20, repository, type Sandbox } from './sandbox.ts';

/** Answers with the file to which it adds a line for each call. */
export function standInCodex(box: Sandbox, fixture: string): string {
  const log = join(box.root, 'called.jsonl');
  const bin = box.directory('bin');
  symlinkSync(join(repository, 'test/cli/fixtures', fixture), join(bin, 'codex'));
  symlinkSync(process.execPath, join(bin, 'node'));
  const path = [bin, box.env['PATH']].join(delimiter);
  Object.assign(box.env, { PATH: path, STAND_IN_LOG: log, PARTY_NODE: node20 });
  return log;
}
