// The VSIX as `npm run package` makes it: it holds nothing that was not meant to ship, and nothing is missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { options } from '../../build.mjs';
import { root } from '../runner/places.mjs';

const bundles = Object.values(options).flatMap(({ entryPoints }) =>
  Object.keys(entryPoints ?? {}).map((name) => `dist/${name}.cjs`),
);
const texts = [
  '.agents/plugins/marketplace.json',
  '.claude-plugin/marketplace.json',
  'package.json',
  'package.nls.json',
  'readme.md',
  'changelog.md',
  'LICENSE.txt',
];

describe('the VSIX', () => {
  let directory: string;
  let entries: Map<string, number>;

  before(function () {
    this.timeout(60_000);
    assert.ok(existsSync(join(root, 'dist/extension.cjs')), 'nothing is built: run `npm run build` first');
    directory = mkdtempSync(join(tmpdir(), 'party-package-'));
    const vsix = join(directory, 'party.vsix');
    packageTo(vsix);
    entries = readZip(readFileSync(vsix));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('holds exactly what is allowed', () => {
    const wanted = [...bundles, 'dist/files.sha256', ...texts, ...filesBelow('media'), ...filesBelow('resources')];
    const frame = ['[Content_Types].xml', 'extension.vsixmanifest'];
    assert.deepEqual([...entries.keys()].sort(), [...frame, ...wanted.map((file) => `extension/${file}`)].sort());
  });

  it('holds no sources, maps or packages', () => {
    const bad = /node_modules|\.tsx?$|\.map$|(^|\/)test\//;
    assert.deepEqual(
      [...entries.keys()].filter((name) => bad.test(name)),
      [],
    );
  });

  it('keeps the scripts executable', () => {
    const scripts = filesBelow('resources').filter((file) => statSync(join(root, file)).mode & 0o100);
    assert.ok(scripts.includes('resources/bin/party'));
    for (const script of scripts) {
      assert.equal((entries.get(`extension/${script}`) ?? 0) & 0o111, 0o111, `${script} is not executable`);
    }
  });

  it('has no shell script that is not executable', () => {
    const lost = filesBelow('resources').filter(
      (file) => file.endsWith('.sh') && (statSync(join(root, file)).mode & 0o100) === 0,
    );
    assert.deepEqual(lost, []);
  });
});

/** Runs the second half of the npm script itself, so that the test covers what people run. */
function packageTo(vsix: string): void {
  const script: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.package;
  const [program, ...args] = script.split(' && ').at(-1)?.split(' ') ?? [];
  assert.equal(program, 'vsce');
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const argv = [vsce, ...args.map((arg) => (arg === 'party.vsix' ? vsix : arg))];
  // If the program asks a question, it reads the end of input and fails.
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  assert.equal(status, 0, stdout + stderr);
}

function filesBelow(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** Names and modes from a zip's central directory: 46 bytes and the name for each file (APPNOTE 4.3.12). */
function readZip(zip: Buffer): Map<string, number> {
  const entries = new Map<string, number>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), zip.readUInt32LE(at + 38) >>> 16);
    at += 46 + name + extra + comment;
  }
  return entries;
}
