// Which commands are the usual ones of a project's tests and checks.
import assert from 'node:assert/strict';
import type { DeclaringFiles, Purpose } from '../../../../src/core/review/commands/declared.ts';
import { type CommandFacts, whyUnusual } from '../../../../src/core/review/commands/usual.ts';

const scripts = (of: Record<string, string>) => ({ 'package.json': JSON.stringify({ scripts: of }) });
const node = scripts({ test: 'node --test src', lint: 'eslint .', typecheck: 'tsc --noEmit -p . | cat' });
const make = { Makefile: '.PHONY: test check\nall: x\n\ntest: all\n\t./run\n\ncheck:\n\t./check\n' };
const python = { 'pyproject.toml': '[tool.ruff]\nline-length = 100\n', 'tox.ini': '' };

const ask = (base: DeclaringFiles, what: Purpose, line: string | string[], more: Partial<CommandFacts> = {}) =>
  whyUnusual({
    ...{ what, command: typeof line === 'string' ? line.split(' ') : line, directory: '' },
    ...{ configured: undefined, base, now: base, ...more },
  });

describe('the usual command', () => {
  const usual: [string, DeclaringFiles, Purpose, (string | string[])[]][] = [
    [
      'of scripts in package.json',
      node,
      'tests',
      [
        ...['npm test', 'npm t', 'npm run test', 'npm run-script test', 'npm run -s test', 'npm --silent test'],
        ...['pnpm test', 'pnpm run test', 'pnpm t', 'yarn test', 'yarn run test', 'bun run test', 'node --test src'],
        ['sh', '-c', 'npm test && npm run test'],
      ],
    ],
    [
      'of checks in package.json',
      node,
      'checks',
      ['npm run lint', 'yarn lint', 'pnpm lint', 'npm run typecheck', 'eslint .', 'npx eslint .'].concat([]),
    ],
    ['of several checks', node, 'checks', [['bash', '-c', 'npm run lint && npm run typecheck']]],
    ['of make', make, 'tests', ['make test', 'gmake test', 'make -s test', 'make -j4 test']],
    ['of checks by make', make, 'checks', ['make check']],
    ['of cargo', { 'Cargo.toml': '' }, 'tests', ['cargo test', 'cargo test --workspace --locked', 'cargo nextest run']],
    ['of clippy', { 'Cargo.toml': '' }, 'checks', ['cargo clippy', 'cargo clippy --all-targets -- -D warnings']],
    ['of go', { 'go.mod': '' }, 'tests', ['go test ./...', 'go test -race -count=1 ./...']],
    ['of checks by go', { 'go.mod': '' }, 'checks', ['go vet ./...', 'golangci-lint run']],
    ['of python', python, 'tests', ['pytest', 'pytest -q', 'python -m pytest', 'python3 -m pytest -x', 'tox']],
    ['of pytest.ini', { 'pytest.ini': '' }, 'tests', ['pytest']],
    ['of checks by python', python, 'checks', ['ruff check', 'ruff check .']],
    ['of two tools', { ...node, ...make }, 'tests', ['npm test', 'make test']],
    ['that nothing declares', {}, 'tests', ['true', './x.sh']],
    ['that no script declares', scripts({ build: 'x' }), 'tests', ['true']],
    ['that npm init leaves open', scripts({ test: 'echo "Error: no test specified" && exit 1' }), 'tests', ['true']],
    ['of a broken package.json', { 'package.json': '{' }, 'tests', ['true']],
  ];
  for (const [what, files, purpose, lines] of usual) {
    it(what, () => {
      for (const line of lines) assert.equal(ask(files, purpose, line), null, String(line));
    });
  }

  const others: [string, DeclaringFiles, Purpose, (string | string[])[]][] = [
    [
      'of scripts in package.json',
      node,
      'tests',
      [
        ...[
          'true',
          'npm test -- --grep x',
          'npm run lint',
          'npm run test --if-present',
          'npm --prefix sub test',
          'bun test',
        ],
        ...[
          'npm',
          'npm run',
          './npm test',
          '/tmp/npm test',
          'env X=1 npm test',
          'node --test',
          'node --test src/one.ts',
        ],
        ...['npm test -w sub', 'yarn t', 'npm run test test', 'echo npm test'],
        ...[['npm test'], ['npm', 'test', ''], ['sh', '-c', 'npm test || true'], ['sh', '-c', 'npm test; true']],
        ...[['sh', '-c', 'true && npm test'], ['sh', '-c', 'npm test &'], ['sh', '-c', 'npm test', 'x'], []],
        ...[['sh', '-c', 'npm test &&']],
      ],
    ],
    ['of checks', node, 'checks', ['npm test', 'npm run build', 'eslint', 'eslint . --quiet', 'yarn check']],
    [
      'of make',
      make,
      'tests',
      ['make', 'make check', 'make test X=1', 'make -n test', 'make -C sub test', 'make -f x test'],
    ],
    ['of cargo', { 'Cargo.toml': '' }, 'tests', ['cargo test one', 'cargo test --no-run', 'cargo test -- --skip x']],
    ['of go', { 'go.mod': '' }, 'tests', ['go test', 'go test ./x', 'go test -run X ./...', 'go test -short ./...']],
    ['of python', python, 'tests', ['pytest -k x', 'pytest --co', 'pytest tests/one.py', 'python -m unittest']],
  ];
  for (const [what, files, purpose, lines] of others) {
    it(`does not include: ${what}`, () => {
      for (const line of lines) assert.match(ask(files, purpose, line) ?? '', /^the usual command is /, String(line));
    });
  }

  it('is named', () => {
    assert.equal(ask(node, 'tests', 'true'), 'the usual command is npm test');
    assert.equal(ask(node, 'checks', 'true'), 'the usual command is npm run lint or npm run typecheck');
    assert.equal(ask(make, 'tests', 'true'), 'the usual command is make test');
  });

  it('is the one that the user names, and no other', () => {
    const configured = { configured: ['npm', 'run', 'test:all'] };
    assert.equal(ask(node, 'tests', 'pnpm run test:all', configured), null);
    assert.equal(ask(node, 'tests', 'npm test', configured), 'the usual command is npm run test:all');
    assert.equal(ask({}, 'tests', './x y', { configured: ['./x', 'y'] }), null);
    assert.match(ask({}, 'tests', './x', { configured: ['./x', 'y'] }) ?? '', /usual command is \.\/x y/);
  });

  it('does not come from the change', () => {
    const now = (files: DeclaringFiles) => ({ now: files });
    const altered = 'the change alters the script "test" of package.json';
    assert.equal(ask(node, 'tests', 'npm test', now(scripts({ test: 'true' }))), altered);
    assert.equal(ask(node, 'tests', 'npm test', now(scripts({ test: 'node --test src', pretest: 'x' }))), altered);
    assert.equal(ask(node, 'tests', 'npm test', now({})), altered);
    assert.equal(ask(node, 'tests', 'yarn test', { ...now({}), configured: ['npm', 'test'] }), altered);
    assert.equal(ask(node, 'tests', 'node --test src', now({})), null, 'the words of the base');
    assert.equal(ask(node, 'tests', 'npm test', now(scripts({ test: 'node --test src', x: 'y' }))), null);
    const other = { Makefile: make.Makefile.replace('./run', 'true') };
    assert.equal(ask(make, 'tests', 'make test', now(other)), 'the change alters the target "test" of the Makefile');
    assert.equal(ask(make, 'checks', 'make check', now(other)), null);
    assert.equal(ask(make, 'tests', 'make test', now({ ...make, GNUmakefile: 'test:\n\ttrue\n' })) === null, false);
  });

  it('does not come from the change through another script', () => {
    const through = (test: string, other: string, text: string) => scripts({ test, [other]: text });
    for (const [test, other] of [
      ['npm run unit', 'unit'],
      ['tsc && npm run unit -- --ci', 'unit'],
      ['npm run unit', 'postunit'],
      ['run-s test:*', 'test:one'],
      ['concurrently "npm:test:one"', 'test:one'],
    ] as const) {
      const base = scripts({ test, unit: 'mocha', [other]: 'mocha' });
      const now = scripts({ test, unit: 'mocha', [other]: 'true' });
      const why = `the change alters the script "${other.replace('post', '')}" of package.json`;
      assert.equal(ask(base, 'tests', 'npm test', { now }), why, test);
    }
    const deep = (unit: string) => scripts({ test: 'npm run a', a: 'yarn b', b: 'npm test; pnpm c', c: unit });
    assert.match(ask(deep('mocha'), 'tests', 'npm test', { now: deep('true') }) ?? '', /alters the script "c"/);
    const shell = { now: { ...node, '.npmrc': 'registry=x\nscript-shell=/bin/true\n' } };
    assert.equal(ask(node, 'tests', 'npm test', shell), 'the change alters how npm runs scripts, in .npmrc');
    assert.equal(ask(node, 'tests', 'npm test', { now: { ...node, '.npmrc': 'registry=x\n' } }), null);
    const mocha = through('mocha unit', 'unit', 'x');
    assert.equal(ask(mocha, 'tests', 'npm test', { now: through('mocha unit', 'unit', 'y') }), null, 'not run by npm');
  });

  it('does not come from the change through a prerequisite or a variable of make', () => {
    const file = (text: string) => ({ Makefile: text });
    const base = 'RUN := ./run\nVERSION = 1\ntest: unit\n\t$(MAKE) more\nunit:\n\t$(RUN) unit\nmore:\n\t./more\n';
    const why = (now: string, from = base) => ask(file(from), 'tests', 'make test', { now: file(now) });
    assert.equal(why(base), null);
    assert.equal(why(`${base}new:\n\t./new\n`), null);
    assert.match(why(base.replace('$(RUN) unit', 'true')) ?? '', /alters the target "unit" of the Makefile/);
    assert.match(why(base.replace('./more', 'true')) ?? '', /alters the target "more" of the Makefile/);
    assert.match(why(base.replace('./run', 'true')) ?? '', /alters the variables of the Makefile/);
    const plain = 'VERSION = 1\ntest:\n\t./run\n';
    assert.equal(why(plain.replace('1', '2'), plain), null, 'no variable is used');
    assert.match(why(`SHELL = /bin/true\n${plain}`, plain) ?? '', /alters the variables/);
    assert.match(why(`include other.mk\n${plain}`, plain) ?? '', /alters the variables/);
    assert.match(why(`override SHELL = /bin/true\n${plain}`, plain) ?? '', /alters the variables/);
    assert.match(why(`.IGNORE: test\n${plain}`, plain) ?? '', /alters the variables/);
    const phony = `.PHONY: test\n${plain}`;
    assert.equal(why(phony.replace('test', 'test new'), phony), null);
    assert.match(why(plain, phony) ?? '', /alters \.PHONY of the Makefile/);
  });

  it('does not come from the change through the settings of the tool that runs it', () => {
    const project =
      '[project]\nname = "x"\n[tool.pytest.ini_options]\naddopts = "-q"\n[tool.ruff]\nline-length = 100\n';
    const base = { 'pyproject.toml': project };
    const why = (now: DeclaringFiles, what: Purpose, line: string) => ask(base, what, line, { now });
    const easier = { 'pyproject.toml': project.replace('-q', '--collect-only') };
    assert.equal(why(easier, 'tests', 'pytest -q'), 'the change alters the settings of pytest');
    assert.equal(why({ ...base, 'pytest.ini': '[pytest]\naddopts = --co\n' }, 'tests', 'pytest') === null, false);
    assert.equal(why(easier, 'checks', 'ruff check'), null);
    assert.equal(why({ 'pyproject.toml': project.replace('"x"', '"y"') }, 'tests', 'python -m pytest'), null);
    const ruff = { 'pyproject.toml': `${project}select = []\n` };
    assert.equal(why(ruff, 'checks', 'ruff check .'), 'the change alters the settings of ruff');
    const rust = { 'Cargo.toml': '[package]' };
    const runner = { now: { ...rust, '.cargo/config.toml': '[target.x]\nrunner = "true"\n' } };
    assert.equal(ask(rust, 'tests', 'cargo test', runner), 'the change alters the settings of cargo');
    const yarn = { now: { ...node, '.yarnrc.yml': 'yarnPath: ./fake.js\n' } };
    assert.equal(ask(node, 'tests', 'yarn test', yarn), 'the change alters how yarn runs scripts, in .yarnrc.yml');
  });

  it('is not chosen by a program of the project', () => {
    const steered = 'make is a program of this project';
    assert.equal(ask(make, 'tests', 'make test', { steered }), steered);
    assert.equal(ask({}, 'tests', './x', { steered }), null, 'nothing is declared');
  });

  const running = (test: string, more: object = {}) => ({
    'package.json': JSON.stringify({ scripts: { test, ...more } }),
  });
  const pytest = { 'pytest.ini': '[pytest]\n' };
  const go = { 'go.mod': 'module x' };
  for (const [files, command, name, value, counts] of [
    [running('node t.js'), 'npm test', 'npm_config_script_shell', '/bin/true', true],
    [running('node t.js'), 'npm test', 'NPM_CONFIG_SCRIPT_SHELL', '/bin/true', true],
    [make, 'make test', 'MAKEFLAGS', '-n', true],
    [make, 'make test', 'MAKEFLAGS', '-j8 -n', true],
    [make, 'make test', 'MAKEFILES', 'x.mk', true],
    [running('make unit'), 'npm test', 'MAKEFLAGS', '-n', true],
    [running('sh run.sh'), 'npm test', 'PYTEST_ADDOPTS', '--co', true],
    [pytest, 'pytest', 'PYTEST_ADDOPTS', '--co', true],
    [running('pytest -q'), 'npm test', 'PYTEST_ADDOPTS', '--co', true],
    [go, 'go test ./...', 'GOFLAGS', '-run=NONE', true],
    [running('node t.js', { pretest: 'node lint.js' }), 'npm test', 'npm_config_ignore_scripts', 'true', true],
    [running('node t.js'), 'npm test', 'npm_config_ignore_scripts', 'true', false],
    [running('node t.js'), 'npm test', 'MAKEFLAGS', '-n', false],
    [running('node t.js'), 'npm test', 'GOFLAGS', '-run=NONE', false],
    [running('node t.js'), 'npm test', 'PYTEST_ADDOPTS', '--co', false],
    [make, 'make test', 'MAKEFLAGS', '-j8', false],
    [make, 'make test', 'MAKEFLAGS', ' -j', false],
    [make, 'make test', 'MAKEFLAGS', '', false],
    [pytest, 'pytest', 'PYTEST_ADDOPTS', '--color=yes', false],
    [go, 'go test ./...', 'GOFLAGS', '-mod=mod', false],
    [running('node t.js'), 'npm test', 'npm_config_registry', 'http://127.0.0.1', false],
    [running('node t.js'), 'npm test', 'NODE_OPTIONS', '--no-warnings', false],
  ] as const) {
    it(`is ${counts ? 'chosen' : 'not chosen'} by ${name}=${value} for ${command} of ${Object.values(files)[0]}`, () => {
      const why = ask(files, 'tests', command, { env: { [name]: value } });
      assert.equal(why, counts ? `the variable ${name} decides what it runs` : null);
    });
  }

  it('runs at the top of the project', () => {
    const why = 'it ran in packages/one, not at the top of the project';
    assert.equal(ask(node, 'tests', 'npm test', { directory: 'packages/one' }), why);
    assert.equal(ask({}, 'tests', 'npm test', { directory: 'packages/one' }), null, 'nothing is declared');
  });
});
