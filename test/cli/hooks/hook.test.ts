import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { recordUserNotify } from '../../../src/node/agents/userNotify.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { node20, repository, Sandbox, until } from '../../support/sandbox.ts';

const cleanupScript = 'resources/claude/hooks/session-cleanup.sh';
const notifyScript = 'resources/codex/notify.sh';

describe('hook scripts', () => {
  let sandbox: Sandbox;
  let project: string;
  beforeEach(() => {
    sandbox = new Sandbox();
    project = sandbox.project();
    Object.assign(sandbox.env, { PARTY_SESSION: 'party-app-1', PARTY_NODE: node20 });
  });
  afterEach(() => sandbox.dispose());

  const durable = (...path: string[]) => join(projectDirectory(partyPaths(sandbox.env), project), ...path);
  const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const record = (role: string) => readJson(durable('sessions/app-1', `${role}.json`));
  const logged = () =>
    readFileSync(durable('hooks.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  async function script(path: string, args: readonly string[], input = '', env: Record<string, string> = {}) {
    const file = path.startsWith('/') ? path : join(repository, path);
    const options = { cwd: project, env: { ...sandbox.env, ...env }, extendEnv: false, input } as const;
    const { exitCode, stdout, stderr } = await execa('sh', [file, ...args], options);
    // Whatever happens inside: an observer neither speaks nor fails.
    assert.deepEqual({ exitCode, stdout, stderr }, { exitCode: 0, stdout: '', stderr: '' });
  }

  /** An executable on its own, so that it can be told whether and how it was called. */
  function program(name: string, lines: string): string {
    const file = join(sandbox.directory('bin'), name);
    writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    return file;
  }

  const claudeInput = (event: string, id = '6c6cc175-d060-48d1-a9be-d4387ce81c38') =>
    JSON.stringify({ session_id: id, transcript_path: '', cwd: project, hook_event_name: event, source: 'startup' });
  const codexEvent = (text = 'please review', thread = '01a1e39c-9f3a-7cb2-b176-8600e6b553e9') =>
    JSON.stringify({
      type: 'agent-turn-complete',
      'thread-id': thread,
      'turn-id': '01a1e39c-f60b-7360-bf96-4499ea95683e',
      cwd: project,
      client: 'codex-tui',
      'input-messages': [text],
      'last-assistant-message': 'done',
    });

  for (const [name, path] of Object.entries({ cleanupScript, notifyScript })) {
    it(`${name} does not even start Node outside a party`, async () => {
      const started = join(sandbox.root, 'started');
      const PARTY_NODE = program('node', `touch '${started}'`);
      await script(path, [codexEvent()], claudeInput('SessionStart'), { PARTY_SESSION: '', PARTY_NODE });
      assert.ok(!existsSync(started));
      assert.ok(!existsSync(sandbox.partyHome));
    });

    it(`${name} is silent and logs one line when it is handed nonsense`, async () => {
      await script(path, ['{"half'], '{"half');
      const [line, ...more] = logged();
      assert.deepEqual(more, []);
      assert.equal(line.level, 'error');
      assert.equal(line.session, 'app-1');
      assert.match(line.message, /JSON/);
    });

    it(`${name} refuses a session that would lead out of the project's records`, async () => {
      await script(path, [codexEvent()], claudeInput('SessionStart'), { PARTY_SESSION: 'party-../../x' });
      assert.match(logged()[0].message, /not the id of a session/);
      assert.deepEqual(readdirSync(durable()), ['hooks.jsonl']);
    });

    it(`${name} tells only its own process to run Electron as Node`, async () => {
      const seen = join(sandbox.root, 'seen');
      const PARTY_NODE = program('electron', `echo "$ELECTRON_RUN_AS_NODE" >> '${seen}'; exec '${node20}' "$@"`);
      await recordUserNotify(join(sandbox.stateRoot, 'party-app-1'), [
        program('mine', `echo "inner:$ELECTRON_RUN_AS_NODE" >> '${seen}'`),
      ]);
      await script(path, [codexEvent()], claudeInput('SessionStart'), { PARTY_NODE });
      const expected = path === notifyScript ? '1\ninner:\n' : '1\n';
      await until('both programs', () => existsSync(seen) && readFileSync(seen, 'utf8') === expected);
    });

    it(`${name} survives a PARTY_NODE that is gone`, async () => {
      await script(path, [codexEvent()], claudeInput('SessionStart'), { PARTY_NODE: '/nowhere/node' });
      assert.ok(existsSync(durable('sessions/app-1')));
    });
  }

  describe('session-cleanup', () => {
    it("records Claude's conversation", async () => {
      await script(cleanupScript, [], claudeInput('SessionStart'), { CLAUDE_PID: '4127', CLAUDE_CONFIG_DIR: '/c' });
      const { at, ...rest } = record('claude');
      assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000);
      assert.deepEqual(rest, {
        version: 1,
        conversation: '6c6cc175-d060-48d1-a9be-d4387ce81c38',
        cwd: project,
        pid: 4127,
        home: '/c',
      });
    });

    it('files it under the project, also when Claude has gone into a sub-directory', async () => {
      const below = sandbox.directory('project/src/deep');
      await script(cleanupScript, [], claudeInput('SessionStart').replace(project, below));
      assert.equal(record('claude').cwd, below);
    });

    it('takes the newest conversation and keeps fields that it does not know', async () => {
      await script(cleanupScript, [], claudeInput('SessionStart', 'first'));
      writeFileSync(durable('sessions/app-1/claude.json'), JSON.stringify({ ...record('claude'), future: [1] }));
      await script(cleanupScript, [], claudeInput('SessionStart', 'second'));
      assert.equal(record('claude').conversation, 'second');
      assert.deepEqual(record('claude').future, [1]);
    });

    it('takes of the Claudes in the background only the one whose conversation was moved there', async () => {
      const home = sandbox.directory('config');
      const pane = String(process.pid);
      const start = (id: string, env: Record<string, string>) =>
        script(cleanupScript, [], claudeInput('SessionStart', id), { CLAUDE_CONFIG_DIR: home, ...env });
      const conversation = () => record('claude').conversation;
      await start('mine', { CLAUDE_PID: pane });
      const say = (more: object) => {
        const text = JSON.stringify({ pid: process.pid, sessionId: 'mine', cwd: project, status: 'idle', ...more });
        writeFileSync(join(sandbox.directory('config/sessions'), `${pane}.json`), text);
      };
      say({});
      // One in reserve, and one for a task that the user gave to the service.
      await start('spare', { CLAUDE_PID: '4128', CLAUDE_JOB_DIR: join(home, 'jobs/0a0a0a0a') });
      assert.equal(conversation(), 'mine');
      say({ parkedJobId: '1b1b1b1b' });
      await start('spare', { CLAUDE_PID: '4128', CLAUDE_JOB_DIR: join(home, 'jobs/0a0a0a0a') });
      assert.equal(conversation(), 'mine');
      await start('moved', { CLAUDE_PID: '4129', CLAUDE_JOB_DIR: join(home, 'jobs/1b1b1b1b') });
      assert.equal(conversation(), 'moved');
      // After /clear, and after a reserve was filled up again.
      await start('cleared', { CLAUDE_PID: '4129', CLAUDE_JOB_DIR: join(home, 'jobs/1b1b1b1b') });
      await start('spare', { CLAUDE_PID: '4130', CLAUDE_JOB_DIR: join(home, 'jobs/2c2c2c2c') });
      assert.equal(conversation(), 'cleared');
    });

    it('records nothing at the end', async () => {
      await script(cleanupScript, [], claudeInput('SessionEnd'));
      assert.ok(!existsSync(durable('sessions')));
    });

    it('forgets what nobody came back to for 30 days, and nothing else', async () => {
      const days = (count: number) => new Date(Date.now() - count * 86_400_000);
      for (const [id, ages] of Object.entries({ old: [31, 40], half: [31, 29], young: [1] })) {
        mkdirSync(durable('sessions', id), { recursive: true });
        for (const [index, age] of ages.entries()) {
          const file = durable('sessions', id, `${index}.json`);
          writeFileSync(file, '{}');
          utimesSync(file, days(age), days(age));
        }
      }
      await script(cleanupScript, [], claudeInput('SessionEnd'));
      assert.deepEqual(readdirSync(durable('sessions')).sort(), ['half', 'young']);
    });

    it('works through the link that points to the newest Party', async () => {
      const link = join(sandbox.root, 'current');
      symlinkSync(repository, link);
      await script(join(link, cleanupScript), [], claudeInput('SessionStart'));
      assert.ok(record('claude').conversation);
    });
  });

  describe('notify', () => {
    it("records Codex's thread beside Claude's, each in its own file", async () => {
      await Promise.all([script(notifyScript, [codexEvent()]), script(cleanupScript, [], claudeInput('SessionStart'))]);
      assert.equal(record('codex').conversation, '01a1e39c-9f3a-7cb2-b176-8600e6b553e9');
      assert.equal(record('claude').conversation, '6c6cc175-d060-48d1-a9be-d4387ce81c38');
    });

    it('passes over the thread that only finds a title', async () => {
      await script(notifyScript, [codexEvent()]);
      await script(notifyScript, [codexEvent('Generate a concise, single-line task title of at most 36 …', 'other')]);
      assert.equal(record('codex').conversation, '01a1e39c-9f3a-7cb2-b176-8600e6b553e9');
    });

    for (const [name, payload] of Object.entries({ 'the event': codexEvent('a "b" $c `d`\nπ'), nonsense: '{"half' })) {
      it(`hands ${name} to the user's own notify program as it came`, async () => {
        const got = join(sandbox.root, 'got');
        const mine = program('mine', `printf '%s|' "$@" > '${got}.new'; mv '${got}.new' '${got}'`);
        await recordUserNotify(join(sandbox.stateRoot, 'party-app-1'), [mine, 'one two']);
        await script(notifyScript, [payload]);
        await until('the program', () => existsSync(got));
        assert.equal(readFileSync(got, 'utf8'), `one two|${payload}|`);
      });
    }

    it("records the thread although the user's program cannot be started", async () => {
      await recordUserNotify(join(sandbox.stateRoot, 'party-app-1'), ['/nowhere/notify']);
      await script(notifyScript, [codexEvent()]);
      assert.ok(record('codex').conversation);
      assert.match(logged()[0].message, /"\/nowhere\/notify" did not start/);
    });

    it("does not go round in circles when the user's program is this script", async () => {
      const calls = join(sandbox.root, 'calls');
      const again = program('again', `echo x >> '${calls}'; exec sh '${join(repository, notifyScript)}' "$1"`);
      await recordUserNotify(join(sandbox.stateRoot, 'party-app-1'), [again]);
      await script(notifyScript, [codexEvent()]);
      await until('the first call', () => existsSync(calls));
      await new Promise((wake) => setTimeout(wake, 300));
      assert.equal(readFileSync(calls, 'utf8'), 'x\n');
    });
  });
});
