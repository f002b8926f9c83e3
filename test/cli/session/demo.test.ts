// `party demo`, and the demo reviewer: it answers plans and collab in the demo project only, and only for demo agents.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoApproval } from '../../../src/core/project/approvedPlan.ts';
import type { SessionRecord } from '../../../src/core/session/sessionRecord.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { openProjectLog } from '../../../src/node/project/projectLog.ts';
import { recordSession } from '../../../src/node/session/sessionRecord.ts';
import { refreshCurrent } from '../../../src/node/system/installation.ts';
import { node20, repository, Sandbox } from '../../support/sandbox.ts';

const plan = (approach: string) =>
  ['Goal', 'Context', 'Approach', 'Changes', 'Risks', 'Open Questions']
    .map((heading) => `## ${heading}\n\n${heading === 'Approach' ? approach : 'Some words.'}\n`)
    .join('\n');

describe('party demo', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let demo: string;
  let withoutCodex: string;
  /** The demo Codex is a program of its own. */
  const env = { PARTY_NODE: node20, PARTY_DEMO_PACE: '0' };
  before(async () => {
    box = new Sandbox();
    demo = (await box.partyJson<{ directory: string }>(['demo', 'greetings'])).directory;
    withoutCodex = box.directory('git-only');
    const git = (await box.run('sh', ['-c', 'command -v git'])).stdout.trim();
    symlinkSync(git, join(withoutCodex, 'git'));
    await refreshCurrent(partyPaths(box.env), repository);
  });
  after(() => box.dispose());

  const inDemo = (...args: string[]) => box.partyJson<Record<string, unknown>>(args, { cwd: demo, env });
  /** As if a party had been started, by the files that a start leaves. */
  async function started(top: string, id: string, agents: { demo: boolean }): Promise<void> {
    const startedAt = `2026-01-0${id}T00:00:00.000Z`;
    const record: SessionRecord = { version: 1, id, title: '', cwd: top, startedAt, processes: [], ...agents };
    await recordSession(partyPaths(box.env), top, record);
  }

  it('makes a repository with one commit, whose window uses the demo agents', async () => {
    assert.equal(demo, join(box.root, 'greetings'));
    const log = await box.run('git', ['-C', demo, 'log', '--format=%an %s']);
    assert.equal(log.stdout, 'Party A small project\n');
    const status = await box.run('git', ['-C', demo, 'status', '--porcelain']);
    assert.equal(status.stdout, '');
    assert.deepEqual(JSON.parse(readFileSync(join(demo, '.vscode/settings.json'), 'utf8')), { 'party.agents': 'demo' });
  });

  it('makes a new folder for itself when it is given none', async () => {
    const { directory } = await box.partyJson<{ directory: string }>(['demo']);
    assert.ok(directory.startsWith(join(box.env['TMPDIR'] ?? '?', 'party-demo-')), directory);
    assert.ok(existsSync(join(directory, 'src/greet.js')));
  });

  it('leaves folders with files and repositories alone', async () => {
    const full = box.directory('full');
    writeFileSync(join(full, 'mine'), 'mine');
    const failure = await box.failure(['demo', full]);
    assert.match(failure.message, /full is not empty/);
    assert.deepEqual(readdirSync(full), ['mine']);
    const project = box.project('outer');
    const inside = await box.failure(['demo', join(project, 'inside')]);
    assert.match(inside.message, /is inside the repository/);
    assert.equal(existsSync(join(project, 'inside')), false);
    const deep = await box.failure(['demo', join(project, 'docs/samples/inside')]);
    assert.match(deep.message, /is inside the repository/);
    assert.deepEqual(readdirSync(project), ['.git'], 'nor the folders above it');
  });

  it('makes the folders above it, and says at once where none can be made', async () => {
    const { directory } = await box.partyJson<{ directory: string }>(['demo', 'several/folders/deep']);
    assert.ok(existsSync(join(directory, 'src/greet.js')));
    writeFileSync(join(box.root, 'a-file'), '');
    const below = await box.failure(['demo', join(box.root, 'a-file/below/it')]);
    assert.match(below.message, /below\/it is not a folder/);
    symlinkSync(join(box.root, 'nowhere'), join(box.root, 'dangling'));
    const dangling = await box.failure(['demo', 'dangling']);
    const system = await box.failure(['demo', '/proc/party-demo/deep']);
    assert.match(system.message, /deep cannot be created: .*\. Choose another folder/);
    assert.match(dangling.message, /dangling cannot be created: .*\. Choose another folder/);
  });

  it('says what to do when there is no git, and leaves nothing', async () => {
    const bin = box.directory('no-git');
    const failure = await box.failure(['demo', 'without'], { env: { PATH: bin } });
    assert.match(failure.message, /git was not found/);
    assert.equal(existsSync(join(box.root, 'without')), false);
  });

  it('has its own reviewer for plans, by the same code', async () => {
    await started(demo, '1', { demo: true });
    await inDemo('plan', 'start');
    mkdirSync(join(demo, 'docs'), { recursive: true });
    writeFileSync(join(demo, 'docs/plan.md'), plan('Join the names.'));
    const first = await inDemo('plan', 'review');
    assert.equal(first['kind'], 'changes-requested');
    assert.match(JSON.stringify(first['verdict']), /"line":9,"severity":"blocking","text":"[^"]*empty names/);
    writeFileSync(join(demo, 'docs/plan.md'), plan('Leave out empty names, and join the others.'));
    const second = await inDemo('plan', 'review');
    assert.equal(second['kind'], 'approved');
    assert.equal(second['demo'], true);
    const { stdout } = await box.party(['plan', 'status'], { cwd: demo });
    assert.match(stdout, /^Plan: approved \(v2, demo\)$/m);
    const events = await openProjectLog(partyPaths(box.env), demo).events();
    const approved = events.find((event) => event.event === 'plan' && event.what === 'approved');
    assert.equal(approved?.event === 'plan' && approved.hash, demoApproval(String(second['hash'])));
  });

  it('approves nothing for real agents', async () => {
    await started(demo, '2', { demo: false });
    const { plan: status } = (await inDemo('plan', 'status')) as { plan: { kind: string } };
    assert.notEqual(status.kind, 'approved');
    // Without the label, too: the log knows who approved it.
    const file = join(demo, '.claude/review/approval.json');
    const { demo: _, ...unlabelled } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(unlabelled));
    assert.notEqual(((await inDemo('plan', 'status')) as { plan: { kind: string } }).plan.kind, 'approved');
    const failure = await box.failure(['plan', 'review'], { cwd: demo, env: { ...env, PATH: withoutCodex } });
    assert.match(failure.message, /Codex \(codex\) is not installed/);
    await inDemo('plan', 'stop');
    rmSync(join(demo, 'docs/plan.md'));
  });

  it('reviews collab, and names the model demo', async () => {
    await started(demo, '3', { demo: true });
    writeFileSync(join(demo, 'docs/design.md'), '# Greet\n\n## Task 1\n\nAll names.\n');
    await inDemo('collab', 'start', '--design', 'docs/design.md');
    const design = await inDemo('collab', 'review');
    assert.equal(design['kind'], 'reviewed');
    assert.match(readFileSync(join(demo, String(design['file'])), 'utf8'), /model: demo/);
    const greet = join(demo, 'src/greet.js');
    const code = readFileSync(greet, 'utf8');
    writeFileSync(greet, code.replace('name}!', "[name].join(' and ')}!"));
    const flagged = await inDemo('collab', 'review');
    assert.match(JSON.stringify(flagged['verdict']), /"category":"correctness"/);
    assert.equal((flagged['keys'] as string[]).length, 1);
    writeFileSync(greet, readFileSync(greet, 'utf8').replace('].join', '].filter(Boolean).join'));
    const done = await inDemo('collab', 'review');
    assert.deepEqual([done['open'], done['complete']], [[], true]);
  });

  it('leads demo agents in another folder to the demo project', async () => {
    const other = box.directory('other');
    await box.run('git', ['init', '--quiet', other]);
    await started(other, '1', { demo: true });
    await box.party(['plan', 'start'], { cwd: other });
    mkdirSync(join(other, 'docs'));
    writeFileSync(join(other, 'docs/plan.md'), plan('Leave out empty names.'));
    const failure = await box.failure(['plan', 'review'], { cwd: other, env: { ...env, PATH: withoutCodex } });
    assert.match(failure.message, /demo Codex reviews only the demo project.*party demo/);
  });
});
