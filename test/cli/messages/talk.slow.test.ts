// talk, check and tmux-team's registry through the built command, with real panes of programs that Party did not start.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonLines } from '../../support/jsonLines.ts';
import { cliBundle, node20, Sandbox, until } from '../../support/sandbox.ts';

interface Talked {
  command: string;
  agent: string;
  pane: string | null;
  status: string;
  requestId: string | null;
  response: string | null;
  truncated: boolean;
  error: { code: string; message: string } | null;
}

const answering = join(import.meta.dirname, '../fixtures/answering.mjs');

describe('talk', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(() => box.dispose());

  const party = (...args: string[]) => box.party(args, { cwd: project });
  const talk = async (...args: string[]) => {
    const output = await party('talk', ...args, '--json');
    return { exit: output.code, stderr: output.stderr, ...(JSON.parse(output.stdout) as Talked) };
  };
  const open = async (name: string, command: string[], columns = 100) => {
    await box.tmux('new-session', '-d', '-x', String(columns), '-y', '40', '-s', name, '-c', project, ...command);
    const panes = await box.tmux('list-panes', '-t', `=${name}:`, '-F', '#{pane_id}');
    await until('the agent', async () => (await screen(panes.stdout.trim())).includes('ready'));
    return panes.stdout.trim();
  };
  const screen = async (pane: string) => (await box.tmux('capture-pane', '-p', '-J', '-t', pane)).stdout;
  const agent = async (name: string, options: string[] = [], columns?: number) => {
    const pane = await open(name, ['env', process.execPath, answering, ...options], columns);
    await party('add', name, pane, `The ${name}`);
    return pane;
  };

  it('waits for the answer up to the end marker', async () => {
    const pane = await agent('gemini');
    const answer = await talk('gemini', 'What is the status?', '--wait', '--timeout', '20s');
    assert.deepEqual([answer.exit, answer.status, answer.pane], [0, 'answered', pane]);
    assert.equal(answer.response, 'I heard: What is the status?');
  });

  it('finds the marker although it wraps in 30 columns, and not the old one in the scrollback', async () => {
    await agent('narrow', [], 30);
    for (const word of ['first', 'second']) {
      const answer = await talk('narrow', `${word} question that is rather long`, '--wait', '--timeout', '20s');
      assert.equal(answer.response, `I heard: ${word} question that is rather long`);
    }
  });

  for (const [lines, whole] of [
    [400, true],
    [3000, false],
  ] as const) {
    it(`returns ${whole ? 'the whole of' : 'what is left of'} an answer of ${lines} lines in a full history`, async () => {
      const script = `seq 1 1900; echo ready; while read -r line; do case $line in *tmux-team-end:*)
        nonce=\${line#*tmux-team-end: }; seq -f 'answer %.0f' 1 ${lines}; echo "{tmux-team-end:\${nonce%%\\}*}}";; esac; done`;
      await party('add', 'lengthy', await open('lengthy', ['sh', '-c', script]));
      const answer = await talk('lengthy', 'Tell me all', '--wait', '--timeout', '20s');
      const heard = answer.response?.split('\n') ?? [];
      assert.deepEqual([answer.status, heard.at(-1), answer.truncated], ['answered', `answer ${lines}`, !whole]);
      assert.ok(
        whole ? heard.length === lines && heard[0] === 'answer 1' : heard.length > 1000,
        `${heard.length} lines`,
      );
    });
  }

  it('prints what it has read when the time is over, exit 4', async () => {
    await agent('slow', ['mute']);
    const answer = await talk('slow', 'hello', '--wait', '--timeout', '2s');
    assert.deepEqual([answer.exit, answer.status, answer.truncated], [4, 'timeout', true]);
    assert.equal(answer.response, 'I heard: hello');
    assert.equal(answer.error?.code, 'TIMEOUT');
  });

  it('ends at once when the pane ends', async () => {
    await agent('mortal', ['die']);
    const began = Date.now();
    const answer = await talk('mortal', 'hello', '--wait', '--timeout', '30s');
    assert.deepEqual([answer.exit, answer.status], [3, 'error']);
    assert.ok(Date.now() - began < 15_000);
  });

  it('stops waiting on Ctrl-C and leaves the agent alone', async () => {
    const pane = await agent('slow', ['mute']);
    const child = box.spawn(node20, [cliBundle, 'talk', 'slow', 'hello', '--wait', '--timeout', '30s'], {
      cwd: project,
    });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    await until('the message', async () => (await screen(pane)).includes('I heard: hello'));
    child.kill('SIGINT');
    assert.equal((await exited)[0], 130);
    assert.equal((await box.tmux('display-message', '-p', '-t', pane, '#{pane_dead}')).stdout.trim(), '0');
    assert.ok((await screen(pane)).includes('I heard: hello'));
  });

  it('allows one waiting sender at a time, unless forced', async () => {
    const pane = await agent('slow', ['slowMs=2500']);
    const first = talk('slow', 'first', '--wait', '--timeout', '20s');
    await until('the first message', async () => (await screen(pane)).includes('I heard: first'));
    const second = await talk('slow', 'second', '--wait', '--timeout', '20s');
    assert.deepEqual([second.exit, second.error?.code], [1, 'LOCK_BUSY']);
    assert.match(second.error?.message ?? '', /--force/);
    assert.equal((await talk('slow', 'third', '--wait', '--force', '--timeout', '20s')).status, 'answered');
    assert.match((await first).response ?? '', /^I heard: first/);
  });

  it('puts the preamble before the message, unless told otherwise', async () => {
    await agent('gemini');
    const file = join(project, 'tmux-team.json');
    const config = JSON.parse(readFileSync(file, 'utf8')) as { agents: { gemini: { preamble?: string } } };
    config.agents.gemini.preamble = 'Be brief.';
    writeFileSync(file, JSON.stringify(config));
    const wait = ['--wait', '--timeout', '20s'];
    assert.equal((await talk('gemini', 'Hi', ...wait)).response, 'I heard: [SYSTEM: Be brief.]||Hi');
    assert.equal((await talk('gemini', 'Hi', ...wait, '--no-preamble')).response, 'I heard: Hi');
    writeFileSync(file, JSON.stringify({ ...config, preambleMode: 'disabled' }));
    assert.equal((await talk('gemini', 'Hi', ...wait)).response, 'I heard: Hi');
  });

  it('sends to all agents in parallel', async () => {
    await agent('one', ['slowMs=1500']);
    await agent('two', ['slowMs=1500']);
    const began = Date.now();
    const output = await party('talk', 'all', 'Hi', '--wait', '--timeout', '20s', '--json');
    const { results } = JSON.parse(output.stdout) as { results: Talked[] };
    assert.deepEqual(
      results.map(({ agent: name, response }) => [name, response]),
      [
        ['one', 'I heard: Hi'],
        ['two', 'I heard: Hi'],
      ],
    );
    assert.equal(output.code, 0);
    assert.ok(Date.now() - began < 20_000);
  });

  it('waits before it sends with --delay', async () => {
    await agent('gemini');
    const began = Date.now();
    assert.equal((await talk('gemini', 'Hi', '--delay', '1200ms')).status, 'submitted');
    assert.ok(Date.now() - began >= 1200);
  });

  it('delivers a message of 1 MB as a file', async () => {
    const pane = await agent('gemini');
    const text = 'x'.repeat(1_000_000);
    const sender = box.spawn(node20, [cliBundle, 'talk', 'gemini', '-', '--json'], { cwd: project });
    const chunks: string[] = [];
    sender.stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    sender.stdin.end(text);
    assert.deepEqual(await once(sender, 'exit'), [0, null]);
    const file = /Read: (\S+)/.exec((await screen(pane)).replace(/\n/g, ''))?.[1] ?? '';
    assert.ok(existsSync(file), file);
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  it('types nothing into a shell and says so, exit 6, with the way to retry', async () => {
    const pane = await open('bare', ['env', 'PS1=ready$ ', 'sh', '-i']);
    await party('add', 'bare', pane);
    const answer = await party('talk', 'bare', 'touch trap');
    assert.equal(answer.code, 6);
    assert.match(answer.stderr, /written as \w+, not submitted: a shell.*party message retry \w+/);
    const late = await party('talk', 'bare', 'touch trap', '--wait', '--timeout', '1s');
    assert.equal(late.code, 4);
    assert.match(late.stderr, /bare has not been reached within 1 s\. See why it waits with: .*message list/);
    assert.ok(!(await screen(pane)).includes('trap'));
  });

  it('can be retried, cancelled and re-sent for an agent of the registry', async () => {
    const receiver = join(import.meta.dirname, '../../node/fixtures/receiver.mjs');
    const log = join(box.root, 'received');
    const received = () => jsonLines<string>(log);
    const pane = await open('deaf', ['env', process.execPath, receiver, log, 'swallow=3']);
    await party('add', 'deaf', pane);
    const first = await talk('deaf', 'first text');
    assert.equal(first.exit, 6);
    assert.equal((await party('message', 'cancel', first.requestId ?? '')).code, 0);
    assert.equal((await talk('deaf', 'second text')).exit, 0);
    assert.deepEqual(received(), ['second text']);
    const listed = (await party('message', 'list')).stdout;
    assert.match(listed, /cancelled/);
    assert.match(listed, /submitted/);
    const again = await party('message', 'resend', /^(\w+) .*submitted/m.exec(listed)?.[1] ?? '', '--json');
    assert.equal(again.code, 0);
    assert.deepEqual(received(), ['second text', 'second text']);
  });

  it('sends nothing when there is no other agent, and does not wait for its own answer', async () => {
    const pane = await agent('claude');
    assert.ok(pane);
    const env = { CLAUDECODE: '1' };
    assert.equal((await box.party(['talk', 'all', 'Hi'], { cwd: project, env })).code, 3);
    assert.equal((await box.party(['talk', 'claude', 'Hi', '--wait'], { cwd: project, env })).code, 1);
  });

  it('sends nothing when Ctrl-C comes during the delay', async () => {
    const pane = await agent('gemini');
    const late = ['talk', 'gemini', 'too late', '--delay', '5m', '--verbose'];
    const child = box.spawn(node20, [cliBundle, ...late], { cwd: project });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    await until('the delay', () => said.includes('sending in 300000 ms'));
    child.kill('SIGINT');
    assert.equal((await exited)[0], 1);
    assert.ok(!(await screen(pane)).includes('too late'));
    assert.equal((await party('talk', 'gemini', 'Hi', '--delay', '50000m')).code, 1);
  });

  it('names the known agents when it does not know one, exit 3', async () => {
    await agent('gemini');
    const output = await party('talk', 'gemni', 'Hi');
    assert.equal(output.code, 3);
    assert.match(output.stderr, /gemini, claude, codex/);
  });

  it('needs a party for its roles, exit 3', async () => {
    const output = await party('talk', 'codex', 'Hi');
    assert.equal(output.code, 3);
    assert.match(output.stderr, /NO_SESSION/);
    assert.match(output.stderr, /party start/);
  });

  it('delivers 16 simultaneous messages to one pane, each whole', async () => {
    const pane = await agent('gemini');
    const texts = Array.from({ length: 16 }, (_, n) => `message number ${n} of sixteen`);
    const sent = await Promise.all(texts.map((text) => party('talk', 'gemini', text)));
    assert.deepEqual(
      sent.map(({ code }) => code),
      texts.map(() => 0),
    );
    const seen = (await box.tmux('capture-pane', '-p', '-J', '-S', '-', '-t', pane)).stdout.split('\n');
    for (const text of texts) assert.equal(seen.filter((line) => line.trim() === text).length, 1, text);
  });

  it('needs few calls of tmux for one message (T18)', async () => {
    await agent('gemini');
    const calls = join(box.root, 'calls');
    const env = box.wrapTmux(`echo "$*" >> ${calls}`);
    assert.equal((await box.party(['talk', 'gemini', 'Hi'], { cwd: project, env })).code, 0);
    const made = readFileSync(calls, 'utf8').trim().split('\n');
    // Text and Enter go in one call, and so does the last look whether the pane can take them.
    assert.equal(made.filter((call) => /paste-buffer.*send-keys/.test(call)).length, 1);
    assert.ok(made.length <= 12, `${made.length} calls:\n${made.join('\n')}`);
  });
});
