// `party attach`, in the terminal of a person.

import assert from 'node:assert/strict';
import { type CallOptions, cliBundle, node20, Sandbox, until } from '../../support/sandbox.ts';

describe('party attach', function () {
  this.timeout(30_000);
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(async () => {
    await outer('kill-server');
    await box.dispose();
  });

  const start = (...args: string[]) => box.start(project, args);
  const failure = (args: string[], options: CallOptions = {}) => box.failure(args, { cwd: project, ...options });

  // The outer tmux is the terminal in which a person works.
  const inTerminal = async (env: Record<string, string>, ...args: string[]) => {
    const variables = Object.entries(env).map(([key, value]) => `${key}=${value}`);
    const command = ['env', '-u', 'TMUX', ...variables, node20, cliBundle, ...args];
    await box.run('tmux', [
      '-L',
      `${box.socket}-outer`,
      'new-session',
      '-d',
      '-x',
      '150',
      '-y',
      '40',
      '-c',
      project,
      ...command,
    ]);
  };
  const outer = (...args: string[]) => box.run('tmux', ['-L', `${box.socket}-outer`, ...args]);

  it('shows the party in the terminal, and detaching leaves it running', async () => {
    await inTerminal({}, 'start', '--agents', 'demo');
    await until('the party on the screen', async () =>
      (await outer('capture-pane', '-p')).stdout.includes('claude · demo'),
    );
    const [name = ''] = await box.sessions();
    await box.tmux('detach-client', '-s', `=${name}`);
    await until('the terminal to be free', async () => (await outer('list-sessions')).code !== 0);
    assert.deepEqual(await box.sessions(), [name]);
  });

  it('speaks control mode to iTerm2, and plain tmux with --raw', async () => {
    await start();
    for (const [args, control] of [
      [['attach'], '1'],
      [['attach', '--raw'], '0'],
    ] as const) {
      await inTerminal({ TERM_PROGRAM: 'iTerm.app' }, ...args);
      const mode = await until('a client', async () =>
        (await box.tmux('list-clients', '-F', '#{client_control_mode}')).stdout.trim(),
      );
      assert.equal(mode, control);
      await outer('kill-server');
      await until('the client to go', async () => (await box.tmux('list-clients')).stdout === '');
    }
  });

  it('needs a terminal', async () => {
    await start();
    assert.match((await failure(['attach'])).message, /needs a terminal/);
  });
});
