import assert from 'node:assert/strict';
import {
  chooseEffort,
  type Effort,
  effortFor,
  knownEffort,
  readEffort,
} from '../../../../src/core/collab/model/effort.ts';

const task = { type: 'task', files: ['src/greet.ts'], lines: 1, newFolders: [] } as const;

describe('the effort of a review', () => {
  for (const [what, facts, effort] of [
    ['a design', { type: 'design', files: [], lines: 0, newFolders: [] }, 'xhigh'],
    ['a small task', task, 'high'],
    ['200 lines', { ...task, lines: 200 }, 'high'],
    ['201 lines', { ...task, lines: 201 }, 'xhigh'],
    ['a new folder at the top level', { ...task, newFolders: ['server'] }, 'xhigh'],
    ['a task without files', { ...task, files: [] }, 'high'],
  ] as const) {
    it(`of ${what} is ${effort}`, () => assert.equal(effortFor(facts), effort));
  }

  for (const file of [
    ...[
      'src/auth/login.ts',
      'lib/OAuth.java',
      'crypto.c',
      'deploy/secrets.yaml',
      'docs/security/x.ts',
      'tls/server.key',
    ],
    ...['certs/ca.pem', 'src/PasswordField.tsx', 'src/token.rs', 'src/tokenizer.rs'],
    ...['package.json', 'packages/a/package.json', 'Cargo.toml', 'Cargo.lock', 'go.mod', 'pyproject.toml', 'yarn.lock'],
    ...[
      'requirements.txt',
      'requirements-dev.txt',
      'dev-requirements.in',
      'Gemfile',
      'pom.xml',
      'app/build.gradle.kts',
    ],
    ...['src/App.csproj', 'mix.exs', '.gitmodules', 'pnpm-lock.yaml', 'uv.lock', 'composer.json', 'CMakeLists.txt'],
  ]) {
    it(`is xhigh for ${file}`, () => assert.equal(effortFor({ ...task, files: ['src/greet.ts', file] }), 'xhigh'));
  }

  for (const file of [
    'src/key.ts',
    'src/pem.ts',
    'src/package.json.ts',
    'docs/requirements.md',
    'src/go.mod/x.ts',
    'a',
  ]) {
    it(`is high for ${file}`, () => assert.equal(effortFor({ ...task, files: [file] }), 'high'));
  }

  it('can be raised by the user, but not lowered', () => {
    assert.deepEqual(chooseEffort('high', null), { effort: 'high', note: null });
    assert.deepEqual(chooseEffort('high', 'high'), { effort: 'high', note: null });
    assert.deepEqual(chooseEffort('high', 'max'), { effort: 'max', note: null });
    const lower = chooseEffort('xhigh', 'high');
    assert.equal(lower.effort, 'xhigh');
    assert.match(lower.note ?? '', /reasoning_override high is lower than xhigh/);
  });

  const five: string[] = ['low', 'medium', 'high', 'xhigh'];
  for (const [wanted, known, effort] of [
    ['xhigh', five, 'xhigh'],
    ['max', five, 'xhigh'],
    ['ultra', [...five, 'max'], 'max'],
    ['xhigh', ['low', 'medium', 'high'], 'high'],
    ['high', ['xhigh', 'max'], 'xhigh'],
    ['high', ['turbo'], 'high'],
    ['max', undefined, 'max'],
  ] as const satisfies [Effort, readonly string[] | undefined, Effort][]) {
    it(`${wanted} of a model that knows ${known?.join(', ') ?? 'unknown efforts'} is ${effort}`, () =>
      assert.equal(knownEffort(wanted, known), effort));
  }

  for (const [text, effort] of [
    ['extra-high', 'xhigh'],
    ['Extra High', 'xhigh'],
    ['x-high', 'xhigh'],
    [' XHIGH ', 'xhigh'],
    ['ultra', 'ultra'],
    ['very', undefined],
    ['', undefined],
    ['toString', undefined],
  ] as const) {
    it(`"${text}" is read as ${effort ?? 'none'}`, () => assert.equal(readEffort(text), effort));
  }
});
