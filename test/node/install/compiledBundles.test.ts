// The code that V8 compiled for a bundle: who uses it, and what is not believed.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from '../../runner/places.mjs';
import { node20 } from '../../support/sandbox.ts';

const bundleWith = (answer: number) => `exports.answer = () => ${answer};\n`;
/** With OTHER_OWNER, every second file that is read, which is the one with the code, belongs to another user. */
const entry = `
const fs = require('node:fs');
const { fstatSync } = fs;
let files = 0;
if (process.env.OTHER_OWNER) fs.fstatSync = (file) => {
  const stats = fstatSync(file);
  if (++files === 2) stats.uid++;
  return stats;
};
const load = require('../loader.cjs').requireBundles(require, __dirname);
process.stdout.write(String(load('./bundle.cjs').answer()));
if (load('./bundle.cjs') !== load('./bundle.cjs') || load('node:fs') !== fs) process.exitCode = 9;
`;

describe('compiled bundles', () => {
  let folder: string;
  let bundle: string;
  let compiled: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'party-compiled-'));
    compiled = join(folder, 'dist/compiled');
    bundle = join(folder, 'dist/bundle.cjs');
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/entry.cjs'), entry);
    writeFileSync(bundle, bundleWith(42));
    await build({
      ...{ entryPoints: [join(root, 'src/node/install/compiledBundles.ts')], outfile: join(folder, 'loader.cjs') },
      ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20' },
    });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const call = (node: string, env: Record<string, string> = {}): string =>
    execFileSync(node, [join(folder, 'dist/entry.cjs')], { env, encoding: 'utf8' });

  function keptFile(): string {
    const [name = '', ...others] = readdirSync(compiled);
    assert.deepEqual(others, []);
    return join(compiled, name);
  }

  /** V8 compares only the length of the text: the code of another text, kept for this one, shows that it was used. */
  function keepOther(node: string): string {
    writeFileSync(bundle, bundleWith(43));
    assert.equal(call(node), '43');
    const text = Buffer.from(bundleWith(42));
    writeFileSync(bundle, text);
    const file = keptFile();
    const other = readFileSync(file);
    text.copy(other, 1);
    writeFileSync(file, other);
    return file;
  }

  for (const node of new Set([node20, process.execPath])) {
    describe(`with ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`, () => {
      it('uses the code of an earlier process, which only this user can write', () => {
        const file = keepOther(node);
        assert.equal(statSync(file).mode & 0o022, 0);
        assert.equal(statSync(compiled).mode & 0o022, 0);
        assert.equal(call(node), '43');
      });

      const damages: Readonly<Record<string, (file: string) => void>> = {
        'is cut off': (file) => writeFileSync(file, readFileSync(file).subarray(0, -8)),
        'is cut in half': (file) => writeFileSync(file, readFileSync(file).subarray(0, readFileSync(file).length / 2)),
        'is empty': (file) => writeFileSync(file, ''),
        'has one other bit': (file) => {
          const bytes = readFileSync(file);
          const at = Math.floor(bytes.length * 0.75);
          bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
          writeFileSync(file, bytes);
        },
        'is of another build': (file) => {
          const bytes = readFileSync(file);
          bytes.set(Buffer.from(bundleWith(43)), 1);
          writeFileSync(file, bytes);
        },
        'can be written by the group': (file) => chmodSync(file, 0o664),
        'is in a folder that others can write': () => chmodSync(compiled, 0o757),
        'is a link': (file) => {
          renameSync(file, join(folder, 'elsewhere'));
          symlinkSync(join(folder, 'elsewhere'), file);
        },
        'is in a folder that is a link': () => {
          renameSync(compiled, join(folder, 'elsewhere'));
          symlinkSync(join(folder, 'elsewhere'), compiled);
        },
      };
      for (const [what, damage] of Object.entries(damages)) {
        it(`compiles again when the code ${what}`, () => {
          damage(keepOther(node));
          assert.equal(call(node), '42');
        });
      }

      it('compiles again when the code belongs to another user', () => {
        keepOther(node);
        assert.equal(call(node, { OTHER_OWNER: '1' }), '42');
      });

      it('keeps no code for a Node with options', () => {
        assert.equal(call(node, { NODE_OPTIONS: '--no-warnings' }), '42');
        assert.deepEqual(readdirSync(dirname(bundle)).sort(), ['bundle.cjs', 'entry.cjs']);
      });

      it('works where no code can be written', () => {
        writeFileSync(compiled, 'a file in the place of the folder');
        assert.equal(call(node), '42');
        assert.equal(call(node), '42');
        assert.deepEqual(readdirSync(dirname(bundle)).sort(), ['bundle.cjs', 'compiled', 'entry.cjs']);
      });

      it('adds to the code in the first processes, and then leaves it alone', () => {
        for (let run = 0; run < 6; run++) call(node);
        const { ino } = statSync(keptFile());
        call(node);
        assert.equal(statSync(keptFile()).ino, ino);
        assert.equal(readFileSync(keptFile())[0], 6);
      });

      it('has whole code after several processes have written it at once', async () => {
        const entries = Array.from({ length: 4 }, () =>
          promisify(execFile)(node, [join(folder, 'dist/entry.cjs')], { env: {} }),
        );
        for (const { stdout } of await Promise.all(entries)) assert.equal(stdout, '42');
        const bytes = readFileSync(keptFile());
        const code = bytes.subarray(1 + statSync(bundle).size);
        assert.ok(code.subarray(0, code.length / 2).equals(code.subarray(code.length / 2)));
      });
    });
  }
});
