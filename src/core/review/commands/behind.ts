// What a command really runs: a script of package.json runs other scripts, and a target of make has prerequisites and
// variables. A change that alters one of these chooses its own tests, too.

import { type DeclaringFiles, makefileOf, ruleOf, scriptOf, scriptsOf } from './declared.ts';

/** The text of each part, by its name for people. Empty when the file does not have the script. */
export function partsOfScript(files: DeclaringFiles, script: string): ReadonlyMap<string, string> {
  const names = Object.keys(scriptsOf(files));
  const scripts = reached(script, (name) => {
    const text = scriptOf(files, name);
    return text && { label: `the script "${name}" of package.json`, text, next: namedIn(text, names) };
  });
  if (scripts.size === 0) return scripts;
  const settings = (name: '.npmrc' | '.yarnrc.yml') =>
    (files[name]?.split('\n').filter((line) => runSettings.test(line)) ?? []).join('\n');
  return new Map([
    ...scripts,
    ['how npm runs scripts, in .npmrc', settings('.npmrc')],
    ['how yarn runs scripts, in .yarnrc.yml', settings('.yarnrc.yml')],
  ]);
}

const runSettings = /^\s*(?:script-shell|shell|ignore-scripts|node-options|prefix|workspace|yarnPath|plugins)\b/;

/** The text of each part, by its name for people. Empty when the file does not have the target. */
export function partsOfTarget(files: DeclaringFiles, target: string): ReadonlyMap<string, string> {
  const rules = reached(target, (name) => {
    const text = ruleOf(files, name);
    return text && { label: targetLabel(name), text, next: text.match(/[\w./-]+/g) ?? [] };
  });
  if (rules.size === 0) return rules;
  const usesVariables = /\$[({](?!MAKE[)}])/.test([...rules.values()].join('\n'));
  const common = commonLines(files).filter((line) => usesVariables || always.test(line));
  const phony = [...(makefileOf(files) ?? '').matchAll(/^\.PHONY\s*:(.*)$/gm)].flatMap(([, names = '']) =>
    names.split(/\s+/),
  );
  // Without this, make builds nothing where a file has the name of the target.
  const named = phony.filter((name) => rules.has(targetLabel(name)));
  return new Map([
    ...rules,
    ['the variables of the Makefile', common.join('\n')],
    ['.PHONY of the Makefile', [...new Set(named)].sort().join(' ')],
  ]);
}

function targetLabel(name: string): string {
  return `the target "${name}" of the Makefile`;
}

/** The settings of the tool that runs the tests or checks, in the files that the project has for it. */
export function partsOfTool(files: DeclaringFiles, command: readonly string[]): ReadonlyMap<string, string> {
  const {
    'pyproject.toml': project = '',
    'setup.cfg': setup = '',
    'tox.ini': tox = '',
    'pytest.ini': own = '',
  } = files;
  const tool = command.find((word) => /^(?:pytest|tox|ruff|mypy|cargo)$/.test(word));
  if (tool === undefined) return new Map();
  const parts = {
    pytest: [sectionsOf(project, /^tool\.pytest/), sectionsOf(setup, /^tool:pytest/), sectionsOf(tox, /^pytest/), own],
    tox: [tox, sectionsOf(project, /^tool\.tox/)],
    ruff: [sectionsOf(project, /^tool\.ruff/)],
    mypy: [sectionsOf(project, /^tool\.mypy/)],
    cargo: [files['.cargo/config.toml'] ?? ''],
  }[tool];
  return new Map([[`the settings of ${tool}`, (parts ?? []).join('\n')]]);
}

/** The sections of a TOML or INI file with these names, as they are written. */
function sectionsOf(text: string, name: RegExp): string {
  const sections = text.split(/^(?=\s*\[)/m);
  return sections
    .filter((section) => name.test(/^\s*\[+\s*([^\]]*)/.exec(section)?.[1] ?? ''))
    .join('')
    .trim();
}

interface Part {
  readonly label: string;
  readonly text: string;
  /** The names of other parts that it may run. */
  readonly next: readonly string[];
}

function reached(first: string, partOf: (name: string) => Part | '' | undefined): Map<string, string> {
  const seen = new Set<string>([first]);
  const parts = new Map<string, string>();
  // The set grows while we go through it.
  for (const name of seen) {
    const part = partOf(name);
    if (!part) continue;
    parts.set(part.label, part.text);
    for (const next of part.next) seen.add(next);
  }
  return parts;
}

const runners = /\b(?:npm|npx|pnpm|yarn|bun|run-[sp]|npm-run-all2?|concurrently|wireit|turbo|nx|lerna)\b/;

/** The scripts that a text may run. `test:*` stands for several. */
function namedIn(text: string, names: readonly string[]): string[] {
  if (!runners.test(text)) return [];
  const words = (text.match(/[\w:.*/@-]+/g) ?? []).map((word) => word.replace(/^npm:/, ''));
  const isNamed = (name: string) =>
    words.some((word) => word === name || (word.includes('*') && name.startsWith(word.slice(0, word.indexOf('*')))));
  return names.filter(isNamed);
}

/** These lines decide what a rule runs, whatever the rule says. */
const always =
  /^(?:(?:export|override|define)\s+)*(?:SHELL|\.SHELLFLAGS|MAKEFLAGS)\b|^[-s]?include\b|^\.(?!PHONY|SUFFIXES)[A-Z_]+\b/;

/** The lines of a makefile that belong to no rule. */
function commonLines(files: DeclaringFiles): string[] {
  const lines = makefileOf(files)?.replaceAll('\\\n', ' ').split('\n') ?? [];
  return lines.filter(
    (line) => /^[^\t#]/.test(line) && line.trim() !== '' && (!isRule.test(line) || always.test(line)),
  );
}

const isRule = /^[^=:#]+::?(?![:=])/;
