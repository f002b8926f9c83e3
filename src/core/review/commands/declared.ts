// Which commands a project declares for its tests and its checks, by the files at its top.

import { isRecord, parseJson } from '../../base/json.ts';

export const purposes = ['tests', 'checks'] as const;
export type Purpose = (typeof purposes)[number];

/** The files that can declare commands, by their names; a file that does not exist is left out. */
export type DeclaringFiles = Readonly<Partial<Record<(typeof declaringFiles)[number], string>>>;

export const declaringFiles = [
  ...(['package.json', 'GNUmakefile', 'makefile', 'Makefile', 'Cargo.toml', 'go.mod'] as const),
  ...(['pyproject.toml', 'pytest.ini', 'tox.ini', 'setup.cfg', '.pre-commit-config.yaml', '.npmrc'] as const),
  ...(['.yarnrc.yml', '.cargo/config.toml'] as const),
] as const;

export interface DeclaredCommand {
  readonly words: readonly string[];
  /** Words that a user may add, because none of them skips a test or a check. */
  readonly extra?: RegExp;
}

/** Empty when no file declares anything. The first is the one to suggest. */
export function declaredCommands(files: DeclaringFiles, what: Purpose): DeclaredCommand[] {
  return [
    ...scriptNames[what].filter((name) => scriptOf(files, name) !== undefined).flatMap((name) => runsOf(files, name)),
    ...targetNames[what].filter((name) => ruleOf(files, name) !== undefined).flatMap(makesOf),
    ...(files['Cargo.toml'] === undefined ? [] : ofCargo[what]),
    ...(files['go.mod'] === undefined ? [] : ofGo[what]),
    ...ofPython(files, what),
  ];
}

const scriptNames: Readonly<Record<Purpose, readonly string[]>> = {
  tests: ['test'],
  checks: ['check', 'lint', 'typecheck', 'type-check'],
};

const targetNames: Readonly<Record<Purpose, readonly string[]>> = { tests: ['test'], checks: ['check', 'lint'] };

/** The program runs this script of package.json; undefined when it runs something else. */
export function scriptRunBy(command: readonly string[]): string | undefined {
  const [program, ...rest] = command.filter((word) => !quiet.test(word));
  const [verb, name, ...more] = rest;
  if (verb === undefined || more.length > 0 || !managers.test(program ?? '')) return undefined;
  if (name === undefined) {
    if (program !== 'bun' && /^(?:test|t)$/.test(verb)) return verb === 't' && program === 'yarn' ? undefined : 'test';
    // `yarn check` is a command of Yarn itself.
    return program === 'pnpm' || (program === 'yarn' && verb !== 'check') ? verb : undefined;
  }
  return verb === 'run' || (verb === 'run-script' && program === 'npm') ? name : undefined;
}

const managers = /^(?:npm|pnpm|yarn|bun)$/;
const quiet = /^(?:-s|--silent)$/;

/** The text of a script, with what npm runs before and after it. */
export function scriptOf(files: DeclaringFiles, name: string): string | undefined {
  const scripts = scriptsOf(files);
  const text = scripts[name];
  // What `npm init` writes.
  if (text === undefined || /no test specified/.test(text)) return undefined;
  return [scripts[`pre${name}`], text, scripts[`post${name}`]].filter((one) => one !== undefined).join('\n');
}

export function scriptsOf({ 'package.json': text = '{}' }: DeclaringFiles): Readonly<Record<string, string>> {
  try {
    const value = parseJson(text);
    const scripts = isRecord(value) && isRecord(value['scripts']) ? value['scripts'] : {};
    return Object.fromEntries(
      Object.entries(scripts).flatMap(([name, script]) => (typeof script === 'string' ? [[name, script]] : [])),
    );
  } catch {
    return {};
  }
}

/** Through a package manager, or by the words of the script itself. */
function runsOf(files: DeclaringFiles, name: string): DeclaredCommand[] {
  const text = scriptOf(files, name) ?? '';
  const isPlain = /^[\w@%+=:,./ -]+$/.test(text) && !/^[^ ]*=/.test(text);
  const words = isPlain ? text.split(' ').filter(Boolean) : [];
  const managed = name === 'test' ? ['npm', 'test'] : ['npm', 'run', name];
  return [managed, ...(words.length === 0 ? [] : [words, ['npx', ...words]])].map((one) => ({ words: one }));
}

/** The one that make reads. */
export function makefileOf(files: DeclaringFiles): string | undefined {
  return files['GNUmakefile'] ?? files['makefile'] ?? files['Makefile'];
}

/** A target of make with its recipe; undefined when no file has it. */
export function ruleOf(files: DeclaringFiles, target: string): string | undefined {
  const lines = makefileOf(files)?.replaceAll('\\\n', ' ').split('\n') ?? [];
  const starts = (line: string) => /^([\w./ -]+?)\s*::?(?!=)/.exec(line)?.[1]?.split(/\s+/).includes(target) === true;
  const blocks = lines.flatMap((line, at) => {
    if (!starts(line)) return [];
    const end = lines.findIndex((other, index) => index > at && !/^(?:\t|\s*$|\s*#)/.test(other));
    return [
      lines
        .slice(at, end === -1 ? undefined : end)
        .join('\n')
        .trimEnd(),
    ];
  });
  return blocks.length === 0 ? undefined : blocks.join('\n');
}

/** The target that make builds; undefined when it does something else. */
export function targetBuiltBy(command: readonly string[]): string | undefined {
  const [program, target, ...more] = command.filter((word) => !makeFlags.test(word));
  return /^g?make$/.test(program ?? '') && more.length === 0 ? target : undefined;
}

const makeFlags = /^(?:-s|--silent|-j\d*)$/;

function makesOf(target: string): DeclaredCommand[] {
  return ['make', 'gmake'].map((program) => ({ words: [program, target], extra: makeFlags }));
}

const cargoFlags = /^(?:-q|-v|--quiet|--workspace|--all|--all-targets|--all-features|--locked|--offline|--release)$/;
const ofCargo: Readonly<Record<Purpose, readonly DeclaredCommand[]>> = {
  tests: [
    { words: ['cargo', 'test'], extra: cargoFlags },
    { words: ['cargo', 'nextest', 'run'], extra: cargoFlags },
  ],
  checks: [
    { words: ['cargo', 'clippy'], extra: cargoFlags },
    { words: ['cargo', 'clippy', '--', '-D', 'warnings'], extra: cargoFlags },
  ],
};

const ofGo: Readonly<Record<Purpose, readonly DeclaredCommand[]>> = {
  tests: [{ words: ['go', 'test', './...'], extra: /^-(?:v|race|cover|count=1)$/ }],
  checks: [
    { words: ['go', 'vet', './...'] },
    { words: ['golangci-lint', 'run'] },
    { words: ['golangci-lint', 'run', './...'] },
  ],
};

const pytestFlags = /^-(?:q+|v+|x)$/;

function ofPython(files: DeclaringFiles, what: Purpose): DeclaredCommand[] {
  const { 'pyproject.toml': project, 'tox.ini': tox, 'pytest.ini': pytest, 'setup.cfg': setup = '' } = files;
  const viaTox = tox === undefined ? [] : [{ words: ['tox'] }];
  if (what === 'tests') {
    const found = [project, tox, pytest].some((one) => one !== undefined) || /^\[tool:pytest\]/m.test(setup);
    const runners = [[], ['python', '-m'], ['python3', '-m'], ['uv', 'run'], ['poetry', 'run']];
    const commands = runners.map((before) => ({ words: [...before, 'pytest'], extra: pytestFlags }));
    return found ? [...commands, ...viaTox] : [];
  }
  const tools = [
    ...(/^\[tool\.ruff/m.test(project ?? '')
      ? [
          ['ruff', 'check'],
          ['ruff', 'check', '.'],
        ]
      : []),
    ...(/^\[tool\.mypy/m.test(project ?? '') ? [['mypy'], ['mypy', '.']] : []),
    ...(files['.pre-commit-config.yaml'] === undefined ? [] : [['pre-commit', 'run', '--all-files']]),
    ...(files['.pre-commit-config.yaml'] === undefined ? [] : [['pre-commit', 'run', '-a']]),
  ];
  return tools.map((words) => ({ words }));
}
