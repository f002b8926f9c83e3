// The ground for faults: a party of receivers in a git project with a team's tasks, and calls of the built `party` that
// meet a fault.

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../fuzz/random.ts';
import { isAlive } from '../support/alive.ts';
import { taskWords } from '../support/parts/tasks.ts';
import { ReceiverParty } from '../support/receiverParty.ts';
import { cliBundle, node20, until } from '../support/sandbox.ts';
import type { Tally } from './tally.ts';

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It did not end by itself in time. */
  readonly isHung: boolean;
}

export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
}

type Env = Readonly<Record<string, string>>;
const signalAt = join(import.meta.dirname, 'fixtures/signalAt.cjs');

export class Ground extends ReceiverParty {
  readonly tasks = taskWords(this);
  /** By verb: how often a call changes a file or starts a program. */
  readonly #changes = new Map<string, number>();

  /** Begins a program, in a process of its own. */
  begin(argv: readonly string[], env: Env = {}): Running {
    const [file = '', ...args] = argv;
    const child = this.box.spawn(file, args, { cwd: this.top, env });
    child.stdin.end();
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    }
    let isHung = false;
    // Longer than Party waits for any lock.
    const limit = setTimeout(() => {
      isHung = child.kill('SIGKILL');
    }, 90_000);
    // On `exit` and not on `close`: a relay that it started may keep its output open.
    const ended = once(child, 'exit').then(([code, signal]: (number | NodeJS.Signals | null)[]): Ended => {
      clearTimeout(limit);
      return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...said, isHung };
    });
    return { pid: child.pid ?? 0, ended, kill: (signal) => child.kill(signal) };
  }

  call(args: readonly string[], env: Env = {}): Promise<Ended> {
    return this.begin([node20, cliBundle, ...args], env).ended;
  }

  /**
   * The call gets the signal at one of its changes, by chance. The first call of each verb gets none: it is counted how
   * often it changes a file or starts a program.
   */
  signalled(signal: 'SIGKILL' | 'SIGSTOP', random: Random, args: readonly string[]): Running {
    const verb = args.slice(0, 2).join(' ');
    const known = this.#changes.get(verb);
    const file = join(this.root, 'count');
    const nth = known === undefined ? 0 : 1 + random.below(known);
    const env = { FAULT_AT: String(nth), FAULT_SIGNAL: signal, FAULT_COUNT: file };
    const running = this.begin([node20, '--require', signalAt, cliBundle, ...args], env);
    if (known !== undefined) return running;
    const counted = (ended: Ended) => {
      this.#changes.set(verb, Number(readFileSync(file, 'utf8')));
      return ended;
    };
    return { ...running, ended: running.ended.then(counted) };
  }
}

/** A ground with a party and a team, while `action` runs. */
export async function withGround(action: (at: Ground) => Promise<void>, at = new Ground()): Promise<void> {
  try {
    await at.start();
    await at.tasks.makeTeam();
    at.write('.git/info/exclude', 'tmux-team.json\n.tmux-team\n');
    await action(at);
  } finally {
    await at.dispose();
  }
}

/** A failure has a name and no stack. */
export function checkNamed(tally: Tally, { code, signal, stderr, isHung }: Ended): void {
  tally.holds('a call ends by itself', !isHung && (signal === null || signal === 'SIGKILL'), signal);
  if (signal !== null) return;
  const hasStack = /\n {4}at |something went wrong inside|"INTERNAL"|\(INTERNAL\)/.test(stderr);
  tally.holds('an error has a name and no stack', !hasStack && (code === 0 || stderr.trim() !== ''), stderr);
}

/** Nothing of dead processes is left after a sweep, and no lock is held. */
export async function checkSwept(at: Ground, tally: Tally): Promise<void> {
  const { code, stderr } = await at.party('sweep');
  tally.holds('party sweep works', code === 0, stderr);
  const places = [at.stateDir, at.box.partyHome, at.box.home, at.env['TMPDIR'] ?? '', at.top];
  const left = places.flatMap((place) => filesBelow(place)).filter(isLeft);
  tally.holds('a sweep removes what dead processes left', left.length === 0, left);
}

/** A draft, a lock or a copy of git's index whose process has ended: a relay may still work. */
function isLeft(path: string): boolean {
  const pid = /\/(?:\.(?:[^/]*\.)?|party-index-)(\d+)\.[\da-f]{16}(?:\.tmp|\.lock)?$/.exec(path)?.[1];
  return pid !== undefined && !isAlive(Number(pid));
}

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).map((path) => `${place}/${path}`);
}

/**
 * Waits until no message is on its way. A message whose fate Party does not know gets the way out that a person would
 * take. Returns the texts that were sent again.
 */
export async function settle(at: Ground, tally: Tally): Promise<string[]> {
  await untilStill(at, tally);
  const again: string[] = [];
  for (const { id, to, line, state } of await at.messages()) {
    if (state !== 'unsure') continue;
    const act = at.received(to).includes(line) ? 'cancel' : 'resend';
    if (act === 'resend') again.push(line);
    const { code, stderr } = await at.party('message', act, id);
    tally.holds(`an unsure message can be sent again or cancelled (${act})`, code === 0 || code === 6, stderr);
  }
  if (again.length > 0) await untilStill(at, tally);
  return again;
}

async function untilStill(at: Ground, tally: Tally): Promise<void> {
  const moving = async () => (await at.messages()).filter(({ state }) => onTheWay.has(state));
  const isStill = async () => {
    await at.party('message', 'list');
    return (await moving()).length === 0;
  };
  const hasSettled = await until('all messages to settle', isStill, 100_000).catch(() => false);
  tally.holds('every message settles', hasSettled, await moving());
}

const onTheWay: ReadonlySet<string> = new Set(['written', 'typing', 'typed']);
