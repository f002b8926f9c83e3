// The packaged extension. Every file of the workbench ring asks for it, so that each can run alone; it is made once per
// run, and only when something that goes into it has changed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { node24, root } from '../runner/places.mjs';

export const vsix = join(root, 'party.vsix');

/** What the build and the package read. The lock file stands for the packages that are bundled. */
const sources = [
  ...['src', 'resources', 'media', 'build.mjs', 'tsconfig.json', '.vscodeignore', 'package.json'],
  ...['package-lock.json', 'package.nls.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
];
const made = [vsix, ...['cli', 'hook', 'extension', 'extension-window'].map((name) => join(root, `dist/${name}.cjs`))];
const stamp = join(root, 'out/packaged');
let packaged = false;

export function packageExtension(): void {
  if (packaged) return;
  if (!isCurrent()) {
    for (const argv of [['build.mjs'], vsceArguments()]) execFileSync(node24, argv, { cwd: root, stdio: 'pipe' });
    mkdirSync(join(root, 'out'), { recursive: true });
    writeFileSync(stamp, state());
  }
  packaged = true;
}

if (import.meta.filename === process.argv[1]) packageExtension();

/** The second half of `npm run package`. The first would write the files that the house tests find out of date. */
function vsceArguments(): string[] {
  const script: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.package;
  const [, ...args] = script.split(' && ').at(-1)?.split(' ') ?? [];
  return [join(root, 'node_modules/@vscode/vsce/vsce'), ...args];
}

function isCurrent(): boolean {
  if (![stamp, ...made].every((file) => existsSync(file))) return false;
  return readFileSync(stamp, 'utf8') === state();
}

/** With what was made: another build may have written over it. */
function state(): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((name) => filesBelow(join(root, name)));
  for (const file of [...files, ...made]) hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [path]; // a file
  }
}
