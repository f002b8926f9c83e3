// Claude's view of background agents: one key in it moves a conversation out of its pane, into a process of another
// number and with another id. Party's settings switch it off; a user's own settings may not.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { processIdentity } from '../../src/node/system/processIdentity.ts';
import { until } from '../support/sandbox.ts';
import { Party, withResolvers } from './party.ts';
import { allEnded, signalAll, withDescendants } from './processes.ts';

const runs = (pid: number) => processIdentity(pid) !== undefined;
const SessionFile = z.looseObject({ pid: z.number(), kind: z.string(), spare: z.optional(z.boolean()) });

/** The running Claudes, by the files in which they keep their state. */
function claudes(party: Party): z.infer<typeof SessionFile>[] {
  const folder = join(party.sandbox.home, '.claude/sessions');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      try {
        return SessionFile.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      } catch {
        // It is being written, or has just been removed.
        return [];
      }
    })
    .filter(({ pid }) => runs(pid));
}
const heard = (party: Party, prompt: string) => party.claude.requests.some(({ userText }) => userText.endsWith(prompt));

describe('the view of agents of the real Claude Code', function () {
  this.timeout(60_000);
  let party: Party;
  before(async () => {
    party = await Party.start({ claude: [{ when: /./, say: 'HEARD' }] });
    await party.becomes('claude', 'idle');
  });
  after(() => party?.dispose());

  it('is not offered, and its key does not move the conversation', async () => {
    await party.say('claude', 'first');
    await until('the first words', () => heard(party, 'first'));
    await party.becomes('claude', 'idle');
    assert.doesNotMatch(await party.screen('claude'), /for agents/);
    await party.press('claude', 'Left');
    await party.say('claude', 'second');
    await until('the second words', () => heard(party, 'second'));
    await party.becomes('claude', 'idle');
    // All in one conversation, in the process of the pane.
    const prompts = party.claude.requests.at(-1)?.prompts ?? [];
    for (const words of ['first', 'second']) assert.ok(prompts.some((prompt) => prompt.endsWith(words)));
    assert.deepEqual(
      claudes(party).map(({ kind }) => kind),
      ['interactive'],
    );
  });
});

describe('a conversation of the real Claude Code that left its pane', function () {
  this.timeout(120_000);
  let party: Party;
  const slow = withResolvers();
  before(async () => {
    party = await Party.start({
      claude: [
        { when: /take your time/, say: 'TIME TAKEN', after: slow.promise },
        {
          when: /ask for permission/,
          call: { tool: 'Bash', input: { command: 'node -e 0', description: 'as scripted' } },
        },
        { when: /./, say: 'HEARD' },
      ],
      // Given by the user, so Party's own settings are left out.
      config: { agents: { claude: { command: ['claude', '--settings', '{}'] } } },
    });
    await party.becomes('claude', 'idle');
    await party.say('claude', 'remember this');
    await until('the first words', () => heard(party, 'remember this'));
    await party.becomes('claude', 'idle');
  });
  after(async () => {
    slow.resolve();
    await endDaemon(party);
    await party?.dispose();
  });

  const background = () => claudes(party).find(({ kind, spare }) => kind === 'bg' && spare !== true)?.pid;
  /** Claude shows this line together with its composer; what is typed before that is lost. */
  const composes = () => party.shows('claude', 'accept edits on');
  const away = async (): Promise<number> => {
    // Not the hint "← for agents": Claude removes it after a while, and the key still works.
    await composes();
    await party.press('claude', 'Left');
    const pid = await party.seen('claude', until('the process in the background', background, 20_000));
    // Party learns of it by a hook of that process, after the pane shows that the conversation has left.
    await until('the record of that process', () => recordedPids(party).includes(pid), 20_000);
    const { waitingFor } = await party.becomes('claude', 'waiting');
    assert.equal(waitingFor, 'its conversation left this pane. To bring it back: party restart claude');
    return pid;
  };
  const comesBack = async () => {
    await party.findPanes();
    await party.becomes('claude', 'idle');
    await party.shows('claude', 'remember this');
    assert.equal(background(), undefined);
  };

  it('is never called idle: not between turns, not in a turn, not while it asks', async () => {
    await away();
    const talked = await party.sandbox.party(['talk', 'claude', 'hello'], { cwd: party.project });
    assert.equal(talked.code, 6);
    assert.match(talked.stdout + talked.stderr, /left this pane\. To bring it back: party restart claude/);
    await party.pressUntil('claude', 'Escape', async () => (await party.screen('claude')).includes('remember this'));
    await composes();
    await party.say('claude', 'take your time');
    await party.becomes('claude', 'busy');
    slow.resolve();
    await party.becomes('claude', 'waiting');
    await party.say('claude', 'ask for permission');
    const asked = await until('the question', async () => {
      const { state, waitingFor } = await party.agent('claude');
      assert.notEqual(state, 'idle');
      return waitingFor?.startsWith('permission prompt') && waitingFor;
    });
    assert.equal(asked, 'permission prompt, in a conversation that left this pane');
    await party.press('claude', 'Escape');
  });

  it('is ended and named by party stop, and party restore brings it back', async () => {
    const pid = background() ?? 0;
    const stopped = await party.sandbox.partyJson<{ background?: object }>(['stop'], { cwd: party.project });
    assert.deepEqual(stopped.background, { pid, ended: true });
    assert.equal(runs(pid), false);
    await party.sandbox.partyJson(['restore', '--detach'], { cwd: party.project });
    // The message that waited begins a turn, in which the key of the next test would be lost.
    await party.seen(
      'claude',
      until('the message that waited', () => heard(party, 'hello'), 20_000),
    );
    await comesBack();
  });

  it('is brought back by party restart, which ends the process in the background', async () => {
    const pid = await away();
    await party.sandbox.partyJson(['restart', 'claude', '--force'], { cwd: party.project });
    assert.equal(runs(pid), false);
    await comesBack();
  });

  it('is brought back by party restore, also when only the tmux server has ended', async () => {
    const pid = await away();
    await party.endsAll();
    assert.equal(runs(pid), true);
    const restored = await party.sandbox.party(['restore', '--detach'], { cwd: party.project });
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(restored.stderr, new RegExp(`in the background; Party ended its process ${pid}`));
    await comesBack();
  });
});

/** The processes that Party takes for the Claudes of its parties. */
function recordedPids(party: Party): (number | undefined)[] {
  const projects = join(party.sandbox.partyHome, 'projects');
  const Recorded = z.looseObject({ pid: z.optional(z.number()) });
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/claude.json'))
    .map((file) => Recorded.parse(JSON.parse(readFileSync(join(projects, file), 'utf8'))).pid);
}

/** The service behind the view belongs to the user, so Party leaves it alone; this user is gone with the test. */
async function endDaemon(party: Party): Promise<void> {
  const file = join(party.sandbox.home, '.claude/daemon.lock');
  if (!existsSync(file)) return;
  const { pid } = z.looseObject({ pid: z.number() }).parse(JSON.parse(readFileSync(file, 'utf8')));
  const all = withDescendants([pid]);
  signalAll(all, 'SIGKILL');
  await allEnded(all);
}
