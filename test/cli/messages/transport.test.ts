// The two scripts that agents call, with programs in the panes that write down what they are given.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { textIn } from '../../../src/core/messages/messageFile.ts';
import { responseLine } from '../../../src/core/messages/paneLines.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { jsonLines } from '../../support/jsonLines.ts';
import { node20, repository, Sandbox, type Started, until } from '../../support/sandbox.ts';

const receiver = join(import.meta.dirname, '../../node/fixtures/receiver.mjs');
const tmuxCodex = join(repository, 'resources/claude/skills/codex-transport/scripts/tmux-codex.sh');
const tmuxClaude = join(repository, 'resources/codex/skills/claude-transport/scripts/tmux-claude.sh');
const inSandbox = { CODEX_SANDBOX_NETWORK_DISABLED: '1', CODEX_THREAD_ID: 't' };

describe('the transport scripts', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let project: string;
  let stateDir: string;
  let name: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(() => box.dispose());

  const script = (path: string, args: string[], env: Record<string, string> = {}) =>
    box.script([path, ...args], { cwd: project, env: { PARTY_NODE: node20, ...env } });
  const log = (role: string) => join(box.root, `${role}.log`);
  const received = (role: string) => jsonLines<string>(log(role));
  const startParty = async () => {
    const agent = (role: string) => ({ command: [process.execPath, receiver, log(role)], adapter: 'generic' });
    writeFileSync(
      join(project, 'tmux-team.json'),
      JSON.stringify({ agents: { claude: agent('claude'), codex: agent('codex') } }),
    );
    const { session, panes } = await box.partyJson<Started>(['start', '--detach'], { cwd: project });
    name = session.name;
    stateDir = join(box.env['PARTY_STATE_ROOT'] ?? '', name);
    for (const role of ['claude', 'codex']) {
      await until(role, async () => (await box.party(['check', role], { cwd: project })).stdout.includes('ready'));
    }
    return panes;
  };
  const list = async () =>
    (
      await box.partyJson<{ messages: { id: string; state: string; kind: string }[] }>(['message', 'list'], {
        cwd: project,
      })
    ).messages;
  const field = (stdout: string, key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(stdout)?.[1] ?? '';

  it('fail clearly without a party', async () => {
    for (const [path, args, env] of [
      [tmuxCodex, ['--prompt', 'x'], {}],
      [tmuxCodex, ['--respond', '/dev/null'], {}],
      [tmuxClaude, ['x'], {}],
      [tmuxClaude, ['x'], inSandbox],
      [tmuxClaude, ['x'], { ...inSandbox, PARTY_SESSION: 'party-gone' }],
    ] as const) {
      const output = await script(path, [...args], env);
      assert.equal(output.code, 3, `${path} ${args.join(' ')}`);
      assert.match(output.stderr, /NO_SESSION/);
      assert.equal(output.stdout, '');
    }
  });

  it('exit 3 and write nothing when the pane is not certain', async () => {
    const panes = await startParty();
    const question = await script(tmuxClaude, ['Which way?'], {});
    const answer = field(question.stdout, 'response');
    mkdirSync(dirname(answer), { recursive: true });
    writeFileSync(answer, 'This way\n');
    const before = await openMailbox(stateDir).messages();
    for (const [option, value, name] of [
      ['-pu', '', 'ROLE_NOT_FOUND'],
      ['-p', 'codex', 'ROLE_AMBIGUOUS'],
    ] as const) {
      // First no pane has the role of an agent, then every pane has Codex's.
      for (const pane of Object.values(panes)) {
        const role = pane === panes.shell && value === '' ? ['-p', 'shell'] : [option, value];
        const [flag = '', ...values] = role.filter(Boolean);
        await box.tmux('set-option', flag, '-t', pane, '@party_role', ...values);
      }
      const calls: [string, () => Promise<{ code: number | undefined; stdout: string; stderr: string }>][] = [
        ['--prompt', () => script(tmuxCodex, ['--prompt', 'x'])],
        ['--respond', () => script(tmuxCodex, ['--respond', answer])],
        ['talk', () => box.party(['talk', 'codex', 'x'], { cwd: project })],
      ];
      for (const [what, call] of calls) {
        const output = await call();
        assert.equal(output.code, 3, `${what}: ${output.stdout}${output.stderr}`);
        assert.match(output.stderr, new RegExp(name), what);
        assert.equal(output.stdout, '', what);
      }
      assert.deepEqual(await openMailbox(stateDir).messages(), before);
      assert.deepEqual(readdirSync(join(stateDir, 'messages', 'to-codex')), [basename(answer)]);
    }
    const toClaude = await script(tmuxClaude, ['Are you there?'], {});
    assert.equal(toClaude.code, 3);
    assert.match(toClaude.stderr, /ROLE_NOT_FOUND/);
  });

  it('give Codex a task: the text in a file, a line in the pane, a sentinel for Claude', async () => {
    await startParty();
    const place = box.directory('work dir');
    const text = '!rm -rf "$HOME"\n`id` $(id) ; \\ @x\x1b[201~\t日本語 🎉\n';
    const output = await script(tmuxCodex, ['--prompt', text, '../work dir']);
    assert.equal(output.code, 0);
    assert.match(output.stdout, /^CODEX_TASK_REQUESTED$/m);
    assert.equal(field(output.stdout, 'state'), 'submitted');
    const [file, response] = [field(output.stdout, 'file'), field(output.stdout, 'response')];
    const [written = '', way = ''] = readFileSync(file, 'utf8').split('\n\n---\n');
    assert.equal(written, text.trimEnd());
    // A program that knows nothing of Party finds everything in the file.
    assert.match(way, new RegExp(`^Write your response to: ${response}\\nWhen it is written, run: (\\S+) '(.+)'\\n$`));
    const [, notify = '', said = ''] = /run: (\S+) '(.+)'/.exec(way) ?? [];
    mkdirSync(dirname(response), { recursive: true });
    writeFileSync(response, 'Done');
    assert.equal((await script(notify, [said])).code, 0);
    assert.match(received('claude')[0] ?? '', /Response ready\. Read: /);
    const [line = ''] = received('codex');
    assert.ok(line.startsWith('[CLAUDE] Task waiting.') && line.includes(field(output.stdout, 'file')), line);
    assert.ok(line.includes(`Work in: ${place} —`) && line.includes(field(output.stdout, 'response')), line);
    assert.ok(!line.includes('rm -rf'));
  });

  it('carry a question out of the sandbox, and the answer back', async () => {
    await startParty();
    const asked = await script(tmuxClaude, ['What is\nthe -x for?'], { ...inSandbox, PARTY_SESSION: name });
    assert.match(asked.stdout, /^CLAUDE_REQUEST_QUEUED$/m);
    assert.deepEqual(received('claude'), []);
    await list();
    const [line = ''] = received('claude');
    const [, question = '', response = ''] =
      /^\[CODEX\] Question waiting\. Read: (\S+) — Write response to: (\S+)/.exec(line) ?? [];
    assert.equal(response, field(asked.stdout, 'response'));
    const way = `Write your response to: ${response}\nWhen it is written, run: tmux-codex.sh --respond ${response}\n`;
    assert.equal(readFileSync(question, 'utf8'), `What is\nthe -x for?\n\n---\n${way}`);
    writeFileSync(response, 'For everything.\n');
    const answered = await script(tmuxCodex, ['--respond', response]);
    assert.equal(answered.code, 0);
    const [told = ''] = received('codex');
    const copy = /Read: (\S+)/.exec(told)?.[1] ?? '';
    assert.equal(readFileSync(copy, 'utf8'), 'For everything.\n');
    assert.equal((await list()).find(({ kind }) => kind === 'question')?.state, 'answered');
  });

  it('deliver at once from outside the sandbox', async () => {
    await startParty();
    const output = await script(tmuxClaude, ['Hello?']);
    assert.match(output.stdout, /^CLAUDE_REQUEST_DISPATCHED$/m);
    assert.equal(received('claude').length, 1);
  });

  it('show each question once, however many processes carry it', async () => {
    await startParty();
    const questions = Array.from({ length: 5 }, (_, n) => `question ${n}`);
    for (const text of questions) await script(tmuxClaude, [text], { ...inSandbox, PARTY_SESSION: name });
    await Promise.all(Array.from({ length: 6 }, () => box.party(['relay'], { cwd: project })));
    const shown = received('claude').map((line) => textIn(readFileSync(/Read: (\S+)/.exec(line)?.[1] ?? '', 'utf8')));
    assert.deepEqual(shown, questions);
  });

  it('follow no link and trust no letter in the outbox', async () => {
    await startParty();
    const secret = join(box.root, 'secret.json');
    writeFileSync(secret, JSON.stringify({ version: 1, id: 'secretsecret', text: 'the secret' }));
    const outbox = join(stateDir, 'codex', 'outbox');
    mkdirSync(outbox, { recursive: true });
    symlinkSync(secret, join(outbox, 'aaaaaaaaaa.json'));
    writeFileSync(join(outbox, 'bbbbbbbbbb.json'), 'not a letter');
    writeFileSync(join(outbox, 'cccccccccc.json'), JSON.stringify({ version: 1, id: '../../x', text: 'escape' }));
    await list();
    assert.ok(!received('claude').some((line) => /secret|escape/.test(line)));
    assert.ok(existsSync(secret));
    assert.deepEqual(readdirSync(outbox), []);
    const [key = ''] = readdirSync(join(box.partyHome, 'projects'));
    const log = readFileSync(join(box.partyHome, 'projects', key, 'hooks.jsonl'), 'utf8');
    assert.match(log, /bbbbbbbbbb\.json in its outbox, which is not JSON/);
  });

  it('recognize an answered task', async () => {
    await startParty();
    const asked = await script(tmuxCodex, ['--prompt', 'Count the files']);
    const response = field(asked.stdout, 'response');
    mkdirSync(join(response, '..'), { recursive: true });
    writeFileSync(response, '42');
    await script(tmuxClaude, [`Response ready: ${response}`], { ...inSandbox, PARTY_SESSION: name });
    assert.equal((await list()).find(({ kind }) => kind === 'prompt')?.state, 'answered');
    assert.match(received('claude')[0] ?? '', /^\[CODEX \w+\] Response ready\. Read: /);
    assert.ok(received('claude')[0]?.includes(response));
  });

  it('understand letters where the state directory has a space in its name', async () => {
    box.env['PARTY_STATE_ROOT'] = box.directory('a state');
    await startParty();
    const asked = await script(tmuxCodex, ['--prompt', 'Count the files']);
    const response = field(asked.stdout, 'response');
    const letters = [`Response ready: ${response}`, `STOP, do not use ${response}, it is wrong`];
    for (const letter of letters) await script(tmuxClaude, [letter], { ...inSandbox, PARTY_SESSION: name });
    assert.equal((await list()).find(({ kind }) => kind === 'prompt')?.state, 'answered');
    const [news = '', more = ''] = received('claude');
    assert.ok(news.endsWith(`Read: ${response}`), news);
    assert.ok(more.includes(`Read: ${response} — and`), more);
    assert.equal(readFileSync(/about it: (.+)$/.exec(more)?.[1] ?? '', 'utf8'), letters[1]);
  });

  it('keep a message that was never shown, whatever a letter says of it', async () => {
    const { claude } = await startParty();
    await box.tmux('copy-mode', '-t', claude);
    assert.equal((await box.party(['talk', 'claude', 'IMPORTANT'], { cwd: project })).code, 6);
    const [talk] = await list();
    const letter = `Response ready: ${join(stateDir, 'codex/responses', `response-${talk?.id}.md`)}`;
    await script(tmuxClaude, [letter], { ...inSandbox, PARTY_SESSION: name });
    assert.equal((await list())[0]?.state, 'written');
    await box.tmux('send-keys', '-t', claude, '-X', 'cancel');
    await until('the delivery', () => received('claude').some((line) => line.includes('IMPORTANT')));
  });

  it('ask tmux once when its pane cannot take the task', async () => {
    const { codex } = await startParty();
    await box.tmux('copy-mode', '-t', codex);
    const calls = join(box.root, 'calls');
    writeFileSync(calls, '');
    // The relay that goes on looks, too.
    const env = box.wrapTmux(`grep -q relay /proc/$PPID/cmdline || echo "$*" >>'${calls}'`);
    const asked = await script(tmuxCodex, ['--prompt', 'Count the files'], env);
    assert.equal(field(asked.stdout, 'state'), 'queued');
    assert.equal(readFileSync(calls, 'utf8').trim().split('\n').length, 1);
    await box.tmux('send-keys', '-t', codex, '-X', 'cancel');
    await until('the delivery', () => received('codex').length === 1);
  });

  it('keep a task that Codex was never shown, whatever a letter says of it', async () => {
    const { codex } = await startParty();
    await box.tmux('copy-mode', '-t', codex);
    const asked = await script(tmuxCodex, ['--prompt', 'Count the files']);
    assert.equal(field(asked.stdout, 'state'), 'queued');
    const letter = `Response ready: ${field(asked.stdout, 'response')}`;
    await script(tmuxClaude, [letter], { ...inSandbox, PARTY_SESSION: name });
    assert.equal((await list()).find(({ kind }) => kind === 'prompt')?.state, 'written');
    await box.tmux('send-keys', '-t', codex, '-X', 'cancel');
    await until('the delivery', () => received('codex').length === 1);
  });

  it('answer a question once, and with its own file only', async () => {
    await startParty();
    const asked = await script(tmuxClaude, ['Why?']);
    const response = field(asked.stdout, 'response');
    const foreign = join(box.root, 'foreign.md');
    writeFileSync(foreign, 'secret');
    const refused = await script(tmuxCodex, ['--respond', foreign]);
    assert.equal(refused.code, 1);
    assert.ok(refused.stderr.includes(response), refused.stderr);

    writeFileSync(response, 'Because.');
    const [first, again] = [
      await script(tmuxCodex, ['--respond', response]),
      await script(tmuxCodex, ['--respond', response]),
    ];
    assert.equal(again.stdout, first.stdout);
    assert.equal(received('codex').length, 1);
    writeFileSync(response, 'Because of that.');
    assert.notEqual((await script(tmuxCodex, ['--respond', response])).stdout, first.stdout);
    assert.equal(received('codex').length, 2);
  });

  it('finish an answer whose sender was killed half-way', async () => {
    await startParty();
    const asked = await script(tmuxClaude, ['Why?']);
    const mailbox = openMailbox(stateDir);
    const answers = field(asked.stdout, 'id');
    const draft = { to: 'codex', from: 'claude', kind: 'response', text: 'Because.', line: responseLine } as const;
    const { id } = await mailbox.write({ ...draft, answers });
    writeFileSync(field(asked.stdout, 'response'), 'Because.');
    const again = await script(tmuxCodex, ['--respond', field(asked.stdout, 'response')]);
    assert.equal(field(again.stdout, 'id'), id);
    assert.deepEqual(
      (await list()).map(({ kind, state }) => `${kind} ${state}`),
      ['question answered', 'response submitted'],
    );
    assert.equal(received('codex').length, 1);
  });

  it('accept no answer from a pipe, nor an endless one', async () => {
    await startParty();
    const response = field((await script(tmuxClaude, ['Why?'])).stdout, 'response');
    await box.run('mkfifo', [response]);
    assert.match((await script(tmuxCodex, ['--respond', response])).stderr, /is not a file/);
    rmSync(response);
    writeFileSync(response, Buffer.alloc(5_000_000, 'x'));
    assert.match((await script(tmuxCodex, ['--respond', response])).stderr, /has 5000000 bytes/);
    assert.notEqual((await list())[0]?.state, 'answered');
  });

  for (const [args, message] of [
    [['--respond', 'nowhere.md'], /nowhere\.md cannot be read/],
    [['--respond', '/dev/null'], /is not a file/],
    [['--respond', '/etc/passwd'], /No question from Codex is waiting/],
    [['--prompt', 'x', 'nowhere'], /"nowhere" is not a directory/],
    [['--prompt', 'x', '/tmp\n/..'], /control characters/],
    [['--prompt', '   '], /needs a text/],
    [['--promt', 'x'], /did you mean --prompt\?/],
    [[], /needs --review .*--prompt TEXT/],
  ] as const) {
    it(`refuse tmux-codex.sh ${args.join(' ')}`, async () => {
      await startParty();
      const output = await script(tmuxCodex, [...args]);
      assert.equal(output.code, 1);
      assert.match(output.stderr, message);
      assert.deepEqual(await list(), []);
    });
  }
});
