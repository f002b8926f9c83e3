// The beginning and the end of Claude's conversations.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findResumable } from '../../../src/node/session/resumable.ts';
import { repository, until } from '../../support/sandbox.ts';
import { allowed, HookedProject } from './support/hookedProject.ts';
import { cleanupScript, RecordingProject, recordsInAPartyOnly } from './support/recordingProject.ts';

describe('session-cleanup', () => {
  let at: RecordingProject;
  beforeEach(() => {
    at = new RecordingProject();
  });
  afterEach(() => at.dispose());

  recordsInAPartyOnly('session-cleanup', cleanupScript, () => at);

  it("records Claude's conversation", async () => {
    await at.observes(cleanupScript, [], at.claudeInput('SessionStart'), {
      CLAUDE_PID: '4127',
      CLAUDE_CONFIG_DIR: '/c',
    });
    const { at: when, ...rest } = at.record('claude');
    assert.ok(Math.abs(Date.now() - Date.parse(when)) < 60_000);
    assert.deepEqual(rest, {
      version: 1,
      conversation: '6c6cc175-d060-48d1-a9be-d4387ce81c38',
      cwd: at.top,
      pid: 4127,
      home: '/c',
    });
  });

  it('records it for the project, also when Claude has changed into a subdirectory', async () => {
    const below = at.box.directory('project/src/deep');
    await at.observes(cleanupScript, [], at.claudeInput('SessionStart').replace(at.top, below));
    assert.equal(at.record('claude').cwd, below);
  });

  it('takes the newest conversation and keeps fields that it does not know', async () => {
    await at.observes(cleanupScript, [], at.claudeInput('SessionStart', 'first'));
    writeFileSync(at.durable('sessions/app-1/claude.json'), JSON.stringify({ ...at.record('claude'), future: [1] }));
    await at.observes(cleanupScript, [], at.claudeInput('SessionStart', 'second'));
    assert.equal(at.record('claude').conversation, 'second');
    assert.deepEqual(at.record('claude').future, [1]);
  });

  it('keeps the conversation before a start by hand, until something is said in the new one', async () => {
    const transcript = (name: string) => join(at.box.root, `${name}.jsonl`);
    const start = (id: string, source: string) => {
      const input = JSON.parse(at.claudeInput('SessionStart', id));
      return at.observes(cleanupScript, [], JSON.stringify({ ...input, source, transcript_path: transcript(id) }));
    };
    const resumed = async () => (await findResumable(at.box.env, at.durable(''), 'app-1')).claude;
    await start('first', 'startup');
    assert.equal(await resumed(), undefined);
    writeFileSync(transcript('first'), '');
    for (const id of ['second', 'third']) {
      await start(id, 'startup');
      assert.equal(await resumed(), 'first', id);
    }
    writeFileSync(transcript('third'), '');
    assert.equal(await resumed(), 'third');
    await start('cleared', 'clear');
    assert.equal(await resumed(), undefined);
  });

  it('of several Claudes in the background, records only the one whose conversation moved there', async () => {
    const home = at.box.directory('config');
    // It has ended, with its tmux server: what its file says still counts.
    const pane = String(spawnSync('true').pid);
    const start = (id: string, env: Record<string, string>) =>
      at.observes(cleanupScript, [], at.claudeInput('SessionStart', id), { CLAUDE_CONFIG_DIR: home, ...env });
    const conversation = () => at.record('claude').conversation;
    await start('mine', { CLAUDE_PID: pane });
    const say = (more: object) => {
      const text = JSON.stringify({ pid: Number(pane), sessionId: 'mine', cwd: at.top, status: 'idle', ...more });
      writeFileSync(join(at.box.directory('config/sessions'), `${pane}.json`), text);
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
    await at.observes(cleanupScript, [], at.claudeInput('SessionEnd'));
    assert.ok(!existsSync(at.durable('sessions')));
  });

  it('forgets conversations that were not used for 30 days, and nothing else', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    for (const [id, ages] of Object.entries({ old: [31, 40], half: [31, 29], young: [1] })) {
      mkdirSync(at.durable('sessions', id), { recursive: true });
      for (const [index, age] of ages.entries()) {
        const file = at.durable('sessions', id, `${index}.json`);
        writeFileSync(file, '{}');
        utimesSync(file, days(age), days(age));
      }
    }
    await at.observes(cleanupScript, [], at.claudeInput('SessionEnd'));
    assert.deepEqual(readdirSync(at.durable('sessions')).sort(), ['half', 'young']);
  });

  it('works through the link that points to the newest Party', async () => {
    const link = join(at.root, 'current');
    symlinkSync(repository, link);
    await at.observes(join(link, 'resources/claude/hooks/session-cleanup.sh'), [], at.claudeInput('SessionStart'));
    assert.ok(at.record('claude').conversation);
  });
});

describe('session-cleanup at the end', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  const old = new Date(Date.now() - 25 * 3_600_000);
  const end = () => at.hook('session-cleanup', at.event('SessionEnd'));

  it('sweeps markers that are older than a day, and nothing else', async () => {
    const root = at.env['PARTY_MARKER_ROOT'] ?? '';
    const elsewhere = join(at.root, 'elsewhere');
    writeFileSync(elsewhere, '');
    for (const name of ['claude-codex-old', 'claude-code-critic-new', 'claude-other-old', 'mine']) {
      writeFileSync(join(root, name), '');
      if (!name.endsWith('new')) utimesSync(join(root, name), old, old);
    }
    symlinkSync(elsewhere, join(root, 'claude-minimizer-link'));
    allowed(await end());
    assert.deepEqual(at.markers(), ['claude-code-critic-new', 'claude-minimizer-link', 'claude-other-old', 'mine']);
  });

  it('removes state directories of parties that no longer run', async () => {
    const { session } = await at.box.start(at.top, [], { PARTY_SESSION: '' });
    const live = join(at.box.stateRoot, session.name);
    const dead = join(at.box.stateRoot, 'party-dead-1');
    mkdirSync(dead, { mode: 0o700 });
    symlinkSync(at.durable('sessions/dead-1/messages'), join(dead, 'messages'));
    const foreign = join(at.box.stateRoot, 'party-foreign-1');
    mkdirSync(foreign, { mode: 0o700 });
    symlinkSync('/elsewhere/messages', join(foreign, 'messages'));
    allowed(await end());
    await until('the directory to go', () => !existsSync(dead));
    assert.ok(existsSync(live));
    assert.ok(existsSync(foreign));
  });
});
