// Comments, messages, documents and titles name their subject: a program, a process, an agent, the user.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../runner/places.mjs';

const vague = /\b(?:whoever|whomever|somebody|nobody|anybody|everybody|oneself|anew)\b/i;

describe('the words of Party', () => {
  it('name a subject instead of a pronoun without one', () => {
    const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    const files = tracked.split('\0').filter((file) => /\.(?:ts|mjs|md|sh|json)$|\/bin\//.test(file));
    assert.ok(files.length > 500, 'no files were found');
    const found = files
      .filter((file) => !['words.test.ts', 'package-lock.json'].includes(basename(file)))
      .flatMap((file) => {
        const lines = readOr(join(root, file)).split('\n');
        return lines.flatMap((line, index) => (vague.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
      });
    assert.deepEqual(found, []);
  });
});

/** A tracked file may be deleted in the working tree. */
function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
