// `party status`.

import assert from 'node:assert/strict';
import type { Status } from '../../../src/core/status/status.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

describe('party status', function () {
  this.timeout(30_000);
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(() => box.dispose());

  const start = (...args: string[]) => box.start(project, args);

  it('answers with no party, and without tmux', async () => {
    for (const env of [{}, { PATH: box.directory('empty') }]) {
      const status = await box.partyJson<Status>(['status'], { cwd: project, env });
      assert.equal(status.session, null);
      assert.deepEqual(Object.keys(status), [
        'session',
        'agents',
        'messages',
        'review',
        'plan',
        'collab',
        'gates',
        'budget',
      ]);
    }
  });

  it('shows the three roles with demo marked', async () => {
    await start();
    const agents = await until('idle agents', async () => {
      const status = await box.partyJson<Status>(['status'], { cwd: project });
      return status.agents.every((agent) => agent.state === 'idle') && status.agents;
    });
    assert.deepEqual(
      agents.map(({ role, demo }) => [role, demo]),
      [
        ['codex', true],
        ['claude', true],
        ['shell', false],
      ],
    );
  });

  it("looks at tmux once, and changes tmux's line only where it is wrong", async () => {
    const { session } = await start();
    const calls = async () => {
      const { stderr } = await box.party(['status', '--verbose'], { cwd: project });
      return [...stderr.matchAll(/ran \["tmux".*?"(list-panes|set-option)"/g)].map(([, command]) => command);
    };
    const line = ['-t', `=${session.name}:`, '@party_review'] as const;
    assert.deepEqual(await calls(), ['list-panes']);
    await box.tmux('set-option', ...line, '9 blocking');
    assert.deepEqual(await calls(), ['list-panes', 'set-option']);
    assert.equal((await box.tmux('show-options', '-v', ...line)).stdout.trim(), '');
    assert.deepEqual(await calls(), ['list-panes']);
  });
});
