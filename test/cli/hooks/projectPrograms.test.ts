// The programs of a gate do not come from the project: neither Node nor git, and the plan gate lets none of them run.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { node20 } from '../../support/sandbox.ts';
import { GatedProject } from './support/gatedProject.ts';
import { allowed, closed, denied, HookedProject } from './support/hookedProject.ts';

describe('programs of the project', () => {
  let at: HookedProject;
  let trace: string;
  beforeEach(() => {
    at = new HookedProject();
    trace = join(at.root, 'ran');
  });
  afterEach(() => at.dispose());

  /** A program that leaves a trace and lets everything through. */
  function evil(name: string): string {
    chmodSync(at.write(name, `#!/bin/sh\ntouch '${trace}'\necho '{}'\n`), 0o755);
    return at.file(name);
  }
  const create = (env: Record<string, string>, gate = 'pr-gate') =>
    at.hook(gate, at.bash('gh pr create; tmux-codex.sh --review'), env);
  const didNotRun = () => assert.ok(!existsSync(trace), 'a program of the project ran');

  for (const gate of ['pr-gate', 'codex-gate']) {
    it(`${gate} refuses a PARTY_NODE of the project, and one that is relative`, async () => {
      const file = evil('tools/node');
      const link = join(at.root, `node-${gate}`);
      symlinkSync(file, link);
      const folder = join(at.root, `tools-${gate}`);
      symlinkSync(at.file('tools'), folder);
      const linked = [link, join(folder, 'node'), '/proc/self/cwd/tools/node'];
      const strange = [
        ...linked,
        'tools/node',
        './tools/node',
        file,
        join(at.root, 'x', '..', file.slice(at.root.length)),
      ];
      for (const node of strange) {
        const reason = closed(await create({ PARTY_NODE: node }, gate));
        assert.match(reason, /PARTY_NODE must be an absolute path of a Node outside the project/, node);
      }
      didNotRun();
    });
  }

  it('pr-gate finds Node and git outside the project, whatever PATH begins with', async () => {
    for (const name of ['node', 'git', 'sleep', 'cat']) evil(`bin/${name}`);
    const usual = at.box.directory('usual');
    symlinkSync(node20, join(usual, 'node'));
    const link = join(at.root, 'linked');
    symlinkSync(at.file('bin'), link);
    for (const entry of [at.file('bin'), 'bin', './bin', '', `${at.top}/./bin`, link, '/proc/self/cwd/bin']) {
      const PATH = `${entry}:${usual}:${process.env['PATH'] ?? ''}`;
      denied(await create({ PATH, PARTY_NODE: '' }));
      // Claude was started in a folder of the project.
      denied(await create({ PATH, PARTY_NODE: '', CLAUDE_PROJECT_DIR: at.file('src') }));
    }
    didNotRun();
  });

  it('pr-gate says what is missing when only the project has a Node', async () => {
    evil('bin/node');
    const { PATH = '' } = at.withoutNode();
    const reason = closed(await create({ PARTY_NODE: '', PATH: `${at.file('bin')}:${PATH}` }));
    assert.match(reason, /no node on the PATH outside the project/);
    didNotRun();
  });

  it('gates and observers start Node without the options of the environment', async () => {
    at.write('evil.js', `require('fs').writeFileSync(${JSON.stringify(trace)}, '')`);
    const env = { NODE_OPTIONS: `--require ${at.file('evil.js')}`, PARTY_NODE: at.box.coldNode };
    denied(await create(env));
    allowed(await at.hook('agent-trace', at.event('SubagentStart', { agent_id: 'a', agent_type: 'x' }), env));
    didNotRun();
  });

  it('gates and observers let Node take or leave nothing in the project', async () => {
    const start = at.event('SubagentStart', { agent_id: 'a', agent_type: 'x' });
    // The newer Node of the tests has the cache of compiled code.
    for (const PARTY_NODE of [at.box.coldNode, process.execPath]) {
      const env = { PARTY_NODE, NODE_COMPILE_CACHE: at.file('cache'), NODE_V8_COVERAGE: at.file('coverage') };
      denied(await create(env));
      allowed(await at.hook('agent-trace', start, env));
    }
    const left = ['cache', 'coverage'].filter((name) => existsSync(at.file(name)));
    assert.deepEqual(left, []);
  });

  it('gates start Node without added certificates, which it would read each time', async () => {
    const node = join(at.root, 'node-that-tells');
    const tells = `#!/bin/sh\necho "certificates: \${NODE_EXTRA_CA_CERTS-none}" >'${trace}'\nexec '${node20}' "$@"\n`;
    writeFileSync(node, tells, { mode: 0o755 });
    denied(await create({ PARTY_NODE: node, NODE_EXTRA_CA_CERTS: '/etc/ssl/company.pem' }));
    assert.equal(readFileSync(trace, 'utf8'), 'certificates: none\n');
  });

  it('an observer ignores a PARTY_NODE of the project', async () => {
    const PATH = `${dirname(node20)}:${process.env['PATH'] ?? ''}`;
    const start = at.event('SubagentStart', { agent_id: 'a', agent_type: 'x' });
    allowed(await at.hook('agent-trace', start, { PARTY_NODE: evil('tools/node'), PATH }));
    didNotRun();
  });
});

describe('programs of the project, before the plan is approved', () => {
  let at: GatedProject;
  beforeEach(() => {
    at = new GatedProject();
  });
  afterEach(() => at.dispose());
  const asks = (command: string, env: Record<string, string>) => at.asks(at.bash(command), { env });

  it('do not run instead of an allowed program', async () => {
    for (const name of ['rg', 'git', 'ls']) chmodSync(at.write(`bin/${name}`, '#!/bin/sh\n'), 0o755);
    const PATH = `bin:${process.env['PATH'] ?? ''}`;
    for (const line of ['rg foo src', 'git status', 'ls']) {
      assert.match(denied(await asks(line, { PATH })), /would run .*\/bin\/\w+, a program of this project/, line);
    }
    allowed(await asks('cat README.md', { PATH }));
    allowed(await asks('ls', { PATH: `${process.env['PATH'] ?? ''}:bin` }));
  });

  it('are not started by git through a variable', async () => {
    const diff = { GIT_EXTERNAL_DIFF: './evil.sh' };
    assert.match(denied(await asks('git diff', diff)), /GIT_EXTERNAL_DIFF names a program of this project/);
    denied(await asks('git log', { GIT_PAGER: `sh ${at.top}/evil.sh` }));
    denied(await asks('git status', { GIT_EXEC_PATH: at.file('libexec') }));
    const setting = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'diff.external', GIT_CONFIG_VALUE_0: './evil.sh' };
    assert.match(denied(await asks('git diff', setting)), /GIT_CONFIG_VALUE_0 names a program of this project/);
    allowed(await asks('git status', { GIT_PAGER: 'cat', GIT_EDITOR: 'true' }));
    allowed(await asks('ls', diff));
  });
});
