// The calls about the plan: which arguments reach the program, who it takes us for, and what becomes of its answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { planProgram } from '../../../src/extension/plan/planProgram.ts';
import { until } from '../../support/sandbox.ts';
import { ShippedProgram } from '../../support/shippedProgram.ts';

describe('the shipped program, about plans', () => {
  let shipped: ShippedProgram;
  let root: string;
  const program = () => shipped;
  const script = (body: string) => shipped.script(body);
  const received = () => shipped.received();
  const never = new AbortController().signal;

  beforeEach(() => {
    shipped = new ShippedProgram({
      CLAUDECODE: '1',
      CODEX_THREAD_ID: 't',
      CODEX_SANDBOX_NETWORK_DISABLED: '1',
      CODEX_HOME: '/c',
    });
    root = shipped.root;
  });
  afterEach(() => shipped.dispose());

  const calls: [title: string, () => Promise<unknown>, args: string[]][] = [
    ['a start', () => planProgram.start(program(), root), ['plan', 'start', '--json']],
    ['a stop', () => planProgram.stop(program(), root), ['plan', 'stop', '--json']],
    ['a review', () => planProgram.review(program(), root, never), ['plan', 'review', '--json']],
    ['the end of a review', () => planProgram.cancelReview(program(), root), ['plan', 'cancel', '--json']],
    [
      'an approval, with a reason like an option',
      () => planProgram.approve(program(), root, { reason: '--json "$HOME"\nx', hash: 'abc' }),
      ['plan', 'approve', '--reason=-', '--hash=abc', '--json'],
    ],
  ];
  for (const [title, call, args] of calls) {
    it(`gets ${title}, by a human, in the folder that is meant`, async () => {
      script(`echo '{"kind":"approved","version":1}'`);
      await call();
      assert.deepEqual(received(), args);
      assert.equal(readFileSync(join(root, 'out.cwd'), 'utf8').trim(), root);
      const env = readFileSync(join(root, 'out.env'), 'utf8');
      assert.doesNotMatch(env, /^(CLAUDECODE|CODEX_THREAD_ID|CODEX_SANDBOX\w*)=/m);
      assert.match(env, /^CODEX_HOME=\/c$/m, 'what Codex itself needs stays');
    });
  }

  it('gets the reason of an approval by stdin, where no other user of the machine can read it', async () => {
    script(`cat >"$OUT.in"; echo '{}'`);
    await planProgram.approve(program(), root, { reason: '--json "$HOME"\nx', hash: 'abc' });
    assert.equal(readFileSync(join(root, 'out.in'), 'utf8'), '--json "$HOME"\nx');
  });

  it('answers that a plan cannot be reviewed, which is not a failure', async () => {
    script(`echo '{"kind":"not-ready","problem":"There is no plan yet"}'; exit 1`);
    const { kind, problem } = await planProgram.review(program(), root, never);
    assert.deepEqual([kind, problem], ['not-ready', 'There is no plan yet']);
  });

  it('says why there was no verdict', async () => {
    script(`echo '{"error":{"code":"COMMAND_FAILED","message":"Codex gave no review: 429"}}' >&2; exit 1`);
    await assert.rejects(planProgram.review(program(), root, never), { code: 'COMMAND_FAILED', message: /429/ });
  });

  it('is ended when the review is cancelled', async () => {
    script('echo $$ >"$OUT.pid"; exec sleep 60');
    const controller = new AbortController();
    const reviewing = planProgram.review(program(), root, controller.signal);
    const pid = () => Number(readFileSync(join(root, 'out.pid'), 'utf8'));
    await until('the program', () => {
      try {
        return pid() > 0;
      } catch {
        return false;
      }
    });
    controller.abort();
    await assert.rejects(reviewing, (error) => isPartyError(error, 'CANCELLED'));
    assert.throws(() => process.kill(pid(), 0), 'it is gone');
  });
});
