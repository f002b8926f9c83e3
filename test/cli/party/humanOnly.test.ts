// What only the human may do: an agent is refused, also one that hides what it is, and the human is not.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { cliBundle, node20, until } from '../../support/sandbox.ts';

const acts: readonly (readonly [args: string, refusal: RegExp])[] = [
  ['plan start --revisions 9', /Only the human sets how many revisions/],
  ['plan stop', /Only the human turns the gate off/],
  ['plan approve --reason x', /Only the human approves a plan/],
  ['gates policy --confirm', /Only the human confirms/],
  ['gates pass --reason x', /Only the human lets a pull request through/],
  ['evidence accept', /Only the human accepts another command/],
  ['log anchor --reason x', /Only the human anchors the log/],
  ['budget renew --reason x', /Only the human renews the budget/],
  ['review request --beyond x', /Only the human can let the rounds go on/],
  ['collab complete', /The design has not been reviewed yet/],
];

describe('what only the human may do', function () {
  this.timeout(60_000);
  let at: ReceiverParty;
  let count = 0;
  before(async () => {
    at = await new ReceiverParty().start();
    await at.done('plan', 'start');
    await at.done('collab', 'start');
  });
  after(() => at.box.dispose());

  /** A script that runs every act, and says how each ended. */
  const script = () => {
    const file = join(at.root, `acts-${count++}`);
    const lines = acts.map(([args]) => `${node20} ${cliBundle} ${args}; echo "exit $?"`);
    writeFileSync(file, `cd ${at.top}\nexec >${file}.draft 2>&1\n${lines.join('\n')}\nmv ${file}.draft ${file}.out\n`);
    return { file, out: () => readFileSync(`${file}.out`, 'utf8'), isDone: () => existsSync(`${file}.out`) };
  };
  const kept = (...names: readonly string[]) => names.map((name) => `${name}=${at.env[name]}`);
  const places = ['PATH', 'HOME', 'PARTY_HOME', 'PARTY_STATE_ROOT', 'TMUX_TMPDIR', 'GIT_CONFIG_NOSYSTEM'];
  const humanEvents = () =>
    at.events().filter(({ event, actor }) => actor === 'human' && !['started', 'collab', 'plan'].includes(event));
  const refusedAll = (text: string) => {
    const answers = text.split(/exit (\d+)\n/);
    for (const [index, [args, refusal]] of acts.entries()) {
      assert.match(answers[2 * index] ?? '', refusal, `${args}:\n${text}`);
      assert.equal(answers[2 * index + 1], '1', args);
    }
    assert.deepEqual(humanEvents(), []);
  };

  for (const role of ['claude', 'codex'] as const) {
    it(`${role} is refused without a variable of its client`, async () => {
      const { file, out } = script();
      assert.equal(await at.runBy(role, ['env', '-i', ...kept(...places, 'PARTY_TMUX_SOCKET'), 'sh', file]), 0);
      refusedAll(out());
      assert.match(out(), new RegExp(`this runs in the pane of ${role}`, 'i'));
    });
  }

  it('is refused when it also names another tmux server', async () => {
    const { file, out } = script();
    assert.equal(await at.runBy('claude', ['env', '-i', ...kept(...places), 'PARTY_TMUX_SOCKET=x', 'sh', file]), 0);
    refusedAll(out());
  });

  it('is refused when it has left the process that started it', async () => {
    const { file, out, isDone } = script();
    const afterIt = join(at.root, 'after-it');
    writeFileSync(afterIt, `while kill -0 $1 2>/dev/null; do sleep 0.1; done\nexec sh ${file}\n`);
    await at.runBy('claude', ['env', '-u', 'CLAUDECODE', 'sh', '-c', `setsid sh ${afterIt} $$ & :`]);
    await until('the acts', isDone, 30_000);
    refusedAll(out());
  });

  for (const variable of ['GEMINI_CLI', 'OPENCODE', 'CURSOR_AGENT']) {
    it(`is refused for an agent with ${variable}`, async () => {
      const output = await at.box.party(['budget', 'renew', '--reason', 'x'], {
        cwd: at.top,
        env: { [variable]: '1' },
      });
      assert.equal(output.code, 1);
      assert.match(output.stderr, /Only the human renews the budget/);
    });
  }

  it('is done in the shell of the party', async () => {
    const { file, out, isDone } = script();
    await at.box.tmux('send-keys', '-t', at.started.panes.shell, `sh ${file}`, 'Enter');
    await until('the acts', isDone, 30_000);
    for (const [, refusal] of acts) assert.doesNotMatch(out(), refusal);
    assert.ok(humanEvents().some(({ event }) => event === 'budget-renewed'));
  });

  it('is done outside of tmux, also in an editor that has outlived the party in whose shell it was started', async () => {
    const renew = (env: Record<string, string>) =>
      at.box.party(['budget', 'renew', '--reason', 'x'], { cwd: at.top, env });
    const name = at.started.session.name;
    assert.equal((await renew({})).code, 0);
    assert.equal((await renew({ PARTY_SESSION: name, PARTY_TMUX_SOCKET: 'x' })).code, 1, 'its panes cannot be seen');
    await at.done('stop');
    const late = await renew({ PARTY_SESSION: name, TMUX: `${at.root}/gone,1,0`, TMUX_PANE: at.started.panes.shell });
    assert.equal(late.code, 0, late.stderr);
    assert.equal((await renew({ PARTY_SESSION: 'party-never-was' })).code, 0);
  });
});
