// A full disk. Where a small file system in memory may be mounted, the whole sandbox is on it, and a file takes all but
// a few of its pages: the project, git and tmux feel it, too. Where it may not, a limit on the size of files lets the
// system take a part of a write, as a full disk does.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { cliBundle, node20 } from '../support/sandbox.ts';
import { type MakeAct, type Meet, managing, meetFaults, proving, reviewing, talking } from './acts.ts';
import { checkSwept, Ground, withGround } from './ground.ts';
import type { Fault, Scene } from './tally.ts';

const promise = 'the error has a name; the state is old or new; it works again when there is room';
const acts: readonly MakeAct[] = [talking, reviewing, proving, managing];

export const fullDisk: Fault = {
  ...{ name: 'full disk', promise, run: onFullDisk },
  means: 'a file system of 32 MB in memory, filled but for 0 to 7 pages',
};

export const limitedFiles: Fault = {
  ...{ name: 'limit on the size of files', promise, run: withLimit },
  means: '`ulimit -f`, 0 to 16 kB: a write is cut short or refused',
};

/** Only root may mount, and not in every container. */
export function mayMount(): boolean {
  try {
    new Disk().remove();
    return true;
  } catch {
    return false;
  }
}

class Disk {
  readonly path = mkdtempSync(join(tmpdir(), 'party-disk-'));
  readonly #filler = join(this.path, 'filler');
  readonly #unmount = () => execFileSync('umount', ['--lazy', this.path]);

  constructor() {
    try {
      const args = ['-t', 'tmpfs', '-o', 'size=32m,mode=700', 'party-disk', this.path];
      execFileSync('mount', args, { stdio: 'ignore' });
    } catch (error) {
      rmdirSync(this.path);
      throw error;
    }
    process.once('exit', this.#unmount);
  }

  /** Leaves so many bytes. */
  fill(left: number): void {
    const { bavail, bsize } = statfsSync(this.path);
    const free = bavail * bsize;
    writeFileSync(this.#filler, Buffer.alloc(Math.max(0, free - left), 1));
  }

  empty(): void {
    truncateSync(this.#filler, 0);
  }

  remove(): void {
    process.removeListener('exit', this.#unmount);
    this.#unmount();
    rmdirSync(this.path);
  }
}

/** What the agents record is beside the disk, not on it. */
class GroundOnDisk extends Ground {
  override log(role: string): string {
    return join(dirname(this.root), '..', `${basename(dirname(this.root))}-${role}.log`);
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    for (const role of ['claude', 'codex']) rmSync(this.log(role), { force: true });
  }
}

async function onFullDisk(scene: Scene): Promise<void> {
  const disk = new Disk();
  try {
    await eachAct(scene, groundOn(disk), (at) => async (args) => {
      disk.fill(scene.random.below(8) * 4096);
      try {
        return await at.call(args);
      } finally {
        disk.empty();
      }
    });
  } finally {
    disk.remove();
  }
}

function groundOn(disk: Disk): () => Ground {
  return () => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = disk.path;
    try {
      return new GroundOnDisk();
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  };
}

function withLimit(scene: Scene): Promise<void> {
  return eachAct(
    scene,
    () => new Ground(),
    (at) => (args) => {
      const blocks = scene.random.below(33);
      return at.begin(['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`, node20, cliBundle, ...args]).ended;
    },
  );
}

/** The same number of faults for each act. */
async function eachAct(scene: Scene, makeGround: () => Ground, meetOn: (at: Ground) => Meet): Promise<void> {
  const { tally } = scene;
  for (const [index, makeAct] of acts.entries()) {
    const times = Math.ceil((scene.times * (index + 1)) / acts.length);
    await withGround(async (at) => {
      const call = meetOn(at);
      await meetFaults(makeAct(at, scene), { ...scene, times }, (args) => {
        tally.injected++;
        return call(args);
      });
      await checkSwept(at, tally);
    }, makeGround());
  }
}
