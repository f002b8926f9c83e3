// The demo agents take a change through its whole review, by the shipped scripts and hooks, at a word of the human.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewLine } from '../../../src/core/messages/paneLines.ts';
import type { ProjectEvent } from '../../../src/core/project/event.ts';
import type { Status } from '../../../src/core/status/status.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { repository, Sandbox, until } from '../../support/sandbox.ts';

describe('a review by the demo agents', function () {
  this.timeout(150_000);
  let box: Sandbox;
  let project: string;
  before(async () => {
    box = new Sandbox();
    box.env['PARTY_DEMO_PACE'] = '0';
    project = demoProject(box);
    await box.start(project);
  });
  after(() => box.dispose());

  const review = async () => (await box.partyJson<Status>(['status'], { cwd: project })).review;
  const becomes = (kind: Status['review']['kind'], round: number) => {
    let seen = '';
    return until(
      `the review to be ${kind} in round ${round}`,
      async () => {
        // A program that is called again and again to ask would take the time from the agents.
        const now = existsSync(log()) ? readFileSync(log(), 'utf8') : '';
        if (now === seen) return false;
        seen = now;
        const reached = await review();
        return reached.kind === kind && reached.round === round;
      },
      120_000,
    ).catch(async (error) => {
      const panes = await Promise.all(['claude', 'codex'].map((role) => screen(role)));
      throw new Error(`${error}; it is ${JSON.stringify(await review())}\n${panes.join('\n-----\n')}`);
    });
  };
  const screen = async (role: string) => (await box.party(['check', role, '300'], { cwd: project })).stdout;
  const shows = (role: string, text: string) =>
    until(`"${text}" on the pane of ${role}`, async () => squeeze(await screen(role)).includes(squeeze(text)), 30_000);
  const go = () => box.party(['talk', 'claude', 'go'], { cwd: project });
  const log = () => join(projectDirectory(partyPaths(box.env), project), 'events.jsonl');
  const events = () =>
    readFileSync(log(), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as ProjectEvent).event);

  it('goes from "go" to an approval in the second round', async () => {
    await go();
    await becomes('approved', 2);
    await shows('claude', 'The gate is open');
  });

  it('shows what the gates denied, the findings, and the gate that opened', async () => {
    const claude = squeeze(await screen('claude'));
    const steps = [
      'Bash(gh pr create --fill)└denied:',
      "Bash(tmux-codex.sh --review 'Greet everyone')└denied:",
      'Agent(party:code-critic)',
      'VERDICT: APPROVE',
      'CODEX_REVIEW_REQUESTED',
      'Bash(tmux-codex.sh --review-complete',
      'Bash(party findings triage r1-F2 out-of-scope',
      "Bash(tmux-codex.sh --re-review 'r1-F1 will be fixed')",
      'Update(src/greet.js)',
      'Bash(tmux-codex.sh --review --delta)',
      'Bash(tmux-codex.sh --approve)└CODEX APPROVED',
      'Bash(party evidence run tests -- node src/greet.test.js)',
      'VERDICT: CLEAN',
      'Bash(party evidence verify)',
      'Bash(gh pr create --fill)└allowed',
    ];
    let from = 0;
    for (const step of steps) {
      const at = claude.indexOf(squeeze(step), from);
      assert.ok(at >= 0, `${step} is not on the pane, or not in its turn:\n${await screen('claude')}`);
      from = at + 1;
    }
    await shows('codex', 'F1 blocking src/greet.js:3');
  });

  it("is in the project's log, step by step", () => {
    // Claude may load the findings before or after the end of Codex's turn.
    assert.equal(events().filter((name) => name === 'reviewer-wrote').length, 2);
    assert.deepEqual(
      events().filter((name) => name !== 'started' && name !== 'reviewer-wrote'),
      [
        ...['critic-started', 'critic-stopped', 'critic-started', 'critic-stopped', 'requested', 'received'],
        ...['triaged', 're-review'],
        ...['critic-started', 'critic-stopped', 'critic-started', 'critic-stopped', 'requested', 'received'],
        ...['approved', 'ran', 'ran', 'critic-started', 'critic-stopped', 'verified'],
      ],
    );
  });

  it('lists its findings with their final states', async () => {
    const { findings } = await box.partyJson<{ findings: { key: string; state: string }[] }>(
      ['findings', 'list', '--all'],
      { cwd: project },
    );
    assert.deepEqual(findings.map(({ key, state }) => `${key} ${state}`).sort(), ['r1-F1 fixed', 'r1-F2 out-of-scope']);
  });

  it('has changed the code and its test, and nothing else', () => {
    const changed = execFileSync('git', ['status', '--short'], { cwd: project, encoding: 'utf8' });
    assert.equal(changed, ' M src/greet.js\n M src/greet.test.js\n');
    const greeting = execFileSync(process.execPath, ['src/greet.js', '', 'Ada', 'Alan'], { cwd: project });
    assert.equal(String(greeting), 'Hello, Ada and Alan!\n');
  });

  it('is stale after an edit, and the gate closes', async () => {
    appendFileSync(join(project, 'src/greet.js'), '// by hand\n');
    const { kind, staleBecause } = await review();
    assert.deepEqual({ kind, staleBecause }, { kind: 'stale', staleBecause: ['src/greet.js'] });
    assert.match(await gate(), /"permissionDecision":"deny"/);
  });

  it('reviews the edit in another round', async () => {
    await go();
    await becomes('approved', 3);
    await until('the gate to open', async () => (await gate()) === '', 30_000);
  });

  it('no hook logged an error', () => {
    const hooks = join(projectDirectory(partyPaths(box.env), project), 'hooks.jsonl');
    assert.doesNotMatch(existsSync(hooks) ? readFileSync(hooks, 'utf8') : '', /"level":"error"/);
  });

  /** What pr-gate prints about a pull request: nothing when it may be made. */
  async function gate(): Promise<string> {
    const input = JSON.stringify({
      session_id: 'test',
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'gh pr create --fill' },
    });
    writeFileSync(join(box.root, 'input.json'), input);
    const { stdout } = await box.run(
      'sh',
      [
        '-c',
        'exec sh "$1" <"$2"',
        'sh',
        join(repository, 'resources/claude/hooks/pr-gate.sh'),
        join(box.root, 'input.json'),
      ],
      { cwd: project, env: { PARTY_SESSION: 'party-test' } },
    );
    return stdout.trim();
  }
});

describe('the demo agents in a project of the user', function () {
  this.timeout(30_000);
  it('change nothing and prove nothing', async () => {
    const box = new Sandbox();
    try {
      box.env['PARTY_DEMO_PACE'] = '0';
      const project = demoProject(box);
      writeFileSync(join(project, 'package.json'), '{"name":"greetings"}\n');
      git(box, project, 'commit', '--quiet', '--all', '-m', 'Ours now');
      await box.start(project);
      const { stdout } = await box.party(['talk', 'claude', 'go', '--wait', '--timeout', '20s'], { cwd: project });
      assert.match(stdout, /^This scene plays only in the demo project/);
      assert.equal(git(box, project, 'status', '--short'), '');
      const { review } = await box.partyJson<Status>(['status'], { cwd: project });
      assert.equal(review.kind, 'none');
    } finally {
      await box.dispose();
    }
  });
});

describe('a review by the demo agents that is interrupted', function () {
  this.timeout(150_000);
  it('shows the message as submitted, also to a later look', async () => {
    const box = new Sandbox();
    try {
      // It never comes to the end of this review.
      box.env['PARTY_DEMO_REVIEW_PACE'] = '1000000';
      const project = demoProject(box);
      const { panes, session } = await box.start(project);
      const mailbox = openMailbox(join(box.stateRoot, session.name));
      const { id, line } = await mailbox.write({
        ...{ to: 'codex', from: 'claude', kind: 'review', text: 'Look at it', line: reviewLine },
        response: (request) => join(mailbox.directory, 'codex', 'findings', `${request}.json`),
      });
      // As a sender leaves it that was killed after it had pressed Enter.
      await mailbox.record({ event: 'typing', id, row: 0 });
      await mailbox.record({ event: 'typed', id });
      const screen = async () => (await box.party(['check', 'codex', '300'], { cwd: project })).stdout;
      await until('Codex', async () => /Try:/.test(await screen()));
      await box.tmux('set-buffer', '-b', 'line', '--', line);
      await box.tmux('paste-buffer', '-p', '-r', '-d', '-b', 'line', '-t', panes.codex);
      await box.tmux('send-keys', '-t', panes.codex, 'Enter');
      await until('Codex at work', async () => /Working/.test(await screen()));
      await box.tmux('send-keys', '-t', panes.codex, 'C-c');
      await until('Codex to stop', async () => /■ Interrupted/.test(await screen()));
      await box.party(['message', 'list'], { cwd: project });
      const [message] = await mailbox.messages();
      assert.deepEqual([message?.state, message?.retried], ['submitted', undefined]);
    } finally {
      await box.dispose();
    }
  });

  it('continues where it stopped', async () => {
    const box = new Sandbox();
    try {
      box.env['PARTY_DEMO_PACE'] = '400';
      // Codex is interrupted in its first review, so that one has to last until the test has seen that it runs.
      box.env['PARTY_DEMO_REVIEW_PACE'] = '5000';
      const project = demoProject(box);
      const { panes } = await box.start(project);
      const status = () => box.partyJson<Status>(['status'], { cwd: project });
      const title = async (pane: string) =>
        (await box.tmux('display-message', '-p', '-t', pane, '#{pane_title}')).stdout;
      const screen = async (role: string) => (await box.party(['check', role, '300'], { cwd: project })).stdout;
      const go = () => box.party(['talk', 'claude', 'go'], { cwd: project });
      const interrupt = async (role: 'claude' | 'codex') => {
        await box.tmux('send-keys', '-t', panes[role], 'C-c');
        const pane = async () => (await box.tmux('capture-pane', '-p', '-t', panes[role])).stdout;
        await until(`${role} to stop`, async () => /■ Interrupted/.test(await pane()));
      };

      await go();
      await until('the edit', () => /names/.test(readFileSync(join(project, 'src/greet.js'), 'utf8')), 30_000);
      await interrupt('claude');
      assert.equal((await status()).review.kind, 'none');

      await go();
      await until('Codex at work', async () => /Working/.test(await title(panes.codex)), 60_000);
      await interrupt('codex');
      await until('Claude to be done', async () => /^✳/.test(await title(panes.claude)), 30_000);
      assert.equal((await status()).review.kind, 'requested');

      await go();
      // Read from the file: a program that is started again and again to ask would take the time from the agents.
      const log = join(projectDirectory(partyPaths(box.env), project), 'events.jsonl');
      await until('the approval', () => readFileSync(log, 'utf8').includes('"event":"approved"'), 100_000);
      const { kind, round } = (await status()).review;
      assert.deepEqual({ kind, round }, { kind: 'approved', round: 2 });
      assert.match(await screen('claude'), /CODEX_REVIEW_NUDGED/);
    } finally {
      await box.dispose();
    }
  });
});

/** A copy of the demo project, committed, as `npm start` makes it. */
function demoProject(box: Sandbox): string {
  const project = box.directory('demo');
  cpSync(join(repository, 'resources/demo/project'), project, { recursive: true });
  git(box, project, 'init', '--quiet', '--initial-branch=main');
  git(box, project, 'add', '.');
  git(box, project, 'commit', '--quiet', '-m', 'A small project');
  return project;
}

function git(box: Sandbox, project: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Party', '-c', 'user.email=party@example.com'];
  return execFileSync('git', ['-C', project, ...identity, ...args], { env: box.env, encoding: 'utf8' });
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
