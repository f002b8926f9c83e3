// Messages for real clients that cannot take them now, and messages that come twice.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/sandbox.ts';
import { type Agent, Party, withResolvers } from './party.ts';

describe('delivery to the real agents', function () {
  this.timeout(60_000);
  let party: Party;
  const enough = { claude: withResolvers(), codex: withResolvers() };

  before(async () => {
    const approved = `node -e "fs.writeFileSync('approved', '')"`;
    party = await Party.start({
      claude: [
        { when: /take your time/, say: 'TIME TAKEN', after: enough.claude.promise },
        { when: /do it/, call: { tool: 'Bash', input: { command: approved, description: 'as scripted' } } },
        { when: /./, say: 'HEARD' },
      ],
      codex: [
        { when: /take your time/, say: 'TIME TAKEN', after: enough.codex.promise },
        { when: /go on for ever/, after: new Promise(() => {}) },
        {
          when: /please ask/,
          run: () => ['one', 'two', 'three'].map((question) => `${party.scripts.toClaude} 'question ${question}'`),
          say: 'ASKED',
        },
        { when: /./, say: 'HEARD' },
      ],
    });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });
  after(() => party?.dispose());

  const prompts = (role: Agent) => party[role].requests.at(-1)?.prompts ?? [];
  const shown = (role: Agent, id: string) => prompts(role).filter((prompt) => prompt.includes(id));
  const reaches = (role: Agent, id: string) =>
    until(`${id} to reach ${role}`, () => shown(role, id).length > 0, 20_000);
  async function talk(role: Agent, text: string): Promise<{ code: number | undefined; id: string; said: string }> {
    const { code, stdout, stderr } = await party.sandbox.party(['talk', role, text], { cwd: party.project });
    return { code, id: (await party.messages()).at(-1)?.id ?? '', said: stdout + stderr };
  }

  const composer = async (role: Agent) => (await party.screen(role)).match(/^❯[^\n]*/gm)?.at(-1) ?? '';

  for (const role of ['claude', 'codex'] as const) {
    it(`a working ${role} gets it after the turn, not in the middle`, async () => {
      await party.say(role, 'take your time');
      await party.becomes(role, 'busy');
      const { code, id, said } = await talk(role, 'when you are done');
      assert.equal(code, 6, said);
      assert.match(said, /the agent is working/);
      assert.equal((await party.messages()).at(-1)?.state, 'written');
      // An agent calls itself busy a moment before it asks its model.
      await until('the request', () => prompts(role).at(-1) === 'take your time');
      const before = party[role].requests.length;
      enough[role].resolve();
      await reaches(role, id);
      assert.deepEqual(prompts(role).slice(-2), ['take your time', `[HUMAN ${id}] when you are done`]);
      // Codex may still ask for a title of the thread, in a conversation of its own; a steered turn would be asked again.
      const asked = party[role].requests.slice(before).filter((one) => one.prompts.includes('take your time'));
      assert.equal(asked.length, 1);
      await until('the answer', async () => (await party.messages()).at(-1)?.answer?.text === 'HEARD');
      await party.becomes(role, 'idle');
    });
  }

  it("an open permission dialog is not answered; the message comes after the human's answer", async () => {
    await party.say('claude', 'do it');
    await party.becomes('claude', 'waiting');
    const { code, id, said } = await talk('claude', 'yes');
    assert.equal(code, 6, said);
    assert.match(said, /waiting for you: permission prompt/);
    // A second look finds the same, and answers nothing either.
    const { stdout } = await party.sandbox.party(['message', 'list'], { cwd: party.project });
    assert.match(stdout, new RegExp(`${id} .*written: the agent is waiting for you`));
    await party.dismiss();
    await until('the message', () => shown('claude', id).length > 0);
    assert.equal(existsSync(join(party.project, 'approved')), false);
    await party.becomes('claude', 'idle');
  });

  it('a question from Codex is shown once, although several processes deliver it at once', async () => {
    const before = (await party.messages()).length;
    await party.say('codex', 'please ask');
    // While Codex is at it and calls notify at the end, others look as well.
    const drains = async () => {
      while ((await party.messages()).length < before + 3) {
        const look = () => party.sandbox.party(['message', 'list'], { cwd: party.project });
        await Promise.all([look(), look(), party.sandbox.party(['relay'], { cwd: party.project })]);
      }
    };
    await drains();
    const questions = (await party.messages()).slice(before);
    assert.deepEqual(
      questions.map(({ file }) => readFileSync(file, 'utf8').split('\n')[0]),
      ['question one', 'question two', 'question three'],
    );
    for (const { id } of questions) await reaches('claude', id);
    await party.becomes('claude', 'idle');
    assert.deepEqual(
      prompts('claude').slice(-3),
      questions.map(({ line }) => line),
    );
  });

  it('a repeated message is rejected before the model sees it', async () => {
    const message = (await party.messages()).at(-1);
    const before = party.claude.requests.length;
    await party.say('claude', message?.line ?? '');
    await party.shows('claude', 'Claude has seen this message before');
    assert.equal(party.claude.requests.length, before);
    // Claude gives the text back to its composer; the next message must not follow it there.
    await until('the composer to be empty', async () => !(await composer('claude')).includes('[CODEX'));
    const { id } = await talk('claude', 'and now something else');
    await reaches('claude', id);
    assert.equal(prompts('claude').at(-1), `[HUMAN ${id}] and now something else`);
    await party.becomes('claude', 'idle');
  });

  it("a person's prompt may mention a message", async () => {
    const { line = '' } = (await party.messages()).at(-1) ?? {};
    await party.say('claude', `What was this: ${line}`);
    await until('the question', () => prompts('claude').at(-1)?.startsWith('What was this'));
    await party.becomes('claude', 'idle');
  });

  it('an invalid letter becomes a failed message', async () => {
    const outbox = join(party.stateDir, 'codex/outbox');
    mkdirSync(outbox, { recursive: true });
    writeFileSync(join(outbox, 'broken.json'), '{"half');
    await party.say('codex', 'good morning');
    const failed = await until('the failure', async () => {
      return (await party.messages()).find(({ state }) => state === 'failed');
    });
    assert.match(failed.reason ?? '', /broken\.json in its outbox, which is not JSON/);
    // The first one, notify or the relay, has logged it.
    await until('the log', () => existsSync(party.hookLog) && /broken/.test(readFileSync(party.hookLog, 'utf8')));
    await party.becomes('codex', 'idle');
  });

  it('a waiting sender learns at once that the agent was killed', async () => {
    await party.say('codex', 'go on for ever');
    await party.becomes('codex', 'busy');
    const waiting = party.sandbox.party(['talk', 'codex', 'and then?', '--wait', '--timeout', '60s'], {
      cwd: party.project,
    });
    await until('the message', async () => (await party.messages()).at(-1)?.line.endsWith('and then?'));
    const pid = Number(
      (await party.sandbox.tmux('display-message', '-p', '-t', party.started.panes.codex, '#{pane_pid}')).stdout,
    );
    process.kill(pid, 'SIGKILL');
    const { code, stderr } = await waiting;
    assert.equal(code, 3);
    assert.match(stderr, /the pane of codex has ended/);
    await party.becomes('codex', 'dead');
  });

  it('nothing is typed into the pane of an agent that was killed', async () => {
    const { code, said } = await talk('codex', 'are you there?');
    assert.equal(code, 6, said);
    assert.match(said, /the agent has ended/);
    assert.equal((await party.messages()).at(-1)?.state, 'written');
  });
});
