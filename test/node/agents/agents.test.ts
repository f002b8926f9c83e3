import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartyError } from '../../../src/core/base/errors.ts';
import { findExecutable, probeAgent } from '../../../src/node/agents/agents.ts';
import { readCodexConfig } from '../../../src/node/codex/codexConfig.ts';
import { run } from '../../../src/node/system/exec.ts';

describe('probing an agent', () => {
  let root: string;
  let env: { PATH: string; HOME: string };
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'party-probe-')));
    mkdirSync(join(root, 'bin'));
    env = { PATH: `${join(root, 'empty')}:${join(root, 'bin')}:/usr/bin:/bin`, HOME: root };
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** An agent that counts how often it is asked. */
  function install(name: string, version: string, flags: string): string {
    const file = join(root, 'bin', name);
    const lines = `echo "$@" >> '${root}/asked'\ncase "$*" in *--version) echo 'x ${version}';; *) echo '${flags}';; esac`;
    writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    return file;
  }
  const asked = () => readFileSync(join(root, 'asked'), 'utf8').trim().split('\n').sort();
  const probe = (...command: string[]) => probeAgent({ run, env, home: join(root, 'home') }, command, 'claude');

  it('finds it on the PATH and asks for version and flags', async () => {
    const path = install('claude', '2.1.325', '--settings <x>, --plugin-dir <y>');
    assert.deepEqual(await probe('claude'), {
      path,
      args: [],
      version: '2.1.325',
      flags: ['--plugin-dir', '--settings'],
    });
  });

  it('asks only once, until the program changes', async () => {
    install('claude', '1.0.0', '--one');
    await probe('claude');
    assert.deepEqual((await probe('claude'))?.flags, ['--one']);
    assert.deepEqual(asked(), ['--help', '--version']);
    install('claude', '2.0.0', '--one --two');
    assert.equal((await probe('claude'))?.version, '2.0.0');
  });

  it('follows a link to the program', async () => {
    const path = install('claude-2', '2.0.0', '--two');
    const link = join(root, 'bin', 'claude');
    symlinkSync(path, link);
    assert.equal((await probe('claude'))?.path, link);
    rmSync(link);
    symlinkSync(install('claude-10', '10.0.0', '--ten'), link);
    assert.equal((await probe('claude'))?.version, '10.0.0');
  });

  it('asks a wrapped program every time, because only the wrapper is visible', async () => {
    install('claude', '2.0.0', '--two');
    await probe('env', 'A=b', 'claude');
    const { args, version } = (await probe('env', 'A=b', 'claude')) ?? {};
    assert.deepEqual({ args, version }, { args: ['A=b', 'claude'], version: '2.0.0' });
    assert.equal(asked().length, 4);
  });

  it('asks with the arguments that the user configured for the program', async () => {
    install('claude', '2.0.0', '--two');
    await probe('claude', '--model', 'opus');
    assert.deepEqual(asked(), ['--model opus --help', '--model opus --version']);
  });

  it('asks nothing of a program that is neither Claude nor Codex', async () => {
    const path = install('bot', '1.0.0', '--one');
    const found = await probeAgent({ run, env, home: join(root, 'home') }, ['bot', 'now'], 'generic');
    assert.deepEqual(found, { path, args: ['now'], version: undefined, flags: [] });
    assert.throws(asked);
  });

  it('does not cache the answer of a broken program', async () => {
    const path = install('claude', '2.0.0', '--two');
    writeFileSync(path, '#!/bin/sh\nexit 1\n');
    assert.deepEqual(await probe('claude'), { path, args: [], version: undefined, flags: [] });
    assert.throws(() => readFileSync(join(root, 'home/probes.json')));
  });

  it('does not treat a program that does not answer as too old', async () => {
    const path = install('claude', '2.0.0', '--two');
    writeFileSync(path, '#!/bin/sh\nexec sleep 600\n');
    const host = { run, env, home: join(root, 'home'), answerMs: 100 };
    await assert.rejects(probeAgent(host, ['claude'], 'claude'), (error: PartyError) => {
      assert.equal(error.code, 'TIMEOUT');
      assert.match(error.message, new RegExp(`^${path} --(?:version|help) has not answered within 0.1 s\\. Try again`));
      return true;
    });
  });

  it('ignores a broken cache', async () => {
    install('claude', '2.0.0', '--two');
    mkdirSync(join(root, 'home'));
    writeFileSync(join(root, 'home/probes.json'), '{"half');
    assert.equal((await probe('claude'))?.version, '2.0.0');
  });

  it('returns undefined for a program that is missing, not executable or a directory', async () => {
    mkdirSync(join(root, 'bin/claude'));
    writeFileSync(join(root, 'bin/codex'), '');
    chmodSync(join(root, 'bin/codex'), 0o644);
    assert.equal(await probe('claude'), undefined);
    assert.equal(findExecutable(join(root, 'bin/codex'), env), undefined);
    assert.equal(findExecutable('', env), undefined);
  });
});

describe("the user's Codex configuration", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'party-codex-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const nothing = { notify: undefined, developerInstructions: undefined };

  const rows: [string, object][] = [
    [
      'notify = ["say", "done"]\ndeveloper_instructions = "Be brief"',
      { notify: ['say', 'done'], developerInstructions: 'Be brief' },
    ],
    ['notify = []', nothing],
    ['notify = "say"', nothing],
    ['notify = ["say", 1]', nothing],
    ['notify = ["say"', nothing],
    ['', nothing],
  ];
  for (const [content, expected] of rows) {
    it(`reads ${JSON.stringify(content)}`, async () => {
      writeFileSync(join(home, 'config.toml'), content);
      assert.deepEqual(await readCodexConfig({ CODEX_HOME: home }), expected);
    });
  }

  it('works without the file', async () => {
    assert.deepEqual(await readCodexConfig({ HOME: join(home, 'nowhere') }), nothing);
  });
});
