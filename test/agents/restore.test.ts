// A party with the real clients after a reboot: the tmux server and the state directory are gone.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Message } from '../../src/core/messages/message.ts';
import { talkLine } from '../../src/core/messages/paneLines.ts';
import { openMailbox } from '../../src/node/messages/mailbox.ts';
import { until } from '../support/sandbox.ts';
import { type Agent, Party, withResolvers } from './party.ts';

describe('a party of the real agents after a reboot', function () {
  this.timeout(60_000);
  let party: Party;
  const enough = withResolvers();
  const sent: Record<string, Message> = {};
  const prompts = (role: Agent) => party[role].requests.at(-1)?.prompts ?? [];
  const shown = (role: Agent, { id }: Message) => prompts(role).filter((prompt) => prompt.includes(id)).length;
  const write = (role: Agent, text: string) =>
    openMailbox(party.stateDir).write({
      ...{ to: role, from: 'human', kind: 'talk', text },
      line: (facts) => talkLine('human', text, facts),
    });

  before(async () => {
    party = await Party.start({
      claude: [{ when: /./, say: 'HEARD' }],
      codex: [
        { when: /take your time/, say: 'TIME TAKEN', after: enough.promise },
        { when: /./, say: 'HEARD' },
      ],
    });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
    for (const role of ['claude', 'codex'] as const) {
      const { code, stderr } = await party.sandbox.party(['talk', role, `remember ${role}`, '--wait'], {
        cwd: party.project,
      });
      assert.equal(code, 0, stderr);
    }
    await leaveThingsOpen();
    await party.endsAll();
    forgetTheWordOf(sent['seen by Claude, but the hook was killed']);
    rmSync(party.stateDir, { recursive: true });
  });
  after(async () => {
    enough.resolve();
    await party?.dispose();
  });

  /** What a sudden end can leave: each message at another point of its way. */
  async function leaveThingsOpen(): Promise<void> {
    const mailbox = openMailbox(party.stateDir);
    const started = async (role: Agent, text: string) => {
      const message = await write(role, text);
      await mailbox.record({ event: 'typing', id: message.id });
      return message;
    };
    const seen = await started('claude', 'seen by Claude, but the hook was killed');
    await party.say('claude', seen.line);
    await until('Claude to answer', async () => (await party.messages()).at(-1)?.state === 'answered');
    await party.becomes('claude', 'idle');
    sent['seen by Claude, but the hook was killed'] = seen;

    sent['typed, never submitted'] = await started('claude', 'typed, never submitted');
    await mailbox.record({ event: 'typed', id: sent['typed, never submitted'].id });
    const { submission } = (await party.messages()).find(({ id }) => id === seen.id) ?? {};
    const early = await started('claude', 'seen by the hook, but not by Claude');
    const transcript = submission?.transcript ?? '';
    await mailbox.record({ event: 'submitted', id: early.id, by: 'hook', prompt: 'none', transcript });
    sent['seen by the hook, but not by Claude'] = early;
    sent['only written'] = await write('claude', 'only written');

    const begun = await started('codex', 'take your time');
    await party.say('codex', begun.line);
    await party.becomes('codex', 'busy');
    sent['seen by Codex, unknown'] = begun;
    sent['typed, never submitted to Codex'] = await started('codex', 'typed, never submitted to Codex');
    sent['only written to Codex'] = await write('codex', 'only written to Codex');
  }

  function forgetTheWordOf(message: Message | undefined): void {
    const journal = `${party.stateDir}/messages.jsonl`;
    const lines = readFileSync(journal, 'utf8').split('\n');
    const kept = lines.filter((line) => !(line.includes(message?.id ?? '-') && /"(?:submitted|answered)"/.test(line)));
    assert.equal(kept.length, lines.length - 2);
    writeFileSync(journal, kept.join('\n'));
  }

  it('comes back under its name, with both conversations', async () => {
    const restored = await party.sandbox.partyJson<{ created: boolean; resumed: object; session: { id: string } }>(
      ['restore', '--detach'],
      { cwd: party.project },
    );
    assert.equal(restored.created, true);
    assert.equal(restored.session.id, party.started.session.id);
    assert.deepEqual(Object.keys(restored.resumed).sort(), ['claude', 'codex']);
    await party.findPanes();
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });

  it('delivers the unsubmitted messages, once and in order', async () => {
    // Codex took it and ended in the middle of that turn, which its file shows once the next turn has begun.
    const unfinished = sent['seen by Codex, unknown']?.id;
    const settled = ({ id, state }: Message) =>
      id === unfinished ? state === 'failed' : state === 'submitted' || state === 'answered';
    await until('everything to be submitted', async () => (await party.messages()).every(settled), 30_000);
    const { reason } = (await party.messages()).find(({ id }) => id === unfinished) ?? {};
    assert.match(reason ?? '', /Codex was interrupted before it finished/);
    await until('the last to Claude', () => prompts('claude').at(-1)?.includes('only written'));
    await until('the last to Codex', () => prompts('codex').at(-1)?.includes('only written to Codex'));
    for (const [title, message] of Object.entries(sent)) {
      assert.equal(shown(message.to as Agent, message), 1, title);
    }
    const said = (role: Agent) => prompts(role).map((prompt) => prompt.replace(/^\[HUMAN \w+\] /, ''));
    assert.deepEqual(said('claude'), [
      'remember claude',
      'seen by Claude, but the hook was killed',
      'typed, never submitted',
      'seen by the hook, but not by Claude',
      'only written',
    ]);
    assert.deepEqual(said('codex').slice(-4), [
      'remember codex',
      'take your time',
      'typed, never submitted to Codex',
      'only written to Codex',
    ]);
  });

  it('is only shown when it already runs', async () => {
    const again = await party.sandbox.partyJson<{ created: boolean }>(['restore'], { cwd: party.project });
    assert.equal(again.created, false);
  });
});

describe('a party of the real agents whose tmux server was killed early', function () {
  this.timeout(60_000);
  let party: Party;
  before(async () => {
    party = await Party.start({
      codex: [
        { when: /go on for ever/, after: new Promise(() => {}) },
        { when: /./, say: 'HEARD' },
      ],
    });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
    const { code, stderr } = await party.sandbox.party(['talk', 'codex', 'go on for ever'], { cwd: party.project });
    assert.equal(code, 0, stderr);
    await party.endsAll();
  });
  after(() => party?.dispose());

  it('starts a new conversation for an agent without a recorded one, and says so', async () => {
    const { code, stderr } = await party.sandbox.party(['restore', '--detach'], { cwd: party.project });
    assert.equal(code, 0, stderr);
    assert.equal(stderr, 'Claude: no conversation was recorded, so it starts a new one\n');
    await party.findPanes();
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });

  it('resumes a thread that Codex had not reported yet, found by its message', async () => {
    const { code, stderr } = await party.sandbox.party(['talk', 'codex', 'still there?', '--wait'], {
      cwd: party.project,
    });
    assert.equal(code, 0, stderr);
    const prompts = party.codex.requests.at(-1)?.prompts ?? [];
    assert.equal(prompts.filter((prompt) => prompt.includes('go on for ever')).length, 1);
  });
});
