// Writes the npm package: node package.mjs party.tgz. Its manifest is made here, because the one of the extension is for
// editors: vsce and npm disagree on what `files`, `bin` and `type` mean.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const here = import.meta.dirname;
const programs = ['party', 'tmux-team'];

/**
 * @param {Record<string, any>} extension the manifest of the extension
 * @param {string} description
 */
export function npmManifest(extension, description) {
  const { name, version, license, homepage, repository, bugs, keywords } = extension;
  return {
    ...{ name, version, description, license, homepage, repository, bugs, keywords },
    engines: { node: extension['engines'].node },
    os: ['darwin', 'linux'],
    bin: Object.fromEntries(programs.map((program) => [program, `bin/${program}.js`])),
  };
}

/** @param {string} tgz */
function pack(tgz) {
  const folder = mkdtempSync(join(tmpdir(), 'party-npm-'));
  try {
    fill(folder);
    // npm leaves nothing out of a folder without `files` and .npmignore. Its cache and logs stay in the folder beside.
    const options = [
      '--ignore-scripts',
      '--offline',
      '--json',
      '--pack-destination',
      folder,
      '--cache',
      `${folder}-cache`,
    ];
    const said = execFileSync('npm', ['pack', ...options], { cwd: folder, encoding: 'utf8' });
    renameSync(join(folder, JSON.parse(said)[0].filename), `${folder}.tgz`);
    cpSync(`${folder}.tgz`, tgz);
  } finally {
    for (const path of [folder, `${folder}-cache`, `${folder}.tgz`]) rmSync(path, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function fill(folder) {
  const read = (/** @type {string} */ file) => readFileSync(join(here, file), 'utf8');
  const { description } = JSON.parse(read('package.nls.json'));
  const manifest = npmManifest(JSON.parse(read('package.json')), description);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) cpSync(join(here, file), join(folder, file));
  // Without what is for the editor alone, in the list too.
  const list = read('dist/files.sha256').replace(/^.* dist\/extension(-window)?\.cjs\n/gm, '');
  for (const line of list.trimEnd().split('\n')) {
    const path = line.slice(66);
    cpSync(join(here, path), join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, 'dist/files.sha256'), list);
  mkdirSync(join(folder, 'bin'));
  for (const program of programs) {
    const entry = join(folder, 'bin', `${program}.js`);
    writeFileSync(entry, `#!/usr/bin/env node\nrequire('../dist/npm.cjs').start('${program}');\n`);
    chmodSync(entry, 0o755);
  }
}

if (import.meta.filename === process.argv[1]) pack(resolve(process.argv[2] ?? 'party.tgz'));
