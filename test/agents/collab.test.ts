// Collab with the real clients on scripted models: Claude stops, Codex reviews, Claude goes on. What both say is scripted;
// what Claude is told, and when it may stop, comes from the shipped hook.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CollabState } from '../../src/core/collab/collab.ts';
import type { Status } from '../../src/core/status/status.ts';
import { copyBuilt } from '../support/copyBuilt.ts';
import { twoTasks } from '../support/parts/collab.ts';
import { newProject, type Project } from '../support/project.ts';
import { node20, repository, Sandbox, until } from '../support/sandbox.ts';
import { beginWork } from './beginWork.ts';
import { prepareHome } from './home.ts';
import { type ClaudeModel, type ClaudeRule, startClaudeModel, type ToolCall } from './models/anthropic.ts';
import { type CodexModel, type CodexRule, startCodexModel } from './models/openai.ts';
import { sendJson, serve } from './models/server.ts';
import { Party, withResolvers } from './party.ts';

const half = (by: number) => `export const half = (n) => n / ${by};\n`;
const verdict = (issues: readonly object[], resolved: readonly string[] = []) =>
  JSON.stringify({ summary: 'I have read it.', issues, resolved });
const zero = {
  ...{ severity: 'critical', category: 'correctness', file: 'src/half.js', line: 1, title: 'Divides by zero' },
  ...{ description: 'n / 0 is Infinity.', suggestion: 'Divide by 2.', conflicts_with_design: false },
};
const clean = verdict([]);
const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command, description: 'as scripted' } });

describe('collab with the real clients', function () {
  this.timeout(180_000);
  let party: Party;
  const path = (file: string) => join(party.project, file);
  const write = (file: string, content: string): ToolCall => ({
    tool: 'Write',
    input: { file_path: path(file), content },
  });
  const read = (file: string): ToolCall => ({ tool: 'Read', input: { file_path: path(file) } });
  const status = () => party.sandbox.partyJson<Status>(['status'], { cwd: party.project });

  before(async () => {
    party = await Party.start({
      claude: [
        {
          when: /^build it/,
          call: () => [bash('party collab start'), write('docs/plan.md', twoTasks)],
          say: 'THE DESIGN IS WRITTEN',
        },
        {
          when: /Codex flagged 1 issue in task 1 of 2/,
          call: () => [read('src/half.js'), write('src/half.js', half(2))],
          say: 'IT IS FIXED',
        },
        { when: /Continue with task 1 of 2/, call: () => [write('src/half.js', half(0))], say: 'TASK 1 IS DONE' },
        { when: /Continue with task 2 of 2/, call: () => [write('src/quarter.js', half(4))], say: 'TASK 2 IS DONE' },
        { when: /./, say: 'HEARD' },
      ],
      codex: [
        { when: /^# Design review/, say: clean },
        { when: /n \/ 2/, say: verdict([], ['c2r1-F1']) },
        { when: /n \/ 0/, say: verdict([zero]) },
        { when: /n \/ 4/, say: clean },
      ],
      prepare: (sandbox) => beginWork(sandbox, 'src'),
    });
    await party.becomes('claude', 'idle');
  });
  after(() => party?.dispose());

  it('goes from the design to the last task without being asked, and ends by itself', async () => {
    await party.say('claude', 'build it');
    await until('the end', async () => (await status()).collab.phase === 'complete', 120_000);
    await party.becomes('claude', 'idle');
    const prompts = party.claude.requests.at(-1)?.prompts ?? [];
    const told = prompts.filter((prompt) => prompt.startsWith('Stop hook feedback:'));
    assert.deepEqual(
      told.map((text) => /^Stop hook feedback:\nParty: (.*)$/m.exec(text)?.[1]),
      [
        'Codex flagged nothing in the design.',
        'Codex flagged 1 issue in task 1 of 2, blocking.',
        'Codex flagged nothing in task 1 of 2.',
      ],
    );
    assert.match(told[1] ?? '', /- c2r1-F1, src\/half\.js:1, critical, correctness\n\| Divides by zero/);
    const screen = await party.screen('claude');
    assert.match(screen, /collab is\s+complete/);
    // What went well is not shown as an error.
    assert.match(screen, /Stop hook feedback: Party: Codex flagged nothing in task 1 of 2/);
    assert.doesNotMatch(screen, /Stop hook error/);
  });

  it('showed Codex each time what was new, in one thread', () => {
    const asked = party.codex.requests.filter(({ userText }) => /^# (?:Design review|Review of task)/.test(userText));
    assert.deepEqual(
      asked.map(({ userText }) => userText.split('\n')[0]),
      ['# Design review', '# Review of task 1 of 2', '# Review of task 1 of 2', '# Review of task 2 of 2'],
    );
    const last = asked.at(-1);
    assert.match(last?.userText ?? '', /quarter\.js/);
    assert.doesNotMatch(last?.userText ?? '', /half\.js/);
    assert.equal(last?.prompts.filter((prompt) => /^# (?:Design review|Review of task)/.test(prompt)).length, 4);
  });

  it('kept its findings in the ledger, as fixed', async () => {
    const { findings } = await party.sandbox.partyJson<{ findings: { key: string; state: string }[] }>(
      ['findings', 'list', '--all'],
      { cwd: party.project },
    );
    assert.deepEqual(
      findings.map(({ key, state }) => `${key} ${state}`),
      ['c2r1-F1 fixed'],
    );
  });

  it('ends with the next Stop', async () => {
    await party.say('claude', 'thank you');
    await until('the state to be gone', () => !existsSync(path('.claude/codex-collab.state.json')));
    await party.becomes('claude', 'idle');
    assert.equal((await status()).collab.phase, 'idle');
  });

  it('leaves no error of a hook in the log', () => {
    const log = existsSync(party.hookLog) ? readFileSync(party.hookLog, 'utf8') : '';
    assert.doesNotMatch(log, /"level":"error"/);
  });
});

describe('a Stop of Claude that the human interrupts', function () {
  this.timeout(90_000);
  let party: Party;
  before(async () => {
    const file = () => join(party.project, 'src/half.js');
    party = await Party.start({
      claude: [
        { when: /^work/, call: () => [{ tool: 'Write', input: { file_path: file(), content: half(0) } }], say: 'DONE' },
        { when: /./, say: 'HEARD' },
      ],
      codex: [{ when: /^# Review of task/, after: new Promise(() => {}) }],
      prepare: (sandbox) => beginWork(sandbox, 'src'),
    });
    await party.becomes('claude', 'idle');
  });
  after(() => party?.dispose());

  it('ends the review, counts nothing, and leaves all changes to the next review', async () => {
    const collab = (...args: string[]) => party.sandbox.party(['collab', ...args], { cwd: party.project });
    assert.equal((await collab('start')).code, 0);
    const file = join(party.project, '.claude/codex-collab.state.json');
    const state = () => JSON.parse(readFileSync(file, 'utf8')) as CollabState;
    writeFileSync(file, JSON.stringify({ ...state(), phase: 'implementing', task_index: 1 }));
    await party.say('claude', 'work');
    await until('Codex', () => party.codex.requests.length > 0, 30_000);
    assert.equal(state().phase, 'task_review');
    // No program types a message into its pane meanwhile.
    assert.equal((await party.agent('claude')).state, 'busy');
    await party.press('claude', 'Escape');
    await party.becomes('claude', 'idle');
    await until('the state of before', () => state().phase === 'implementing');
    await until('the end of Codex', () => running(party.project, 'exec --json').length === 0);
    assert.deepEqual([state().rounds, state().review_log], [0, []]);
  });
});

/** The programs that were called with this text in the project. */
function running(project: string, text: string): string[] {
  const programs = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return programs.filter((line) => line.includes(text) && line.includes(project));
}

/** One print of Claude, with the plugin and as if it were in a party. */
interface Run {
  readonly code: number | undefined;
  readonly output: string;
}

describe('a Stop of the real Claude Code while collab is on', function () {
  this.timeout(120_000);
  let box: Sandbox;
  let project: Project;
  let claude: ClaudeModel | undefined;
  let codex: CodexModel | undefined;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    project.write('docs/plan.md', twoTasks);
    Object.assign(box.env, { PARTY_SESSION: 'party-app-1', PARTY_NODE: node20 });
  });
  afterEach(async () => {
    await Promise.all([claude?.stop(), codex?.stop()]);
    claude = undefined;
    codex = undefined;
    await box.dispose();
  });

  const write = (file: string, content: string): ToolCall => ({
    tool: 'Write',
    input: { file_path: join(project.top, file), content },
  });
  const collab = async (...args: string[]) => {
    const output = await box.party(['collab', ...args], { cwd: project.top });
    assert.equal(output.code, 0, output.stderr);
  };
  const state = () =>
    JSON.parse(readFileSync(join(project.top, '.claude/codex-collab.state.json'), 'utf8')) as CollabState;
  const asked = () =>
    (codex?.requests ?? []).filter(({ userText }) => /^# (?:Design review|Review of task)/.test(userText));
  const told = () => (claude?.requests.at(-1)?.prompts ?? []).filter((one) => one.startsWith('Stop hook feedback:'));

  async function scripted(claudeRules: readonly ClaudeRule[], codexRules: readonly CodexRule[], url?: string) {
    claude = await startClaudeModel(claudeRules);
    codex = await startCodexModel(codexRules);
    const homes = { project: project.top, claudeUrl: claude.url, codexUrl: url ?? codex.url, answered: true };
    prepareHome(box, homes);
  }
  /** With the design behind it. */
  async function implement() {
    await collab('start');
    const now = { ...state(), phase: 'implementing', task_index: 1 };
    writeFileSync(join(project.top, '.claude/codex-collab.state.json'), JSON.stringify(now));
  }
  async function say(prompt: string, env: Record<string, string> = {}, plugin = join(repository, 'resources/claude')) {
    const args = ['-p', prompt, '--plugin-dir', plugin, '--permission-mode', 'acceptEdits'];
    const more = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
    const { code, stdout, stderr } = await box.run('claude', [...args, ...more], { cwd: project.top, env });
    return { code, output: stdout + stderr } satisfies Run;
  }
  /** How many seconds a whole Stop takes on this machine, now: the client must not give up before Codex is asked. */
  let wholeStop = 0;
  const writesHalf: ClaudeRule = { when: /^work/, call: () => [write('src/half.js', half(0))], say: 'DONE' };

  it('that Codex cannot review lets Claude stop, with a note, and counts nothing', async () => {
    const server = await serve(async (_, response) => sendJson(response, 500, { error: { message: 'no' } }));
    try {
      await scripted([writesHalf, { when: /./, say: 'HEARD' }], [], server.url);
      await implement();
      const began = Date.now();
      const { code, output } = await say('work');
      wholeStop = Math.ceil((Date.now() - began) / 1000);
      assert.equal(code, 0);
      assert.match(output, /Codex has not reviewed this: Codex gave no review: /);
      assert.deepEqual(told(), []);
      assert.doesNotMatch(output, /flagged/);
      const { phase, task_index, rounds } = state();
      assert.deepEqual({ phase, task_index, rounds }, { phase: 'implementing', task_index: 1, rounds: 0 });
    } finally {
      await server.stop();
    }
  });

  it('that takes too long is cancelled by the client, and nothing is left running or counted', async () => {
    await scripted([writesHalf], [{ when: /./, after: new Promise(() => {}), say: clean }]);
    await implement();
    const impatient = box.directory('impatient');
    copyBuilt(impatient, 'resources/claude', 'dist');
    const plugin = join(impatient, 'resources/claude');
    const hooks = join(plugin, 'hooks/hooks.json');
    writeFileSync(hooks, readFileSync(hooks, 'utf8').replaceAll('"timeout": 1300', `"timeout": ${6 + wholeStop}`));
    const { code } = await say('work', {}, plugin);
    assert.equal(code, 0);
    assert.equal(asked().length, 1);
    assert.deepEqual(told(), []);
    await until(
      'the end of everything',
      () => state().phase === 'implementing' && running(box.root, 'exec --json').length === 0,
    );
    const { task_index, rounds } = state();
    assert.deepEqual({ task_index, rounds }, { task_index: 1, rounds: 0 });
    // And so does Party itself.
    const late = await box.party(['collab', 'review', '--timeout', '2s'], { cwd: project.top });
    assert.equal(late.code, 4);
    assert.match(late.stderr, /not finished its review within 2 s/);
    assert.equal(state().phase, 'implementing');
  });

  it('passes while collab is paused, and once when it is skipped', async () => {
    await scripted([writesHalf, { when: /./, say: 'HEARD' }], [{ when: /./, say: verdict([zero]) }]);
    await implement();
    await collab('pause');
    assert.match((await say('work')).output, /Collab is paused/);
    await collab('resume');
    await collab('skip');
    assert.match((await say('hello')).output, /was skipped, as requested/);
    assert.equal(asked().length, 0);
    await say('hello');
    assert.equal(asked().length, 1);
    assert.match(told()[0] ?? '', /Codex flagged 1 issue in task 1 of 2/);
  });

  it('without a change is not reviewed: Claude was told, and may stop', async () => {
    await scripted([writesHalf, { when: /./, say: 'I DISAGREE' }], [{ when: /./, say: verdict([zero]) }]);
    await implement();
    const { code, output } = await say('work');
    assert.equal(code, 0);
    assert.equal(told().length, 1);
    assert.equal(asked().length, 1);
    assert.match(
      output,
      /Nothing to review: no relevant changes since the last review\. Task 1 of 2 is still open, and one finding blocks/,
    );
  });

  it('loses no change when Claude Code ignores the block', async () => {
    // While Codex reads, another program changes the code: each Stop has something new, and Claude has called no tool.
    let n = 0;
    const changes = () => {
      project.write('src/half.js', half(10 + n++));
      return [];
    };
    await scripted(
      [{ when: /./, say: 'HEARD' }],
      [{ when: /./, run: changes, say: verdict([{ ...zero, title: 'No' }]) }],
    );
    await implement();
    project.write('src/half.js', half(0));
    const { code, output } = await say('hello', { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1' });
    assert.equal(code, 0, output);
    assert.equal(asked().length, 2);
    assert.equal(told().length, 1);
    const { phase, task_index, rounds } = state();
    assert.deepEqual({ phase, task_index, rounds }, { phase: 'implementing', task_index: 1, rounds: 2 });
    // The next one goes on where that one ended, and its third review is the last before the human decides.
    assert.match((await say('hello')).output, /Collab needs you/);
    assert.equal(asked().length, 3);
  });

  it('of two Claudes at once makes one review', async () => {
    const { promise, resolve } = withResolvers();
    await scripted([writesHalf, { when: /./, say: 'HEARD' }], [{ when: /./, after: promise, say: verdict([zero]) }]);
    await implement();
    const first = say('work');
    await until('Codex', () => asked().length === 1, 30_000);
    const second = await say('hello');
    assert.match(second.output, /Codex is already reviewing this project/);
    assert.equal(asked().length, 1);
    resolve();
    assert.match((await first).output, /flagged 1 issue/);
    assert.equal(asked().length, 1);
  });

  it('waits for the agents that Claude has in the background, and reviews their work with the last one', async () => {
    const { promise, resolve } = withResolvers();
    await scripted(
      [
        { when: /^the job/, after: promise, call: () => [write('src/half.js', half(0))], say: 'THE JOB IS DONE' },
        {
          when: /^work with an agent/,
          call: () => [
            {
              tool: 'Agent',
              input: { subagent_type: 'general-purpose', description: 'x', prompt: 'the job', run_in_background: true },
            },
          ],
          say: 'IT IS LAUNCHED',
        },
        { when: /./, say: 'HEARD' },
      ],
      [{ when: /./, say: verdict([zero]) }],
    );
    await implement();
    project.write('src/before.js', '1\n');
    // A hook of the user's own sees each Stop, too.
    const stops = join(box.root, 'stops.jsonl');
    const hook = { type: 'command', command: `cat >> ${stops}` };
    mkdirSync(join(box.home, '.claude'), { recursive: true });
    writeFileSync(join(box.home, '.claude/settings.json'), JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
    const run = say('work with an agent');
    const running = /"type":"subagent","status":"running"/;
    await until('the first Stop', () => existsSync(stops) && running.test(readFileSync(stops, 'utf8')), 30_000);
    resolve();
    const { output } = await run;
    assert.match(output, /flagged 1 issue/);
    assert.equal(asked().length, 1);
    assert.match(asked()[0]?.userText ?? '', /before\.js[\s\S]*half\.js|half\.js[\s\S]*before\.js/);
  });
});
