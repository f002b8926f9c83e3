// A message that an agent took without a trace, through the built command: the journal says that the second Enter was
// pressed some minutes ago.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { newProject, type Project } from '../../support/project.ts';
import { Sandbox, type Started, until } from '../../support/sandbox.ts';

const receiver = join(import.meta.dirname, '../../node/fixtures/receiver.mjs');

interface Listed {
  readonly messages: readonly { id: string; kind: string; state: string; reason: string | null }[];
}

describe('a message that left no trace', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let stateDir: string;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  afterEach(() => box.dispose());

  const party = (...args: string[]) => box.party(args, { cwd: project.top });
  const startParty = async (...options: string[]) => {
    const agent = (role: string) => ({
      command: [process.execPath, receiver, log(role), ...options],
      adapter: 'generic',
    });
    const config = join(box.root, 'config.json');
    writeFileSync(config, JSON.stringify({ agents: { claude: agent('claude'), codex: agent('codex') } }));
    const started = await box.partyJson<Started>(['start', '--detach', '--config', config], { cwd: project.top });
    stateDir = join(box.stateRoot, started.session.name);
    for (const role of ['claude', 'codex'])
      await until(role, async () => (await party('check', role)).stdout.includes('ready'));
    return started;
  };
  const log = (role: string) => join(box.root, `${role}.log`);
  const received = (role: string): string[] =>
    existsSync(log(role)) ? readFileSync(log(role), 'utf8').trim().split('\n') : [];
  const messages = () => openMailbox(stateDir).messages();
  const listed = async () => (await box.partyJson<Listed>(['message', 'list'], { cwd: project.top })).messages;
  const age = (id: string) => {
    const at = new Date(Date.now() - 120_000).toISOString();
    appendFileSync(join(stateDir, 'messages.jsonl'), `${JSON.stringify({ event: 'retried', id, at })}\n`);
  };
  /** Sent to a program that takes it and shows nothing, two minutes ago. */
  const lostOne = async (text: string) => {
    const { code, stderr } = await party('talk', 'codex', text);
    assert.equal(code, 6, stderr);
    const { id } = (await messages()).at(-1) ?? { id: '' };
    assert.match(stderr, new RegExp(`not submitted: it was typed.* with: party message retry ${id}$`, 'm'));
    age(id);
    return id;
  };

  it('lets the next message pass, is shown, and can be re-sent or cancelled', async () => {
    await startParty('silent=1');
    const id = await lostOne('first');
    assert.equal((await party('talk', 'codex', 'second')).code, 0);
    assert.deepEqual(received('codex'), ['"first"', '"second"']);

    const [row] = await listed();
    assert.equal(row?.state, 'unsure');
    assert.match(row?.reason ?? '', new RegExp(`party message resend ${id}; .*party message cancel ${id}`));
    const status = await box.partyJson<Listed>(['status'], { cwd: project.top });
    assert.deepEqual(
      status.messages.map(({ state }) => state),
      ['unsure', 'submitted'],
    );
    assert.match((await party('status')).stdout, /^Messages {2}1 unsure {2}\(party message list\)$/m);

    const retried = await party('message', 'retry', id);
    assert.equal(retried.code, 1);
    assert.match(retried.stderr, new RegExp(`is unsure: .*party message resend ${id}`));
    const resent = await party('message', 'resend', id);
    assert.equal(resent.code, 0, resent.stderr);
    assert.deepEqual(received('codex'), ['"first"', '"second"', '"first"']);
    assert.deepEqual(
      (await listed()).map(({ state, reason }) => [state, reason]),
      [
        ['cancelled', 'sent again'],
        ['submitted', null],
        ['submitted', null],
      ],
    );
  });

  it('is cancelled', async () => {
    await startParty('silent=1');
    const id = await lostOne('first');
    await listed();
    assert.equal((await party('message', 'cancel', id)).code, 0);
    assert.deepEqual(
      (await messages()).map(({ state }) => state),
      ['cancelled'],
    );
    assert.deepEqual(received('codex'), ['"first"']);
  });

  it('ends the wait for its answer, and names the ways out', async () => {
    const { panes } = await startParty('silent=1');
    // Known by nothing but a hook, which this one does not have.
    await box.tmux('set-option', '-p', '-t', panes.claude, '@party_demo', '1');
    await box.tmux('select-pane', '-t', panes.claude, '-T', 'Ready');
    const waiting = party('talk', 'claude', 'first', '--wait', '--timeout', '50s');
    const id = await until('the second Enter', async () => {
      const [message] = await messages();
      return message?.retried && message.id;
    });
    age(id);
    const { code, stderr } = await waiting;
    assert.equal(code, 6, stderr);
    assert.match(stderr, new RegExp(`claude is idle and has no record of it.*party message resend ${id}`));
  });

  it('is named to the sender of the next message', async () => {
    await startParty('swallow=9');
    assert.equal((await party('talk', 'codex', 'first')).code, 6);
    const [first] = await messages();
    const second = await party('talk', 'codex', 'second');
    assert.equal(second.code, 6);
    assert.match(
      second.stderr,
      new RegExp(`waits behind ${first?.id}: .*Retry ${first?.id} with: party message retry ${first?.id};`),
    );
  });

  it('is a review request: a nudge sends its reminder, and the findings answer both', async () => {
    await startParty('silent=1');
    const asked = await party('review', 'request', '--json');
    assert.equal(asked.code, 0, asked.stderr);
    const { id, findings } = JSON.parse(asked.stdout);
    await until('the second Enter', async () => (await messages())[0]?.retried);
    age(id);
    const nudged = await party('review', 'nudge', '--json');
    assert.equal(nudged.code, 0, nudged.stderr);
    const { state, id: reminder } = JSON.parse(nudged.stdout);
    assert.equal(state, 'submitted');
    assert.notEqual(reminder, id);
    assert.match(received('codex').at(-1) ?? '', new RegExp(`Review overdue.*${findings}`));
    assert.deepEqual(
      (await messages()).map((one) => one.state),
      ['unsure', 'submitted'],
    );
    const env = {
      CODEX_SANDBOX_NETWORK_DISABLED: '1',
      CODEX_THREAD_ID: 't',
      PARTY_SESSION: stateDir.split('/').at(-1) ?? '',
    };
    mkdirSync(dirname(findings), { recursive: true });
    writeFileSync(findings, '{}');
    const told = await box.party(['tmux-claude', `Findings ready: ${findings}`], { cwd: project.top, env });
    assert.equal(told.code, 0, told.stderr);
    await listed();
    assert.deepEqual(
      (await messages()).filter(({ kind }) => kind === 'review').map((one) => one.state),
      ['answered', 'answered'],
    );
  });
});
