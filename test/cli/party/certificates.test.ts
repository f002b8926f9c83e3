// The certificates that a company adds for Node (NODE_EXTRA_CA_CERTS): Party's own Node starts without them, and every
// program that it starts gets the variable as the user has it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordUserNotify } from '../../../src/node/agents/userNotify.ts';
import { hookScript } from '../../support/project.ts';
import { node20, repository, Sandbox, until } from '../../support/sandbox.ts';

const certificates = 'NODE_EXTRA_CA_CERTS';
const inBin = (name: string) => join(repository, 'resources/bin', name);

describe("the company's certificates", function () {
  this.timeout(30_000);
  let box: Sandbox;
  let cwd: string;
  let seen: string;
  let env: Record<string, string>;
  beforeEach(() => {
    box = new Sandbox();
    cwd = box.project();
    seen = join(box.root, 'seen');
    writeFileSync(seen, '');
    const bin = box.directory('telling');
    const tells = (name: string) =>
      `echo "${name} \${${certificates}-none}, own \${PARTY_EXTRA_CA_CERTS-none}" >>'${seen}'`;
    const program = (name: string, path: string) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${tells(name)}\nexec '${path}' "$@"\n`, { mode: 0o755 });
    program('node', node20);
    for (const name of ['git', 'tmux', 'mine']) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${tells(name)}\nexit 1\n`, { mode: 0o755 });
    }
    env = { PATH: `${bin}:${box.env['PATH']}`, PARTY_NODE: join(bin, 'node') };
  });
  afterEach(() => box.dispose());

  const lines = (name: string) =>
    readFileSync(seen, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1));

  const states: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['set', { [certificates]: '/etc/company "a" $b.pem' }, '/etc/company "a" $b.pem'],
    ['empty', { [certificates]: '' }, ''],
    ['not set', {}, 'none'],
  ];
  const session = { PARTY_SESSION: 'party-app-1' };
  const about = { session_id: 's', transcript_path: '', agent_id: 'a', agent_type: 'party:code-critic' };
  const event = (name: string) => JSON.stringify({ ...about, cwd, hook_event_name: name });
  const calls: Readonly<Record<string, () => [argv: readonly string[], program: string, input?: string]>> = {
    party: () => [[inBin('party'), 'status'], 'git'],
    'tmux-team': () => [[inBin('tmux-team'), 'status'], 'git'],
    'tmux-codex.sh': () => [[inBin('tmux-codex.sh'), '--prompt', 'hello'], 'tmux'],
    'tmux-claude.sh': () => [[inBin('tmux-claude.sh'), 'hello'], 'tmux'],
    'the notify program of Codex': () => [[join(repository, 'resources/codex/notify.sh'), '{}'], 'mine'],
    'an observer of Claude': () => [[hookScript('agent-trace')], 'git', event('SubagentStart')],
  };

  for (const [name, call] of Object.entries(calls)) {
    for (const [state, variables, expected] of states) {
      it(`${name}, ${state}: its Node starts without them, and what it starts sees them`, async () => {
        const [argv, program, input] = call();
        await recordUserNotify(join(box.stateRoot, 'party-app-1'), ['mine']);
        const options = { cwd, env: { ...env, ...session, ...variables }, ...(input !== undefined && { input }) };
        await box.run('sh', argv, options);
        await until(`a call of ${program}`, () => lines(program).length > 0);
        const node = state === 'not set' ? 'none, own none' : `none, own ${expected}`;
        assert.deepEqual(new Set(lines('node')), new Set([node]));
        assert.deepEqual(new Set(lines(program)), new Set([`${expected}, own none`]));
      });
    }
  }

  it('a call of party by a program that party started sees them, too', async () => {
    const again = `#!/bin/sh\necho "git \${${certificates}-none}, own \${PARTY_EXTRA_CA_CERTS-none}" >>'${seen}'\n[ -e '${seen}.again' ] || { : >'${seen}.again'; sh '${inBin('party')}' status; }\nexit 1\n`;
    writeFileSync(join(box.directory('telling'), 'git'), again, { mode: 0o755 });
    await box.run('sh', [inBin('party'), 'status'], { cwd, env: { ...env, [certificates]: '/etc/company.pem' } });
    assert.ok(existsSync(`${seen}.again`));
    assert.equal(lines('node').length, 2);
    assert.deepEqual(new Set(lines('node')), new Set(['none, own /etc/company.pem']));
    assert.deepEqual(new Set(lines('git')), new Set(['/etc/company.pem, own none']));
  });

  it('the npm entry, which npm starts, leaves them as they are', async () => {
    const entry = `require(${JSON.stringify(join(repository, 'dist/npm.cjs'))}).start('party')`;
    const [program, ...args] = [node20, '-e', entry, 'npm', 'status'] as const;
    await box.run(program, args, { cwd, env: { ...env, [certificates]: '' } });
    assert.deepEqual(new Set(lines('git')), new Set([', own none']));
  });
});
