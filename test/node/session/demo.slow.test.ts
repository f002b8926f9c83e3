import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentState } from '../../../src/core/agents/state.ts';
import type { AgentRole } from '../../../src/core/base/role.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { node20, repository, Sandbox, until } from '../../support/sandbox.ts';

describe('demo agents', function () {
  this.timeout(30_000);
  let sandbox: Sandbox;
  let project: string;
  before(() => {
    sandbox = new Sandbox();
    project = sandbox.project();
  });
  after(() => sandbox.dispose());

  const record = (role: AgentRole) =>
    join(projectDirectory(partyPaths(sandbox.env), project), 'sessions', `demo-${role}`, `${role}.json`);

  async function start(role: AgentRole): Promise<void> {
    const env = [`PARTY_SESSION=party-demo-${role}`, `PARTY_NODE=${node20}`];
    const agent = ['sh', join(repository, 'resources/demo/agent.sh'), role];
    const { code, stderr } = await sandbox.tmux(
      ...['new-session', '-d', '-s', role, '-x', '100', '-y', '40', '-c', project, 'env', ...env, ...agent],
      ...[';', 'set-option', '-p', 'remain-on-exit', 'on'],
    );
    assert.equal(code, 0, stderr);
    await becomes(role, 'idle');
  }
  async function state(role: AgentRole): Promise<string> {
    const format = '#{pane_dead}|#{pane_title}';
    const { stdout } = await sandbox.tmux('display-message', '-p', '-t', `=${role}:`, format);
    const [dead, ...title] = stdout.trim().split('|');
    const pane = { role, adapter: 'generic', demo: true, dead: dead === '1', title: title.join('|'), command: 'node' };
    return agentState(pane, { ageMs: 0 }).kind;
  }
  const becomes = (role: AgentRole, wanted: string) =>
    until(`${role} to be ${wanted}`, async () => (await state(role)) === wanted);
  const screen = async (role: AgentRole) => (await sandbox.tmux('capture-pane', '-p', '-J', '-t', `=${role}:`)).stdout;
  const shows = (role: AgentRole, text: string) =>
    until(`"${text}" on the pane`, async () => (await screen(role)).includes(text));
  const press = (role: AgentRole, ...keys: string[]) => sandbox.tmux('send-keys', '-t', `=${role}:`, ...keys);

  for (const role of ['claude', 'codex'] as const) {
    const name = role === 'claude' ? 'Demo Claude' : 'Demo Codex';

    describe(name, () => {
      before(() => start(role));

      it('says that it is a demo', async () => {
        assert.match(await screen(role), new RegExp(`^${name} — scripted, no account needed`));
      });

      it('answers a line, busy meanwhile', async () => {
        await press(role, '-l', 'hello');
        await press(role, 'Enter');
        await becomes(role, 'busy');
        await shows(role, '● Hello. I am the demo');
        await becomes(role, 'idle');
      });

      it('writes its title twice for a turn, because tmux draws all borders again for each', async () => {
        const file = join(sandbox.root, `${role}.out`);
        await sandbox.tmux('pipe-pane', '-t', `=${role}:`, `cat > ${file}`);
        await press(role, '-l', 'hello');
        await press(role, 'Enter');
        await shows(role, '● Hello. I am the demo');
        await becomes(role, 'idle');
        await sandbox.tmux('pipe-pane', '-t', `=${role}:`);
        const titles = [...readFileSync(file, 'utf8').matchAll(/\x1b\]2;([^\x07]*)\x07/g)].map(([, title]) => title);
        assert.equal(titles.length, 2, titles.join());
      });

      it('treats a pasted text of several lines as one message', async () => {
        await sandbox.tmux('set-buffer', '-b', 'text', '--', 'first line\n\tsecond `line`\n\nfourth');
        await sandbox.tmux('paste-buffer', '-p', '-r', '-d', '-b', 'text', '-t', `=${role}:`);
        assert.equal(await state(role), 'idle');
        await press(role, 'Enter');
        await shows(role, 'I have read 4 lines that begin with "first line"');
        await becomes(role, 'idle');
      });

      it('answers in turn what comes while it works', async () => {
        for (const text of ['number one', 'number two']) {
          await press(role, '-l', text);
          await press(role, 'Enter');
        }
        await shows(role, 'I have read "number two"');
        assert.match(await screen(role), /read "number one"[\s\S]*read "number two"/);
        await becomes(role, 'idle');
      });

      it('stops its work at Ctrl-C, and at the prompt only says how to leave', async () => {
        await press(role, '-l', 'hello');
        await press(role, 'Enter');
        await becomes(role, 'busy');
        await press(role, 'C-c');
        await shows(role, '■ Interrupted');
        await becomes(role, 'idle');
        await press(role, 'C-c');
        await shows(role, 'Press Ctrl-D or type /exit to quit');
        assert.equal(await state(role), 'idle');
      });

      it('has recorded its conversation through the shipped script', async () => {
        const { conversation, cwd } = JSON.parse(
          await until('the record', () => existsSync(record(role)) && readFileSync(record(role), 'utf8')),
        );
        assert.match(conversation, /^[0-9a-f-]{36}$/);
        assert.equal(cwd, project);
      });
    });
  }

  describe('at the end', () => {
    it('Demo Claude waits for the human when it asks', async () => {
      await press('claude', '-l', 'ask me');
      await press('claude', 'Enter');
      await becomes('claude', 'waiting');
      await press('claude', '-l', 'y');
      await press('claude', 'Enter');
      await shows('claude', '12 tests passed');
      await becomes('claude', 'idle');
    });

    it('/exit and Ctrl-D end them', async () => {
      await press('claude', '-l', '/exit');
      await press('claude', 'Enter');
      await press('codex', 'C-d');
      await becomes('claude', 'dead');
      await becomes('codex', 'dead');
    });
  });
});
