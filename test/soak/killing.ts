// Sends messages while senders and relays are killed at random points, and compares what was sent with what was received.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cliBundle, node20, type Sandbox, until } from '../support/sandbox.ts';

export interface Sending {
  readonly box: Sandbox;
  readonly project: string;
  readonly stateDir: string;
}

/** Sends one message; when `killAfterMs` is given, the sender is killed after that time. True when it was. */
export async function sendOne(
  { box, project }: Sending,
  to: string,
  text: string,
  killAfterMs?: number,
): Promise<boolean> {
  const sender = box.spawn(node20, [cliBundle, 'talk', to, text], { cwd: project });
  const exited = once(sender, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  if (killAfterMs !== undefined) await Promise.race([exited, sleep(killAfterMs).then(() => kill(sender))]);
  const [, signal] = await exited;
  return signal === 'SIGKILL';
}

/** Kills the relay that runs now, if one does. */
export function killRelay({ stateDir }: Sending): boolean {
  try {
    const lock = join(stateDir, 'locks', 'relay');
    const newest = Math.max(
      ...readdirSync(lock)
        .filter((name) => /^\d+$/.test(name))
        .map(Number),
    );
    const pid = Number.parseInt(readFileSync(join(lock, String(newest)), 'utf8'), 10);
    if (!(pid > 0)) return false;
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

export interface Kills {
  senders: number;
  relays: number;
}

/**
 * Sends to both roles in turn until so many messages are written. Some senders are killed on the way. Now and then a
 * pane is in copy mode, so that its messages wait for the relay, and then it is the relay that is killed.
 */
export async function sendUntil(sending: Sending, total: number, kills: number, word: string): Promise<Kills> {
  const killed: Kills = { senders: 0, relays: 0 };
  let written = 0;
  for (let n = 0; written < total; n++) {
    const to = n % 2 === 0 ? 'claude' : 'codex';
    const wanted = (kills - killed.senders - killed.relays) / Math.max(1, total - written);
    if (Math.random() < wanted / 3) {
      await inCopyMode(sending, to, async () => {
        await sendOne(sending, to, `${word} ${n}`);
        await sleep(Math.random() * 700);
        if (killRelay(sending)) killed.relays++;
      });
    } else {
      const after = Math.random() < wanted ? 60 + Math.random() * 400 : undefined;
      if (await sendOne(sending, to, `${word} ${n}`, after)) killed.senders++;
    }
    written = countWritten(sending);
    if (n % 50 === 49) console.error(`${written} of ${total} written, ${killed.senders + killed.relays} killed`);
  }
  return killed;
}

async function inCopyMode({ box, stateDir }: Sending, role: string, action: () => Promise<void>): Promise<void> {
  const name = stateDir.slice(stateDir.lastIndexOf('/') + 1);
  const { stdout } = await box.tmux('list-panes', '-s', '-t', `=${name}:`, '-F', '#{@party_role} #{pane_id}');
  const pane = new RegExp(`^${role} (%\\d+)$`, 'm').exec(stdout)?.[1] ?? '';
  await box.tmux('copy-mode', '-t', pane);
  await action();
  await box.tmux('send-keys', '-t', pane, '-X', 'cancel');
}

function countWritten({ stateDir }: Sending): number {
  return readFileSync(join(stateDir, 'messages.jsonl'), 'utf8').split('"event":"written"').length - 1;
}

interface Listed {
  readonly id: string;
  readonly to: string;
  readonly state: string;
  readonly reason: string | null;
  readonly file: string;
}

export async function messages({ box, project }: Sending): Promise<Listed[]> {
  return (await box.partyJson<{ messages: Listed[] }>(['message', 'list'], { cwd: project })).messages;
}

/** Waits until everything that was written has been submitted; then says what that was, by receiver and in order. */
export async function settle(sending: Sending, timeoutMs: number): Promise<Map<string, string[]>> {
  const all = await until(
    'everything to be submitted',
    async () => {
      const listed = await messages(sending);
      return listed.every(({ state }) => state === 'submitted' || state === 'answered') && listed;
    },
    timeoutMs,
  );
  const texts = new Map<string, string[]>();
  for (const { to, file } of all) texts.set(to, [...(texts.get(to) ?? []), readFileSync(file, 'utf8')]);
  return texts;
}

export interface Verdict {
  readonly sent: number;
  readonly lost: number;
  readonly twice: number;
  readonly outOfOrder: number;
}

export function compare(sent: readonly string[], received: readonly string[]): Verdict {
  const seen = new Map<string, number>();
  for (const text of received) seen.set(text, (seen.get(text) ?? 0) + 1);
  const places = sent.map((text) => received.indexOf(text)).filter((place) => place >= 0);
  return {
    sent: sent.length,
    lost: sent.filter((text) => !seen.has(text)).length,
    twice: [...seen.values()].filter((count) => count > 1).length,
    outOfOrder: places.filter((place, index) => index > 0 && place < (places[index - 1] ?? 0)).length,
  };
}

function kill(child: ChildProcess): void {
  child.kill('SIGKILL');
}
