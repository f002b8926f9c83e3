// What `npm run NAME` and its relatives run: the scripts of the nearest package.json.

import { isRecord, tryJson } from '../../base/json.ts';
import { launched } from '../../shell/options.ts';
import { resolvePath } from '../../shell/scope.ts';
import type { ShellWord } from '../../shell/word.ts';
import type { ScriptPart } from './runFiles.ts';

const managers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);

export function runsPackageScripts(name: string): boolean {
  return managers.has(name);
}

const valued = ['--prefix', '-C', '--dir', '--cwd', '-w', '--workspace', '--filter', '-F', '--loglevel'];

const mostFolders = 12;

/** Those of the folder and of the folders around it; npm takes the nearest. */
export function packageFiles(args: readonly ShellWord[], from: string) {
  const { options } = launched(args, { valued, operands: args.length });
  const moved = options.findLast(({ name }) => ['--prefix', '-C', '--dir', '--cwd'].includes(name))?.value?.value;
  let place = moved == null ? from : resolvePath(from, moved);
  const files = [];
  for (let at = 0; at < mostFolders; at++) {
    const path = resolvePath(place, 'package.json');
    files.push({ path, name: 'package.json', place });
    if (place === '/') break;
    place = resolvePath(place, '..');
  }
  return files;
}

/** Undefined names are no scripts of the file, and run nothing from it. */
export function packageScripts(manager: string, args: readonly ShellWord[]): (text: string) => ScriptPart {
  return (text) => {
    const content = tryJson(text);
    const scripts = isRecord(content) && isRecord(content['scripts']) ? content['scripts'] : {};
    const { names, more } = namesOf(manager, args);
    const lines = names.flatMap((name) => {
      const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
      return typeof script === 'string' ? [`${script}${more}`] : [];
    });
    return { language: 'shell', text: lines.join('\n') };
  };
}

const installs = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
const lifecycle: Readonly<Record<string, readonly string[]>> = {
  install: installs,
  i: installs,
  ci: installs,
  add: installs,
  publish: ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish'],
  pack: ['prepack', 'prepare', 'postpack'],
  version: ['preversion', 'version', 'postversion'],
};

function namesOf(manager: string, args: readonly ShellWord[]): { names: readonly string[]; more: string } {
  const { words } = launched(args, { valued });
  const [verb, ...rest] = words;
  const text = verb?.value ?? '';
  if (/^(?:run|run-script|rum|urn)$/.test(text)) {
    const { words: inner } = launched(rest, { valued });
    return { names: around(inner[0]?.value ?? ''), more: behind(inner.slice(1)) };
  }
  if (/^(?:test|t|tst|start|stop|restart)$/.test(text)) {
    return { names: around(/^ts?t?$/.test(text) ? 'test' : text), more: behind(rest) };
  }
  if (Object.hasOwn(lifecycle, text)) return { names: lifecycle[text] ?? [], more: '' };
  // The others take the name of a script as a verb.
  if (manager === 'npm') return { names: [], more: '' };
  return text === '' ? { names: installs, more: '' } : { names: around(text), more: behind(rest) };
}

function around(name: string): string[] {
  return name === '' ? [] : [`pre${name}`, name, `post${name}`];
}

/** The script gets the words after its name. */
function behind(words: readonly ShellWord[]): string {
  const given = words.filter(({ value }, at) => !(at === 0 && value === '--'));
  return given
    .map(({ value }) => (value !== null && /^[\w./:=@-]+$/.test(value) ? ` ${value}` : ' "$UNKNOWN"'))
    .join('');
}
