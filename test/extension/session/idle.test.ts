// What the built extension does while nothing happens, in an editor without a window: it must not ask tmux again and
// again, and still shows at once what happens.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { becomesQuietFor, staysQuietFor } from '../../support/quiet.ts';
import { eachInProject, type Started, until } from '../../support/sandbox.ts';
import { waitingForTmux as watchers } from '../../support/tmuxWaiters.ts';

describe('an idle window', () => {
  const at = eachInProject();
  let editor: FakeEditor;
  let api: TestedParty;
  const stateOf = (role: string) =>
    api.internals.snapshot()?.parties[0]?.status.agents.find((agent) => agent.role === role)?.state;

  /** How often tmux was called: each call of the extension goes through a program that counts. */
  const calls = () => (existsSync(log()) ? readFileSync(log(), 'utf8').length : 0);
  const log = () => join(at.box.root, 'tmux-calls');

  async function open(): Promise<void> {
    editor = new FakeEditor([at.project]);
    api = editor.activate<TestedParty>({
      ...at.box.env,
      ...at.box.wrapTmux(`printf . >>'${log()}'`),
    });
    await api.ready;
  }
  afterEach(() => editor.dispose());

  it('without a party does nothing', async () => {
    await open();
    await becomesQuietFor(300, calls);
    await staysQuietFor(2500, calls);
  });

  describe('with a party', () => {
    let party: Started;
    const title = (text: string) => at.box.tmux('select-pane', '-t', party.panes.codex, '-T', text);

    beforeEach(async () => {
      party = await at.box.start(at.project);
      await open();
      await until('all agents to be idle', () => ['claude', 'codex'].every((role) => stateOf(role) === 'idle'));
    });

    it('does nothing, also while an agent shows a spinner', async () => {
      await title('⠋ Working');
      await until('Codex to be busy', () => stateOf('codex') === 'busy');
      await becomesQuietFor(1500, calls);
      const before = calls();
      for (const turn of '⠙⠹⠸⠼') {
        await title(`${turn} Working`);
        await staysQuietFor(700, calls);
      }
      assert.equal(calls(), before);
    });

    it('shows what an agent does, and that the party has ended', async () => {
      await becomesQuietFor(1500, calls);
      await title('[ ! ] Action Required');
      await until('Codex to wait', () => stateOf('codex') === 'waiting');
      await at.box.tmux('copy-mode', '-t', party.panes.claude);
      await until('copy mode', () => api.internals.snapshot()?.parties[0]?.inCopyMode.includes('claude'));
      await at.box.tmux('kill-session', '-t', party.session.name);
      await until('no party', () => api.internals.snapshot()?.parties.length === 0);
    });

    it('shows what Claude writes into its own file, with one look', async () => {
      const { stdout } = await at.box.tmux('display-message', '-p', '-t', party.panes.claude, '#{pane_pid}');
      const pid = Number(stdout);
      const file = join(at.box.directory('home/.claude/sessions'), `${pid}.json`);
      const write = (status: string) =>
        writeFileSync(file, JSON.stringify({ pid, cwd: at.project, sessionId: 's', status }));
      write('busy');
      for (const [option, value] of [
        ['@party_adapter', 'claude'],
        ['@party_demo', ''],
      ] as const) {
        await at.box.tmux('set-option', '-p', '-t', party.panes.claude, option, value);
      }
      await until('Claude to be busy', () => stateOf('claude') === 'busy');
      await becomesQuietFor(1500, calls);
      write('idle');
      await until('Claude to be idle', () => stateOf('claude') === 'idle');
      await becomesQuietFor(1500, calls);
    });

    it('watches again after its watcher was killed', async () => {
      await becomesQuietFor(1500, calls);
      const [watcher, ...others] = watchers();
      assert.deepEqual(others, []);
      process.kill(watcher ?? 0, 'SIGKILL');
      await until('another watcher', () => watchers().some((pid) => pid !== watcher));
      await becomesQuietFor(1500, calls);
      await title('[ ! ] Action Required');
      await until('Codex to wait', () => stateOf('codex') === 'waiting');
    });

    it('shows a message that a program in a terminal has sent', async () => {
      await becomesQuietFor(1500, calls);
      await at.box.tmux('copy-mode', '-t', party.panes.codex);
      await at.box.party(['talk', 'codex', 'hello'], { cwd: at.project });
      await until('the message', () => api.internals.snapshot()?.parties[0]?.status.messages.length === 1);
    });
  });
});
