// A line that the plan gate takes for one call of Party's program is one call for bash, too, with the same words, and
// runs nothing else.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lexLine } from '../../../src/core/gates/plan/gateLexer.ts';
import { readPartyLine } from '../../../src/core/gates/plan/partyLine.ts';
import { Random } from '../../fuzz/random.ts';

const seed = 20_817;
const pieces = [
  ...['party ', 'status', 'plan ', 'diff', ' --json', ' 1', 'tmux-codex.sh ', '--prompt ', '--prompt=', '--respond '],
  ...['x', 'two words', ' ', "'", '"', '\\', '$', '$(touch ran)', '`touch ran`', '$HOME', '!', '#', '~', '=', '*', '?'],
  ...[
    '[a]',
    '{a,b}',
    '@{u}',
    '^',
    '%',
    ';',
    '&',
    '&&',
    '|',
    '<',
    '>ran',
    '(',
    ')',
    '\t',
    '\n',
    "'x y'",
    '"x y"',
    "\\'",
  ],
  ...['"$', '$"', "$'a'", '-', '--', ' src', 'é', '✓', ',', ':', '+', "'it'\\''s'", '"a\\"b"', '"a\\$b"', '"5$ "'],
];

describe(`lines of Party's programs (seed ${seed})`, () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'party-lines-'));
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'cwd'));
    for (const name of ['party', 'tmux-codex.sh']) {
      const file = join(folder, 'bin', name);
      writeFileSync(file, `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@" >> "$CALLS"; printf '\\n\\0' >> "$CALLS"\n`);
      chmodSync(file, 0o755);
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are one call for bash as well', function () {
    this.timeout(60_000);
    const random = new Random(seed);
    const lines = new Set<string>();
    for (let tries = 0; tries < 400_000 && lines.size < 400; tries++) {
      const starts = ['tmux-codex.sh --prompt ', "tmux-codex.sh --prompt '", 'tmux-codex.sh --prompt "', 'party ', ''];
      const start = random.pick(starts);
      const more = Array.from({ length: 1 + random.below(6) }, () => random.pick(pieces));
      const line = `${start}${more.join('')}`;
      const read = readPartyLine(line, (program, word) => word === program);
      if (read !== undefined && !('refused' in read)) lines.add(line);
    }
    assert.ok(lines.size >= 200, `only ${lines.size} lines pass`);
    const calls = join(folder, 'calls');
    const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, CALLS: calls, HOME: folder, LANG: 'C.UTF-8' };
    for (const line of lines) {
      rmSync(calls, { force: true });
      // As the client runs it.
      execFileSync('bash', ['-c', 'eval "$1"', 'bash', line], { cwd: join(folder, 'cwd'), env, stdio: 'ignore' });
      const lexed = lexLine(line);
      const words = 'words' in lexed ? lexed.words.map(({ value }) => value) : [];
      assert.deepEqual(readFileSync(calls, 'utf8').split('\0'), [...words, '\n', ''], JSON.stringify(line));
      assert.deepEqual(readdirSync(join(folder, 'cwd')), [], line);
    }
  });
});
