// Programs that run for a moment: what is reported when they end, fail, hang or are not there.
import assert from 'node:assert/strict';
import { run } from '../../../src/node/system/exec.ts';

const sh = (script: string, options: Partial<Parameters<typeof run>[2]> = {}) =>
  run('sh', ['-c', script], { timeoutMs: 30_000, ...options });

describe('run', () => {
  it('reports the exit code and all that the program says', async () => {
    assert.deepEqual(await sh('echo out; echo err >&2; exit 7'), {
      ...{ exitCode: 7, stdout: 'out\n', stderr: 'err\n' },
      ...{ missing: false, timedOut: false },
    });
  });

  it('reads output that is larger than a pipe, and characters that lie across two reads', async () => {
    const { stdout } = await run('awk', ['BEGIN { for (i = 0; i < 300000; i++) printf "aé€" }'], { timeoutMs: 30_000 });
    assert.equal(stdout, 'aé€'.repeat(300_000));
  });

  it('writes the given input, or closes stdin', async () => {
    assert.equal((await run('cat', [], { timeoutMs: 30_000, input: 'text' })).stdout, 'text');
    assert.equal((await run('cat', [], { timeoutMs: 30_000, input: new Uint8Array([104, 105]) })).stdout, 'hi');
    assert.equal((await run('cat', [], { timeoutMs: 30_000 })).stdout, '');
  });

  it('accepts a program that ends before it has read its input', async () => {
    const { exitCode } = await run('true', [], { timeoutMs: 30_000, input: 'x'.repeat(1_000_000) });
    assert.equal(exitCode, 0);
  });

  it('reports the signal that ended a program', async () => {
    const { exitCode, missing, timedOut } = await sh('kill -9 $$');
    assert.deepEqual({ exitCode, missing, timedOut }, { exitCode: undefined, missing: false, timedOut: false });
  });

  for (const [what, file, cwd] of [
    ['there is no such program', 'party-has-no-such-program', '/'],
    ['the file is not executable', '/etc/passwd', '/'],
    ['the folder is gone', 'true', '/party-has-no-such-folder'],
  ] as const) {
    it(`reports a missing program: ${what}`, async () => {
      const { exitCode, missing } = await run(file, [], { timeoutMs: 30_000, cwd });
      assert.deepEqual({ exitCode, missing }, { exitCode: undefined, missing: true });
    });
  }

  it('reports arguments that are too long for the system, and rejects those with a NUL', async () => {
    const { exitCode, missing } = await run('true', ['x'.repeat(3_000_000)], { timeoutMs: 30_000 });
    assert.deepEqual({ exitCode, missing }, { exitCode: undefined, missing: false });
    await assert.rejects(run('true', ['a\0b'], { timeoutMs: 30_000 }), { code: 'ERR_INVALID_ARG_VALUE' });
  });

  for (const [what, script] of [
    ['hangs', 'echo begun; exec sleep 1000'],
    ['ignores SIGTERM', "trap '' TERM; echo begun; while :; do sleep 0.1; done"],
    ['has ended but left a program that keeps its output open', 'sleep 5 & echo begun'],
  ] as const) {
    it(`returns after the time-out when the program ${what}`, async () => {
      const began = performance.now();
      const result = await sh(script, { timeoutMs: 500 });
      assert.deepEqual(result, { exitCode: undefined, stdout: 'begun\n', stderr: '', missing: false, timedOut: true });
      assert.ok(performance.now() - began < 15_000);
    });
  }

  it('runs a program in a process group of its own on request', async () => {
    const group = async (detached: boolean) => (await sh('ps -o pgid= -p $$', { detached })).stdout.trim();
    assert.notEqual(await group(true), await group(false));
  });
});
