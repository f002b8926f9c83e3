// What a task runner runs, as far as the text of its file tells: just, task, rake, invoke, poe, mise, deno, composer and
// others. Their files have many languages. The lines of a task are those that are indented below its name.

import { tryJson } from '../../base/json.ts';
import { launched } from '../../shell/options.ts';
import { resolvePath } from '../../shell/scope.ts';
import { programName, type ShellWord } from '../../shell/word.ts';
import type { RunFile, ScriptPart } from './runFiles.ts';

interface Runner {
  readonly files: readonly string[];
  /** The verb before the task's name, if there has to be one. */
  readonly verb?: RegExp;
}

const taskfiles = ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml'];
const scripts: Runner = { files: ['package.json'] };

/** By the program's name. pr-gate.sh uses these names too. */
const runners: Readonly<Record<string, Runner>> = {
  just: { files: ['justfile', 'Justfile', '.justfile'] },
  task: { files: taskfiles },
  'go-task': { files: taskfiles },
  rake: { files: ['Rakefile', 'rakefile', 'Rakefile.rb'] },
  invoke: { files: ['tasks.py'] },
  inv: { files: ['tasks.py'] },
  fab: { files: ['fabfile.py'] },
  poe: { files: ['pyproject.toml'] },
  pdm: { files: ['pyproject.toml'], verb: /^run$/ },
  mise: { files: ['mise.toml', '.mise.toml'], verb: /^r(?:un)?$/ },
  deno: { files: ['deno.json', 'deno.jsonc', 'package.json'], verb: /^task$/ },
  composer: { files: ['composer.json'] },
  'run-s': scripts,
  'run-p': scripts,
  'npm-run-all': scripts,
  turbo: { ...scripts, verb: /^run$/ },
  lerna: { ...scripts, verb: /^run$/ },
};

export const taskRunners: readonly string[] = Object.keys(runners);

const fileOptions = ['-f', '--justfile', '-t', '--taskfile', '--rakefile', '-c', '--config'];
const folderOptions = ['-d', '--dir', '--working-directory', '-C', '--cwd'];
const valued = [...fileOptions, ...folderOptions];

/** `node --run pr` runs a script of package.json too. */
export function taskFiles(name: string, args: readonly ShellWord[], from: string): RunFile[] {
  const [runner, words] = runnerOf(name, args);
  if (runner === undefined) return [];
  const { options } = launched(words, { valued, operands: words.length });
  const of = (names: readonly string[]) => options.findLast((one) => names.includes(one.name))?.value?.value;
  const folder = of(folderOptions);
  const place = folder == null ? from : resolvePath(from, folder);
  const file = of(fileOptions);
  const names = namesIn(words);
  const asked = runner.verb === undefined ? names : names.slice(names.findIndex((one) => runner.verb?.test(one)) + 1);
  if (runner.verb !== undefined && asked.length === names.length) return [];
  const places = [place, resolvePath(place, '..'), resolvePath(place, '../..')];
  return [...new Set(file == null ? places : [place])].flatMap((at) =>
    (file == null ? runner.files : [file]).map((one) => ({
      ...{ path: resolvePath(at, one), name: one, place: at },
      read: (text: string): ScriptPart => ({ language: 'shell', text: linesOf(text, asked).join('\n') }),
    })),
  );
}

/** Also behind `npx`, `bundle exec` and the like. */
function runnerOf(name: string, args: readonly ShellWord[]): [Runner | undefined, readonly ShellWord[]] {
  if (name === 'node' && args.some(({ value }) => value === '--run')) return [scripts, args];
  if (Object.hasOwn(runners, name)) return [runners[name], args];
  if (!/^(?:npx|bunx|bundle|uv|poetry|pipenv|npm|pnpm|yarn)$/.test(name)) return [undefined, args];
  const at = args.findIndex((word) => word.value !== null && Object.hasOwn(runners, programName(word) ?? ''));
  return at === -1 ? [undefined, args] : [runners[programName(args[at] as ShellWord) ?? ''], args.slice(at + 1)];
}

function namesIn(words: readonly ShellWord[]): string[] {
  return words.flatMap(({ value }, at) => {
    if (value === null || valued.includes(words[at - 1]?.value ?? '')) return [];
    // The words of a task stand in brackets: rake pr[x].
    return /^[^-=][^=]*$/.test(value) ? [value.replace(/\[.*$/s, '')] : [];
  });
}

const mostTasks = 60;

/** The lines of the tasks, and of those that they name. Without a name, the runner takes the first or `default`. */
function linesOf(file: string, names: readonly string[]): string[] {
  const json = tryJson(file);
  const lines = (json === undefined ? file : JSON.stringify(json, null, 1)).split(/\r?\n/);
  const open = names.length > 0 ? [...names] : ['default'];
  const seen = new Set<string>();
  const found: string[] = [];
  for (let name = open.shift(); name !== undefined && seen.size < mostTasks; name = open.shift()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const block = blockOf(lines, name);
    found.push(...block.flatMap(commandsIn));
    open.push(...block.filter(namesTasks).flatMap((line) => line.match(/[\w:-]+/g) ?? []));
  }
  return found;
}

/** Whether the other words of a line may be tasks: the first line of a block, and those about what the task needs. */
function namesTasks(line: string, at: number): boolean {
  return at === 0 ? !/^\s*do\b/.test(line) : /\b(?:deps|depends(?:_on)?|needs|task|requires)\b|"@/.test(line);
}

/** From the line that names the task up to the next one that is not indented further. */
function blockOf(lines: readonly string[], name: string): string[] {
  const quoted = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/[-_]/g, '[-_]');
  const head = new RegExp(
    `^\\s*(?:@?["']?${quoted}["']?(?:\\s[^:=]*)?[:=](?!=)|\\[[\\w.]*\\.["']?${quoted}["']?\\]|(?:multi)?task\\b.*[:"'\\s]${quoted}\\b|(?:async\\s+)?def\\s+${quoted}\\b)`,
  );
  return lines.flatMap((line, at) => {
    if (!head.test(line)) return [];
    const table = /^\s*\[/.test(line);
    const rest = lines.slice(at + 1);
    const end = rest.findIndex(
      (one) => one.trim() !== '' && (table ? /^\s*\[/.test(one) : indent(one) <= indent(line)),
    );
    return [line.replace(head, ''), ...rest.slice(0, end === -1 ? rest.length : end)];
  });
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
}

/** The line as a command without the signs of its language, and each text in quotes. */
function commandsIn(line: string): string[] {
  const bare = line
    .trim()
    .replace(/^(?:-\s+)?(?:(?:cmd|cmds|sh|run|shell|script)\s*[:=]\s*)?[@+-]*/, '')
    .replace(/^(["'])(.*)\1,?$/s, '$2')
    .replace(/\{\{.*?\}\}/g, '"$UNKNOWN"');
  const texts = [...line.matchAll(/(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map((found) => found[2] ?? '');
  return [bare, ...texts.filter((text) => /\s/.test(text))];
}
