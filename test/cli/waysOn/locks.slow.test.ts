// From each state of a lock on: the one around a pane, whose holder is a `party talk` that hangs, dies or is stopped in the
// call of tmux that types.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockWays } from '../../../src/core/status/waysOn.ts';
import { isLocked } from '../../../src/node/system/lock.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { cliBundle, node20, until } from '../../support/sandbox.ts';
import { take, walkTable } from '../../support/walks.ts';

describe('a lock', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  before(async () => {
    at = await new ReceiverParty().start();
  });
  after(() => at.dispose());

  const locked = () => isLocked(join(at.stateDir, 'locks', 'to-codex'));
  /** Also the relay, which may have looked meanwhile, has given it back. */
  const free = () => until('the lock to be free', async () => !(await locked()));
  let count = 0;
  /** A `party talk` that is in the middle of typing, which goes on when there is the file. */
  const holder = async () => {
    const [here, go] = [1, 2].map(() => join(at.box.root, `gate-${count++}`)) as [string, string];
    const script = `case "$*" in *paste-buffer*) touch ${here}; while [ ! -e ${go} ]; do sleep 0.02; done;; esac`;
    const text = `held ${count}`;
    const child = at.box.spawn(node20, [cliBundle, 'talk', 'codex', text], {
      ...{ cwd: at.top, env: at.box.wrapTmux(script) },
    });
    const ended = once(child, 'exit');
    await until('the typing', () => existsSync(here), 30_000);
    assert.ok(await locked());
    return { child, ended, text, goOn: () => writeFileSync(go, '') };
  };
  /** Each once, and in this order. */
  const arrived = (...texts: string[]) =>
    until(texts.join(), () => at.received().slice(-texts.length).join() === texts.join(), 30_000);

  walkTable(lockWays, {
    held: {
      'by itself': async () => {
        const { child, ended, text, goOn } = await holder();
        const next = at.party('talk', 'codex', 'after held');
        await until('the next to be written', async () => (await at.last()).line === 'after held');
        goOn();
        await ended;
        assert.equal(child.exitCode, 0);
        assert.equal((await next).code, 0);
        await arrived(text, 'after held');
        await free();
      },
    },
    'holder-killed': {
      'by itself': async () => {
        const { child, ended, text, goOn } = await holder();
        child.kill('SIGKILL');
        await ended;
        goOn();
        await at.done('talk', 'codex', 'after killed');
        await arrived(text, 'after killed');
        await free();
      },
    },
    'holder-stopped': {
      'by the command': async (way) => {
        const { child, ended, text, goOn } = await holder();
        child.kill('SIGSTOP');
        goOn();
        const waiting = await at.party('talk', 'codex', 'after stopped');
        assert.equal(waiting.code, 6);
        assert.ok(waiting.stderr.includes(`kill -CONT ${child.pid}`), waiting.stderr);
        assert.ok(await locked());
        await take(at.box, at.top, way, { PID: child.pid ?? 0 });
        await ended;
        await arrived(text, 'after stopped');
        await free();
      },
    },
  });
});
