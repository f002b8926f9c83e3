// Stops `party` (as Ctrl-Z, a debugger or a sleeping laptop does) while it works, calls it again meanwhile, and
// continues the first call.

import { setTimeout as sleep } from 'node:timers/promises';
import { isStopped } from '../../src/node/system/lockHolder.ts';
import { isAlive } from '../support/alive.ts';
import { until } from '../support/sandbox.ts';
import { type MakeAct, managing, meetFaults, proving, talking } from './acts.ts';
import { checkNamed, checkSwept, type Ended, type Ground, withGround } from './ground.ts';
import type { Fault, Scene, Tally } from './tally.ts';

export const stops: Fault = {
  name: 'SIGSTOP of a process that may hold a lock, later SIGCONT',
  means: 'at a change of a file or the start of a program; meanwhile the same verb is called',
  promise:
    'the second call ends by itself, and names the stopped process if it gives up; the first one goes on and counts once; no message is lost or doubled',
  run: async (scene) => {
    for (const [index, makeAct] of [talking, proving, managing].entries()) {
      const times = Math.ceil((scene.times * (index + 1)) / 3);
      await withGround((at) => stopping(at, makeAct, { ...scene, times }));
    }
  },
};

async function stopping(at: Ground, makeAct: MakeAct, scene: Scene): Promise<void> {
  const { random, tally } = scene;
  let competitors = 0;
  await meetFaults(makeAct(at, scene), scene, async (args) => {
    const first = at.signalled('SIGSTOP', random, args);
    const isOver = () => !isAlive(first.pid) || isStopped(first.pid);
    let ended: Ended | undefined;
    void first.ended.then((how) => {
      ended = how;
    });
    await until('the first call to stop or end', () => ended !== undefined || isOver(), 60_000);
    if (ended !== undefined) return ended;
    tally.injected++;
    const second = at.call(competing(args, competitors++));
    // Some are continued while the second call waits, and some only when it has given up. `pm` would wait for a minute.
    if (args[0] !== 'pm' && random.chance(0.25)) checkWait(tally, await second, first.pid);
    else await Promise.race([second, sleep(1000)]);
    first.kill('SIGCONT');
    checkNamed(tally, await second);
    return await first.ended;
  });
  await checkSwept(at, tally);
}

function competing(args: readonly string[], n: number): readonly string[] {
  if (args[0] === 'talk') return ['talk', args[1] ?? '', `beside ${n}`];
  if (args[0] === 'pm') return ['pm', 'task', 'add', `beside ${n}`];
  return ['evidence', 'run', 'checks', '--', 'true'];
}

/** A call that cannot go on says which process to continue. */
function checkWait(tally: Tally, { code, stderr }: Ended, pid: number): void {
  if (code === 0) return;
  tally.holds('a call that waits names the stopped process', stderr.includes(`kill -CONT ${pid}`), stderr);
}
