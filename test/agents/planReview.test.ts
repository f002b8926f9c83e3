// The loop around a plan with the real clients on scripted models: written, refused, revised, approved, and withdrawn.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanState } from '../../src/core/plan/plan.ts';
import type { Status } from '../../src/core/status/status.ts';
import { goodPlan } from '../support/parts/plan.ts';
import { newProject, type Project } from '../support/project.ts';
import { Sandbox, until } from '../support/sandbox.ts';
import { prepareHome } from './home.ts';
import type { ToolCall } from './models/anthropic.ts';
import { type CodexRule, startCodexModel } from './models/openai.ts';
import { sendJson, serve } from './models/server.ts';
import { Party } from './party.ts';

const refusal = JSON.stringify({
  is_optimal: false,
  summary: 'The goal is vague.',
  notes: [{ line: 3, severity: 'blocking', text: 'No test could tell when it is reached', suggestion: 'Name a test' }],
});
const praise = JSON.stringify({ is_optimal: true, summary: 'Build it.', notes: [] });
const revised = goodPlan.replace('About goal.', 'The test of login passes.');

type Shown = PlanState & { readonly plan: Status['plan'] };

describe('a plan with the real clients', function () {
  this.timeout(120_000);
  let party: Party;
  const plan = () => join(party.project, 'docs/plan.md');
  const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command, description: 'as scripted' } });
  const write = (content: string): ToolCall => ({ tool: 'Write', input: { file_path: plan(), content } });
  const shown = () => party.sandbox.partyJson<Shown>(['plan', 'status'], { cwd: party.project });
  const review = (file: string) => readFileSync(join(party.project, '.claude/review', file), 'utf8');
  /** What the hooks have said to Claude when it had done what it was told. */
  const tells = async (words: string, last: string) => {
    await party.becomes('claude', 'idle');
    await party.say('claude', words);
    // Two reviews take longer than what the party waits for otherwise.
    await until(last, async () => (await party.screen('claude')).includes(last), 60_000);
    const { messages } = JSON.parse(party.claude.requests.at(-1)?.body ?? '{}');
    return textsOf(messages)
      .filter((text) => /PostToolUse:\w+ hook/.test(text))
      .join('\n');
  };

  before(async () => {
    party = await Party.start({
      claude: [
        {
          when: /^plan it/,
          call: () => [bash('party plan start'), write(goodPlan), write(revised)],
          say: 'READY TO EXECUTE?',
        },
        { when: /^look around/, call: () => [bash('ls')], say: 'LOOKED AROUND' },
        { when: /^look again/, call: () => [bash('ls')], say: 'LOOKED AGAIN' },
        {
          when: /^change the plan/,
          call: () => [
            { tool: 'Edit', input: { file_path: plan(), old_string: 'About risks.', new_string: 'No risks at all.' } },
          ],
          say: 'THE PLAN HAS CHANGED',
        },
        { when: /./, say: 'HEARD' },
      ],
      codex: [
        { when: /No risks at all/, say: refusal },
        { when: /^# Plan review, version 1$/m, say: refusal },
        { when: /^# Plan review, version 2$/m, say: praise },
      ],
      prepare: (sandbox) => mkdirSync(join(sandbox.root, 'project/docs'), { recursive: true }),
    });
  });
  after(() => party?.dispose());

  it('is written, refused with notes, revised and approved', async () => {
    const told = await tells('plan it', 'READY TO EXECUTE?');
    assert.match(told, /PostToolUse:Write hook blocking error.*: Party: Codex does not call the plan optimal yet/);
    assert.match(told, /docs\/plan\.md:3, blocking\n\| No test could tell when it is reached/);
    assert.match(told, /PostToolUse:Write hook additional context: Party: Codex has approved the plan \(version 2\)/);
    assert.match(told, /Ready to execute\?/);
    const { plan: status, approval, versions } = await shown();
    assert.deepEqual([status.kind, status.version], ['approved', 2]);
    assert.deepEqual(
      versions.map(({ verdict }) => verdict?.is_optimal),
      [false, true],
    );
    assert.equal(review('plan_v1.snapshot.md'), goodPlan);
    assert.equal(review('plan_v2.snapshot.md'), revised);
    assert.match(review('plan_v1.annotated.md'), /No test could tell when it is reached/);
    assert.equal(approval?.codex_thread_id, review('codex_thread_id').trim());
  });

  it('was reviewed in one thread: the second time Codex saw the first', () => {
    const second = party.codex.requests.find(({ userText }) => userText.includes('# Plan review, version 2'));
    const reviews = second?.prompts.filter((prompt) => prompt.startsWith('# Plan review')) ?? [];
    assert.equal(reviews.length, 2);
    assert.match(second?.userText ?? '', /^ 3\| The test of login passes\.$/m);
  });

  it('loses its approval with the next edit, and is reviewed again', async () => {
    const told = await tells('change the plan', 'THE PLAN HAS CHANGED');
    assert.match(told, /PostToolUse:Edit hook blocking error.*not call the plan optimal yet \(version 1\)/);
    const { plan: status } = await shown();
    assert.deepEqual([status.kind, status.version], ['changes-requested', 1]);
    assert.ok(!existsSync(join(party.project, '.claude/review/approval.json')));
  });

  it('reports every change outside of it', async () => {
    await tells('look around', 'LOOKED AROUND');
    writeFileSync(join(party.project, 'by-the-human.txt'), '1\n');
    const told = await tells('look again', 'LOOKED AGAIN');
    assert.match(told, /PostToolUse:Bash hook additional context: Party: The plan is not approved/);
    assert.match(told, /- created: by-the-human\.txt$/m);
    assert.match(told, /Do not undo it yourself/);
  });
});

/** Every text in a request, however deep. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('a plan that the real Codex cannot review', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  beforeEach(async () => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    project.write('docs/plan.md', goodPlan);
    await box.party(['plan', 'start'], { cwd: project.top });
  });
  afterEach(() => box.dispose());

  const config = () => join(box.home, '.codex/config.toml');
  /** Without the switch by which the tests otherwise keep it from trying for ever. */
  const prepare = (codexUrl: string) => {
    prepareHome(box, { project: project.top, claudeUrl: 'http://127.0.0.1:9', codexUrl, answered: false });
    writeFileSync(config(), readFileSync(config(), 'utf8').replace('unbounded_connection_retries = false', ''));
  };
  const plan = (...args: string[]) => box.party(['plan', ...args], { cwd: project.top });
  const file = (name: string) => join(project.top, '.claude/review', name);
  const notReviewed = async (message: RegExp, ...args: string[]) => {
    const output = await plan('review', ...args);
    assert.notEqual(output.code, 0, output.stdout);
    assert.match(output.stderr, message);
    assert.ok(!existsSync(file('approval.json')));
    assert.ok(!existsSync(file('plan_v1.codex.json')));
    assert.equal(readFileSync(file('version_counter'), 'utf8'), '0\n');
    assert.match((await plan('history')).stdout, / failed v1 by human: /);
  };
  const withModel = async (rules: readonly CodexRule[], act: () => Promise<void>) => {
    const model = await startCodexModel(rules);
    try {
      prepare(model.url);
      await act();
    } finally {
      await model.stop();
    }
  };

  const usage = { error: { type: 'usage_limit_reached', message: 'limit', resets_in_seconds: 3600 } };
  for (const [title, status, body, message] of [
    ['401', 401, { error: { message: 'no' } }, /401 Unauthorized.*codex login/],
    ['429', 429, { error: { message: 'no' } }, /429 Too Many Requests/],
    ['usage limit', 429, usage, /usage limit/i],
    ['500', 500, { error: { message: 'no' } }, /Codex gave no review: /],
  ] as const) {
    it(`says why (${title})`, async () => {
      const server = await serve(async (_, response) => sendJson(response, status, body));
      try {
        prepare(server.url);
        await notReviewed(message);
      } finally {
        await server.stop();
      }
    });
  }

  it('ends by itself when no model can be reached', async () => {
    prepare('http://127.0.0.1:9');
    await notReviewed(/Codex gave no review: /, '--timeout', '30s');
  });

  it('is given up when it takes too long, and nothing of Codex is left running', () =>
    withModel([{ when: /Plan review/, run: 'sleep 1000', say: praise }], async () => {
      await notReviewed(/Codex runs sleep 1000[\s\S]*within 8 s; nothing was recorded.*--timeout/, '--timeout', '8s');
      // Each of its processes has the project on its command line, or was started by one that has.
      const running = async () => (await box.run('ps', ['-eo', 'args'])).stdout;
      await until('the end of Codex', async () => !(await running()).includes(project.top));
    }));

  it('is not approved by words', () =>
    withModel([{ when: /Plan review/, say: 'is_optimal: true' }], () => notReviewed(/not a verdict: it is not JSON/)));

  it('is not approved by an answer of another form', () =>
    withModel([{ when: /Plan review/, say: '{"is_optimal":true}' }], () =>
      notReviewed(/not have the requested format/),
    ));

  it('begins a new thread when the one that it had is gone', () =>
    withModel(
      [
        { when: /^# Plan review, version 1$/m, say: refusal },
        { when: /./, say: praise },
      ],
      async () => {
        assert.match((await plan('review')).stdout, /^changes requested/);
        const thread = readFileSync(file('codex_thread_id'), 'utf8');
        rmSync(join(box.home, '.codex/sessions'), { recursive: true });
        project.write('docs/plan.md', revised);
        assert.match((await plan('review')).stderr, /no longer has the thread of this plan/);
        assert.ok(!existsSync(file('approval.json')));
        assert.equal((await plan('review')).stdout, 'approved: version 2\n');
        assert.notEqual(readFileSync(file('codex_thread_id'), 'utf8'), thread);
      },
    ));

  it('cannot be changed by Codex while it reads', () =>
    withModel(
      [{ when: /Plan review/, run: 'echo x >> docs/plan.md; touch src/mine; ls -la src', say: praise }],
      async () => {
        assert.equal((await plan('review')).stdout, 'approved: version 1\n');
        assert.equal(readFileSync(join(project.top, 'docs/plan.md'), 'utf8'), goodPlan);
        assert.ok(!existsSync(join(project.top, 'src/mine')));
      },
    ));
});
