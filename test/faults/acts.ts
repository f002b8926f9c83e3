// The acts that meet the faults, each with what has to hold after it: it is done once or not at all, it is done when the
// program said so, and it can be done again.

import { reviewWays } from '../../src/core/status/waysOn.ts';
import { openFsStorage } from '../../src/node/tasks/files/storage.ts';
import { compare } from '../soak/killing.ts';
import { assertReplayed } from '../support/parts/tasks.ts';
import { openRequest, writeFindings } from '../support/receiverReview.ts';
import { take } from '../support/walks.ts';
import { checkNamed, type Ended, type Ground, settle } from './ground.ts';
import type { Scene, Tally } from './tally.ts';

/** Runs one call of `party` so that it meets a fault, or not. */
export type Meet = (args: readonly string[]) => Promise<Ended>;

export interface Act {
  /** The call that meets the fault. */
  prepare(n: number): Promise<readonly string[]>;
  /** Checks after the fault, in which the call ended like this. */
  check(n: number, ended: Ended): Promise<void>;
  /** Checks when all faults are over. */
  finish(): Promise<void>;
}

export type MakeAct = (at: Ground, scene: Scene) => Act;

export const talking: MakeAct = (at, { random, tally }) => {
  const said: { to: string; text: string; isAcknowledged: boolean }[] = [];
  const roles = ['claude', 'codex'] as const;
  return {
    async prepare(n) {
      const [to, text] = [random.pick(roles), `words ${n} of ${random.below(1_000_000)}`];
      said.push({ to, text, isAcknowledged: false });
      return ['talk', to, text];
    },
    async check(_, { code }) {
      const last = said.at(-1);
      // 6: written, and not submitted yet.
      if (last !== undefined && (code === 0 || code === 6)) last.isAcknowledged = true;
    },
    async finish() {
      const again = await settle(at, tally);
      const written = (await at.messages()).filter(({ kind }) => kind === 'talk');
      for (const { to, text, isAcknowledged } of said) {
        const isWritten = written.some(({ line }) => line === text);
        if (isAcknowledged) tally.holds('an acknowledged message is in the journal', isWritten, text);
        const times = at.received(to).filter((one) => one === text).length;
        tally.holds('a message arrives once, or was never written', times === (isWritten ? 1 : 0), `${text}: ${times}`);
      }
      for (const role of roles) {
        const own = written.filter(({ to, line }) => to === role && !again.includes(line));
        const sent = own.map(({ line }) => line);
        const { lost, twice, outOfOrder } = compare(sent, at.received(role));
        const isWhole = lost + twice + outOfOrder === 0;
        tally.holds('messages arrive once and keep their order', isWhole, sent);
      }
    },
  };
};

/** The review of one change after the other: requested, answered, approved; one of the three calls meets the fault. */
export const reviewing: MakeAct = (at, { random, tally }) => {
  let step: 'request' | 'complete' | 'approve' = 'request';
  const kind = async () => (await at.status()).review.kind;
  const events = () => at.events('approved').length;
  let approved = 0;
  const isApproved = async () => {
    const now = await kind();
    tally.holds('approved only by an event in the log', now !== 'approved' || events() > approved, now);
    return now === 'approved';
  };
  const request = async () => {
    const again = await at.party('review', 'request');
    if (again.code !== 0) await take(at.box, at.top, reviewWays.requested);
    tally.holds('a request that met a fault can be made again', (await kind()) === 'requested', again.stderr);
  };
  const again = async (...args: string[]) => {
    const { code, stderr } = await at.party(...args);
    tally.holds(`party ${args[0]} ${args[1]} works after the fault`, code === 0, stderr);
  };
  const complete = async () => writeFindings(at, await openRequest(at));
  return {
    async prepare(n) {
      at.write('src/auth.ts', `export const login = ${n + 1000};\n`);
      approved = events();
      step = random.pick(['request', 'complete', 'approve'] as const);
      if (step === 'request') return ['review', 'request'];
      await request();
      const file = await complete();
      if (step === 'complete') return ['review', 'complete', file];
      await again('review', 'complete', file);
      return ['review', 'approve'];
    },
    async check(_, { code, stdout }) {
      const now = await isApproved();
      tally.holds('nothing is approved before it was approved', step === 'approve' || !now);
      if (step === 'approve') {
        if (code === 0) tally.holds('an acknowledged approval counts', now, stdout);
        if (!now) await again('review', 'approve');
      } else {
        if (step === 'request') await request();
        const found = await kind();
        const isOldOrNew = found === 'requested' || (step === 'complete' && found === 'findings');
        tally.holds('a round is open or answered, never half', isOldOrNew, found);
        if (code === 0 && step === 'complete') tally.holds('acknowledged findings count', found === 'findings', found);
        if (found === 'requested') await again('review', 'complete', await complete());
        await again('review', 'approve');
      }
      tally.holds('the change is approved in the end', await isApproved());
    },
    async finish() {
      await again('log', 'check');
      await settle(at, tally);
    },
  };
};

/** Half of the commands fail, so that evidence without a success would be seen. */
export const proving: MakeAct = (at, { random, tally }) => {
  let passes = true;
  interface Row {
    readonly kind: string;
    readonly state: string;
  }
  const isPresent = async () => {
    const { evidence } = await at.box.partyJson<{ evidence: Row[] }>(['evidence', 'list'], { cwd: at.top });
    return evidence.some(({ kind, state }) => kind === 'tests-passed' && state === 'present');
  };
  return {
    async prepare(n) {
      at.write('src/auth.ts', `export const login = ${n + 5000};\n`);
      passes = random.chance(0.5);
      tally.holds('no evidence for code that was never tested', !(await isPresent()));
      return ['evidence', 'run', 'tests', '--', passes ? 'true' : 'false'];
    },
    async check(_, { code }) {
      const now = await isPresent();
      tally.holds('tests that fail are no evidence', passes || !now);
      if (passes && code === 0) tally.holds('acknowledged evidence is there', now);
      const { stderr } = await at.party('evidence', 'run', 'tests', '--', 'true');
      tally.holds('the tests can be run again', await isPresent(), stderr);
    },
    async finish() {
      const { code, stdout } = await at.party('log', 'check');
      tally.holds('the log is a whole chain', code === 0, stdout);
    },
  };
};

export const managing: MakeAct = (at, { random, tally }) => {
  const titles: { title: string; isAcknowledged: boolean }[] = [];
  return {
    async prepare(n) {
      const title = `task ${n} of ${random.below(1_000_000)}`;
      const tasks = (await at.tasks.json<{ tasks: { id: string }[] }>(['task', 'list'])).tasks;
      titles.push({ title, isAcknowledged: false });
      if (tasks.length === 0 || random.chance(0.5)) return ['pm', 'task', 'add', title];
      return ['pm', 'task', 'update', random.pick(tasks).id, '--title', title];
    },
    async check(n, { code }) {
      const last = titles.at(-1);
      if (last !== undefined && code === 0) last.isAcknowledged = true;
      await tryTo(tally, 'the next change of tasks works', () => at.tasks.json(['task', 'add', `next ${n}`]));
    },
    async finish() {
      await tryTo(tally, 'the files hold what the events add up to', () => assertReplayed(at.tasks.folder));
      const { all } = await openFsStorage(at.tasks.folder).events();
      const given = all.map((event) => ('title' in event ? event.title : 'to' in event ? event.to : undefined));
      for (const { title, isAcknowledged } of titles) {
        const times = given.filter((one) => one === title).length;
        const isRight = isAcknowledged ? times === 1 : times <= 1;
        tally.holds('a change of a task is made once, or not at all', isRight, `${title}: ${times}`);
      }
    },
  };
};

/** Lets the act meet faults until there were so many, and checks what they left. */
export async function meetFaults(act: Act, { times, tally }: Scene, call: Meet): Promise<void> {
  // A verb's first call is only counted, and a call can end before its fault.
  for (let n = 1; tally.injected < times && n <= 2 * times + 5; n++) {
    const ended = await call(await act.prepare(n));
    checkNamed(tally, ended);
    await act.check(n, ended);
  }
  await act.finish();
}

async function tryTo(tally: Tally, promise: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
    tally.holds(promise, true);
  } catch (error) {
    tally.holds(promise, false, String(error));
  }
}
