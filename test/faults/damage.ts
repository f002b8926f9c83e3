// Damages the project log and the journal of messages in the ways of power cuts, bad disks, editors and other programs.

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openProjectLog } from '../../src/node/project/projectLog.ts';
import type { Random } from '../fuzz/random.ts';
import { completeRound } from '../support/receiverReview.ts';
import { checkNamed, type Ground, settle, withGround } from './ground.ts';
import type { Fault, Scene, Tally } from './tally.ts';

interface Damage {
  readonly name: string;
  /** Lines that were written before it are all there. */
  readonly isHarmless: boolean;
  readonly apply: (text: string, random: Random) => string;
}

const damages: readonly Damage[] = [
  { name: 'half-written line', isHarmless: true, apply: (text, random) => text + part(lastOf(text), random) },
  { name: 'lost line break', isHarmless: true, apply: (text) => text.slice(0, -1) },
  {
    ...{ name: 'torn last line', isHarmless: false },
    apply: (text, random) => text.slice(0, text.length - 1 - lastOf(text).length) + part(lastOf(text), random),
  },
  {
    ...{ name: 'removed line', isHarmless: false },
    apply: (text, random) => inLines(text, (lines) => lines.splice(random.below(lines.length), 1)),
  },
  { name: 'altered line', isHarmless: false, apply: alter },
];

export const damagedLog: Fault = {
  name: 'damaged `events.jsonl`',
  means:
    'a half-written line, a lost line break, a torn last line, a removed or an altered line; also of `events.head` and `events.checkpoint`',
  promise:
    'an unfinished line breaks nothing; after any other damage nothing is approved until a human has anchored the log, and then it goes on',
  run: (scene) => withGround((at) => damageLog(at, scene)),
};

export const damagedJournal: Fault = {
  name: 'damaged `messages.jsonl`',
  means: 'the same',
  promise: 'no text is typed twice; the next message arrives once; every message settles',
  run: (scene) => withGround((at) => damageJournal(at, scene)),
};

async function damageLog(at: Ground, { random, times, tally }: Scene): Promise<void> {
  await at.done('evidence', 'run', 'tests', '--', 'true');
  await at.done('review', 'request');
  await completeRound(at);
  await at.done('review', 'approve');
  await settle(at, tally);
  // Long enough for a checkpoint.
  const log = openProjectLog(at.paths, at.top);
  const long = { event: 'budget-renewed', actor: 'human', reason: 'x'.repeat(4000) } as const;
  for (let n = 0; n < 20; n++) await log.append(long);
  await at.done('status');
  const whole = join(at.root, 'whole');
  cpSync(at.durable(), whole, { recursive: true });
  for (let n = 1; n <= times; n++) {
    rmSync(at.durable(), { recursive: true });
    cpSync(whole, at.durable(), { recursive: true });
    tally.injected++;
    if (random.chance(0.2)) {
      const file = at.durable(random.pick(['events.head', 'events.checkpoint']));
      writeFileSync(file, part(readFileSync(file, 'utf8'), random));
      await checkWhole(at, tally, `cut ${file}`);
    } else {
      const damage = random.pick(damages);
      const file = at.durable('events.jsonl');
      writeFileSync(file, damage.apply(readFileSync(file, 'utf8'), random));
      if (damage.isHarmless) await checkWhole(at, tally, damage.name);
      else await checkBroken(at, tally, damage.name);
    }
    await checkGoesOn(at, tally);
  }
}

/** Everything that was acknowledged still counts. */
async function checkWhole(at: Ground, tally: Tally, name: string): Promise<void> {
  const { code, stdout } = await at.party('log', 'check');
  tally.holds(`all lines count after: ${name}`, code === 0, stdout);
  const { review } = await at.status();
  tally.holds(`the approval counts after: ${name}`, review.kind === 'approved', review);
}

async function checkBroken(at: Ground, tally: Tally, name: string): Promise<void> {
  const { review } = await at.status();
  tally.holds(`nothing is approved after: ${name}`, review.kind !== 'approved', review);
  const listed = await at.party('evidence', 'list', '--json');
  tally.holds(`nothing is evidence after: ${name}`, !listed.stdout.includes('"present"'), listed.stdout);
  const approval = await at.call(['review', 'approve']);
  checkNamed(tally, approval);
  tally.holds(`no approval after: ${name}`, approval.code === 1, approval.stdout);
  const check = await at.party('log', 'check');
  tally.holds(`the damage is named after: ${name}`, check.code === 1 && /line/.test(check.stdout), check.stdout);
  const anchor = await at.party('log', 'anchor', '--reason', 'I have looked at it');
  tally.holds(`a human can go on after: ${name}`, anchor.code === 0, anchor.stderr);
}

async function checkGoesOn(at: Ground, tally: Tally): Promise<void> {
  const { code, stderr } = await at.party('evidence', 'run', 'checks', '--', 'true');
  tally.holds('the log goes on', code === 0 && /checks-passed is present/.test(stderr), stderr);
  const check = await at.party('log', 'check');
  tally.holds('the chain goes on', check.code === 0, check.stdout);
}

/** The damages add up: the journal is not made whole in between. */
async function damageJournal(at: Ground, { random, times, tally }: Scene): Promise<void> {
  const file = join(at.stateDir, 'messages.jsonl');
  for (let n = 1; n <= times; n++) {
    const to = random.pick(['claude', 'codex'] as const);
    const text = `words ${n} of ${random.below(1_000_000)}`;
    checkNamed(tally, await at.call(['talk', to, text]));
    await settle(at, tally);
    const times = at.received(to).filter((one) => one === text).length;
    tally.holds('a message after damage arrives once', times === 1, `${text}: ${times}`);
    tally.injected++;
    writeFileSync(file, random.pick(damages).apply(readFileSync(file, 'utf8'), random));
    for (const args of [['status'], ['message', 'list']]) checkNamed(tally, await at.call(args));
  }
  await settle(at, tally);
  for (const role of ['claude', 'codex']) {
    const all = at.received(role);
    const twice = all.filter((text, index) => all.indexOf(text) !== index);
    tally.holds('no text is typed twice', twice.length === 0, twice);
  }
}

function lastOf(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

/** The beginning of a text: more than nothing, less than all. */
function part(text: string, random: Random): string {
  return text.slice(0, 1 + random.below(Math.max(1, text.length - 1)));
}

function inLines(text: string, change: (lines: string[]) => void): string {
  const lines = text.trimEnd().split('\n');
  change(lines);
  return lines.map((line) => `${line}\n`).join('');
}

/** Another letter or digit at one place. */
function alter(text: string, random: Random): string {
  const places = [...text.matchAll(/[\da-z]/g)].map(({ index }) => index);
  const at = random.pick(places);
  const other = text[at] === '7' ? '8' : '7';
  return text.slice(0, at) + other + text.slice(at + 1);
}
