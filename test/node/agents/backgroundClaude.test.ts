// A Claude of a party outside of its pane, as it shows on the machine: a process, its state file, and our record.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endBackgroundClaude } from '../../../src/node/agents/backgroundClaude.ts';
import { recordConversation } from '../../../src/node/agents/conversations.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('a Claude in the background', function () {
  this.timeout(20_000);
  let box: Sandbox;
  let running: ChildProcess[] = [];
  beforeEach(() => {
    box = new Sandbox();
  });
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL');
    running = [];
    await box.dispose();
  });

  /** A process that says that it is such a Claude, and the record that names it. */
  async function claude(said: object = {}, { stubborn = false } = {}): Promise<number> {
    const code = `${stubborn ? "process.on('SIGTERM', () => {});" : ''} console.log('up'); process.stdin.resume()`;
    const child = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'ignore'] });
    running.push(child);
    if (child.stdout) await once(child.stdout, 'data');
    const pid = child.pid ?? 0;
    const file = { pid, sessionId: 'moved', cwd: box.root, kind: 'bg', status: 'idle', startedAt: Date.now(), ...said };
    writeFileSync(join(box.directory('home/.claude/sessions'), `${pid}.json`), JSON.stringify(file));
    const record = { conversation: 'moved', cwd: box.root, at: new Date().toISOString(), pid };
    await recordConversation(box.root, 'app-1', 'claude', record);
    return pid;
  }
  const end = () => endBackgroundClaude(box.env, box.root, 'app-1');
  const runs = (pid: number) => processIdentity(pid) !== undefined;

  it('is ended, and named', async () => {
    const pid = await claude();
    assert.deepEqual(await end(), { pid, ended: true });
    assert.equal(runs(pid), false);
    assert.equal(await end(), undefined);
  });

  it('is named when it does not end', async () => {
    const pid = await claude({}, { stubborn: true });
    assert.deepEqual(await end(), { pid, ended: false });
    assert.equal(runs(pid), true);
  });

  const others: Record<string, object> = {
    'runs in a pane': { kind: 'interactive' },
    'has another conversation by now': { sessionId: 'other' },
    'began after that Claude had written its file': { startedAt: Date.now() - 60_000 },
    'does not say when it began': { startedAt: undefined },
    ...(process.platform === 'linux' ? { 'is another process that got its number': { procStart: '1' } } : {}),
  };
  for (const [title, said] of Object.entries(others)) {
    it(`is not one that ${title}`, async () => {
      const pid = await claude(said);
      assert.equal(await end(), undefined);
      assert.equal(runs(pid), true);
    });
  }

  it('is not looked for when nothing was recorded', async () => {
    assert.equal(await end(), undefined);
  });
});
