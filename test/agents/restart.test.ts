// The real clients after each way to end: killed, crashed, left with /exit, started again by hand. `party restart` and
// `party start` bring exactly that agent back, with its conversation, and what waited for it arrives once.

import assert from 'node:assert/strict';
import type { Message } from '../../src/core/messages/message.ts';
import { until } from '../support/sandbox.ts';
import { type Agent, Party } from './party.ts';
import { allEnded, signalAll, withDescendants } from './processes.ts';

describe('an agent of a party that has ended', function () {
  this.timeout(120_000);
  let party: Party;
  const call = (...args: string[]) => party.sandbox.party(args, { cwd: party.project });
  const pidOf = async (role: Agent) => {
    const { stdout } = await party.sandbox.tmux(
      'display-message',
      '-p',
      '-t',
      party.started.panes[role],
      '#{pane_pid}',
    );
    return Number(stdout);
  };
  const signal = async (role: Agent, name: NodeJS.Signals) => {
    const processes = withDescendants([await pidOf(role)]);
    signalAll(processes, name);
    await allEnded(processes);
  };
  const prompts = (role: Agent) => party[role].requests.at(-1)?.prompts ?? [];
  const type = async (role: Agent, text: string) => {
    await party.sandbox.tmux('send-keys', '-t', party.started.panes[role], '-l', '--', text);
    await party.shows(role, text);
    await party.press(role, 'Enter');
  };

  before(async () => {
    party = await Party.start({ claude: [{ when: /./, say: 'HEARD' }], codex: [{ when: /./, say: 'HEARD' }] });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
    for (const role of ['claude', 'codex'] as const) {
      const { code, stderr } = await call('talk', role, `remember ${role}`, '--wait');
      assert.equal(code, 0, stderr);
    }
  });
  after(() => party?.dispose());

  /** Sends while the agent is away, brings it back, and checks that it knows everything, and the message once. */
  async function comesBack(role: Agent, ending: string, ...how: string[]): Promise<void> {
    const other = role === 'claude' ? 'codex' : 'claude';
    const untouched = await pidOf(other);
    const text = `back after ${ending}`;
    assert.equal((await call('talk', role, text)).code, 6);
    const { code, stdout, stderr } = await call(...how);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^Restarted ${role === 'claude' ? 'Claude' : 'Codex'} in party-`));
    assert.doesNotMatch(stderr, /no conversation was recorded/);
    await party.findPanes();
    const arrived = ({ text: sent, state }: { text: string; state: Message['state'] }) =>
      sent.includes(text) && (state === 'submitted' || state === 'answered');
    const told = async () => (await party.messages()).map(({ line, state }) => ({ text: line, state }));
    await until('the message', async () => (await told()).some(arrived), 40_000);
    await until('the prompt', () => prompts(role).at(-1)?.includes(text), 20_000);
    await party.becomes(role, 'idle');
    assert.equal(prompts(role).filter((prompt) => prompt.includes(text)).length, 1);
    assert.ok(
      prompts(role).some((prompt) => prompt.includes(`remember ${role}`)),
      'it has lost its conversation',
    );
    assert.equal(await pidOf(other), untouched);
  }

  for (const role of ['claude', 'codex'] as const) {
    it(`comes back: ${role}, killed`, async () => {
      await signal(role, 'SIGKILL');
      await party.becomes(role, 'dead');
      await comesBack(role, 'a kill', 'restart', role);
    });

    it(`comes back by party start: ${role}, crashed`, async () => {
      await signal(role, 'SIGSEGV');
      await party.becomes(role, 'dead');
      await comesBack(role, 'a crash', 'start', '--detach');
    });

    it(`comes back by party restore: ${role}, left with /exit`, async () => {
      await type(role, '/exit');
      await party.becomes(role, 'dead');
      await comesBack(role, 'an exit', 'restore', '--detach');
    });

    it(`comes back: ${role}, started by hand in a shell in its pane`, async () => {
      await signal(role, 'SIGKILL');
      await party.becomes(role, 'dead');
      await party.sandbox.tmux('respawn-pane', '-k', '-t', party.started.panes[role], 'sh');
      await until('the prompt of the shell', async () => /[#$]\s*$/.test(await party.screen(role)));
      assert.equal((await party.agent(role)).state, 'dead', 'a shell is not an agent');
      await type(role, role);
      const { waitingFor } = await party.becomes(role, 'waiting');
      assert.match(waitingFor ?? '', new RegExp(`started by hand.*party restart ${role}`));
      const refused = await call('restart', role);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /waiting for you.*--force/);
      await comesBack(role, 'a start by hand', 'restart', role, '--force');
    });

    it(`goes on: ${role}, started again by tmux itself`, async () => {
      await signal(role, 'SIGKILL');
      await party.becomes(role, 'dead');
      await party.sandbox.tmux('respawn-pane', '-t', party.started.panes[role]);
      await party.becomes(role, 'idle');
      const { code, stderr } = await call('talk', role, 'still you?', '--wait');
      assert.equal(code, 0, stderr);
      assert.ok(prompts(role).some((prompt) => prompt.includes(`remember ${role}`)));
    });
  }
});
