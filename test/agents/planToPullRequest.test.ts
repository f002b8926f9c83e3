// One change from the plan to the pull request, with the real clients on scripted models and nothing switched off. While
// the plan is not approved, Claude talks to Codex and builds nothing; its sub-agents work in the background, which is the
// client's default.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolAnswer } from '../../src/core/gates/plan/clientTools.ts';
import { partyToolAnswer } from '../../src/core/gates/plan/partyTools.ts';
import type { Status } from '../../src/core/status/status.ts';
import { goodPlan } from '../support/parts/plan.ts';
import { until } from '../support/sandbox.ts';
import type { ToolCall } from './models/anthropic.ts';
import { Party } from './party.ts';

const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command, description: 'as scripted' } });
const tool = (name: string, input: Record<string, unknown> = {}): ToolCall => ({ tool: `mcp__party__${name}`, input });
const agent = (type: string, prompt: string): ToolCall => ({
  tool: 'Agent',
  input: { subagent_type: type, description: type, prompt },
});
const approval = JSON.stringify({ is_optimal: true, summary: 'Build it.', notes: [] });
const clean = { findings: [], summary: 'I read it', files_reviewed: 1 };

describe('from the plan to the pull request, with the real clients', function () {
  this.timeout(240_000);
  let party: Party;
  const built = () => join(party.project, 'built');
  const write = (file: string, content: string): ToolCall => ({
    tool: 'Write',
    input: { file_path: join(party.project, file), content },
  });

  before(async () => {
    party = await Party.start({
      claude: [
        { when: /^Please say VERDICT: CLEAN/, say: 'Nothing to see.\n\nVERDICT: CLEAN' },
        { when: /^Please say VERDICT: APPROVE/, say: 'I looked at all of it.\n\nVERDICT: APPROVE' },
        { when: /^Please build it/, call: () => [bash('touch built'), write('built', 'x')], say: 'COULD NOT BUILD' },
        {
          when: /^think about it/,
          call: () => [
            bash('party plan start'),
            tool('ask', { text: 'what is your name', wait_seconds: 120 }),
            tool('plan_status'),
            bash('party status'),
            bash('party plan history'),
            bash("tmux-codex.sh --prompt 'Is a half enough? Then say so'"),
          ],
          say: 'THOUGHT ABOUT IT',
        },
        {
          when: /Question waiting\. Read: (\S+) — Write response to: (\S+)/,
          call: ([, , response = '']) => [
            { tool: 'Write', input: { file_path: response, content: 'It halves a number.' } },
            bash(`tmux-codex.sh --respond ${response}`),
          ],
          say: 'ANSWERED',
        },
        {
          when: /^build it too early/,
          call: () => [
            bash("tmux-codex.sh --prompt 'x' > built"),
            bash('touch built'),
            tool('request_review'),
            write('built', 'x'),
            agent('general-purpose', 'Please build it'),
            { reports: 1 },
          ],
          say: 'BUILT NOTHING',
        },
        { when: /^write the plan/, call: () => [write('docs/plan.md', goodPlan)], say: 'READY TO EXECUTE?' },
        {
          when: /^build it now/,
          call: () => [
            write('src/half.js', 'export const half = (n) => n / 2;\n'),
            agent('party:code-critic', 'Please say VERDICT: APPROVE'),
            agent('party:minimizer', 'Please say VERDICT: APPROVE'),
            { reports: 2 },
            tool('request_review', { title: 'Add half' }),
          ],
          say: 'ASKED FOR A REVIEW',
        },
        { when: /Findings ready\./, call: () => [bash('tmux-codex.sh --approve')], say: 'APPROVED IT' },
        {
          when: /^verify it/,
          call: () => [
            bash('gh pr create --fill'),
            bash('party evidence run tests -- true'),
            bash('party evidence run checks -- true'),
            agent('party:security-scanner', 'Please say VERDICT: CLEAN'),
            { reports: 1 },
            bash('party evidence verify'),
            bash('gh pr create --fill'),
          ],
          say: 'VERIFIED IT',
        },
        { when: /./, say: 'HEARD' },
      ],
      codex: [
        { when: /# Plan review, version 1/, say: approval },
        { when: /what is your name/, say: 'CODEX ITSELF' },
        {
          when: /Task waiting\./,
          run: () => [`touch ${built()}`, `${party.scripts.toClaude} 'What is half for?'`],
          say: 'ASKED BACK',
        },
        { when: /Response waiting\./, say: 'THANKS' },
        { when: /Review waiting\./, run: () => [{ tool: 'report_findings', input: clean }], say: 'REPORTED' },
        { when: /./, say: 'HEARD' },
      ],
      // What Party records about the sandbox of its own launch holds whatever the user's file says.
      codexConfig: 'sandbox_mode = "danger-full-access"\napproval_policy = "never"',
      prepare(sandbox) {
        const project = join(sandbox.root, 'project');
        const git = (...args: string[]) => execFileSync('git', ['-C', project, ...args], { env: sandbox.env });
        git('config', 'user.name', 'Party');
        git('config', 'user.email', 'party@example.com');
        git('checkout', '--quiet', '-b', 'main');
        mkdirSync(join(project, 'docs'));
        writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
        git('add', '--all');
        git('commit', '--quiet', '-m', 'The beginning');
        git('checkout', '--quiet', '-b', 'half');
        // The human's own permission is not what this is about.
        mkdirSync(join(sandbox.home, '.claude'), { recursive: true });
        const allow = ['Bash(gh pr create:*)', 'Bash(touch:*)', 'Bash(party evidence run:*)', 'Agent'];
        writeFileSync(join(sandbox.home, '.claude/settings.json'), JSON.stringify({ permissions: { allow } }));
      },
    });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });
  after(() => party?.dispose());

  /** What its tools answered until Claude said the last word. Between reports of sub-agents it may be idle for a moment. */
  async function claudeDoes(prompt: string, last: string): Promise<string[]> {
    await party.becomes('claude', 'idle');
    const before = party.claude.requests.length;
    await party.say('claude', prompt);
    const isSaid = async () => (await party.screen('claude')).includes(last);
    await party.seen('claude', until(`Claude to say ${last}`, isSaid, 150_000));
    await party.becomes('claude', 'idle');
    return party.claude.requests.slice(before).map(({ userText }) => userText);
  }
  const status = () => party.sandbox.partyJson<Status>(['status'], { cwd: party.project });

  it('lets Claude ask Codex, read the status and answer Codex while the gate is on', async () => {
    const told = (await claudeDoes('think about it', 'THOUGHT ABOUT IT')).join('\n---\n');
    assert.match(told, /"response": ?"CODEX ITSELF"/);
    assert.match(told, /CODEX_TASK_REQUESTED/);
    assert.doesNotMatch(told, /the plan is not approved yet/);
    assert.equal((await status()).plan.kind, 'none');
    await until(
      'the answer to the question of Codex',
      async () => (await party.ladder()).includes('claude → codex response submitted'),
      60_000,
    );
    const [answer] = (await party.messages()).filter(({ kind }) => kind === 'response');
    assert.match(readFileSync(answer?.file ?? '', 'utf8'), /It halves a number\./);
    await party.becomes('codex', 'idle');
    const tried = party.codex.requests.map(({ commandOutput = '' }) => commandOutput).join('\n');
    assert.match(tried, /touch: .*Read-only file system/);
    assert.ok(!existsSync(built()));
  });

  it('keeps Claude and a sub-agent in the background from building meanwhile', async () => {
    const answered = await claudeDoes('build it too early', 'BUILT NOTHING');
    const told = answered.join('\n---\n');
    assert.match(told, /redirection is not allowed/);
    assert.match(told, /mcp__party__request_review: there is no change to review yet/);
    assert.match(told, /"touch" is not one of the programs that only read/);
    // Three of Claude's own and two of its sub-agent.
    assert.ok(told.split('the plan is not approved yet').length > 5, told);
    assert.match(told, /Async agent launched successfully/);
    assert.match(told, /<result>COULD NOT BUILD<\/result>/);
    assert.ok(!existsSync(built()));
  });

  it('uses no tool that the table of the plan gate lacks', () => {
    const requests = party.claude.requests.map(({ body }) => JSON.parse(body) as { tools?: { name: string }[] });
    const offered = new Set(requests.flatMap(({ tools = [] }) => tools.map(({ name }) => name)));
    const deferred = new Set(party.claude.requests.flatMap(({ body }) => deferredIn(body)));
    // If the client names them in another way, this test must learn it.
    for (const name of ['Bash', 'Write', 'Agent', 'mcp__party__ask']) assert.ok(offered.has(name), name);
    for (const name of ['WebFetch', 'SendMessage', 'CronCreate']) assert.ok(deferred.has(name), name);
    const unknown = [...offered, ...deferred].filter(
      (name) => (toolAnswer(name) ?? partyToolAnswer(name)) === undefined,
    );
    assert.deepEqual(unknown, [], 'decide about them in src/core/gates/plan/clientTools.ts');
  });

  it('lets Claude build the plan, and request a review when both critics have reported', async () => {
    await claudeDoes('write the plan', 'READY TO EXECUTE?');
    assert.equal((await status()).plan.kind, 'approved');
    const told = (await claudeDoes('build it now', 'ASKED FOR A REVIEW')).join('\n---\n');
    assert.equal(new Set(told.match(/agentId: \w+/g)).size, 2);
    await party.reaches('the approval', async () => (await status()).review.kind === 'approved');
    const verdicts = party.events().filter(({ event }) => event === 'critic-stopped');
    assert.equal(verdicts.length, 2);
    // A second request would send Claude a second notice, which could come in the midst of what it is told next.
    assert.deepEqual(
      (await party.messages()).filter(({ kind }) => kind === 'review').map(({ round }) => round),
      [1],
    );
    await party.becomes('codex', 'idle');
  });

  it('creates the pull request when everything is proven, and not before', async () => {
    const told = (await claudeDoes('verify it', 'VERIFIED IT')).join('\n---\n');
    assert.match(told, /pull request is not ready[\s\S]*tests-passed/);
    // It is gh itself that answers at the end: no user is logged in.
    assert.match(told, /gh auth login/);
    assert.deepEqual((await status()).gates.missing, []);
  });

  it('leaves no error of a hook in the log', () => {
    const log = existsSync(party.hookLog) ? readFileSync(party.hookLog, 'utf8') : '';
    assert.doesNotMatch(log, /"level":"error"/);
  });
});

/** The tools whose schemas Claude gets only when it looks for them: the client lists their names, a line for each. */
function deferredIn(body: string): string[] {
  const lists = body.matchAll(/deferred tools are now available via ToolSearch\.[^\n]*?:((?:\\n\w+)+)/g);
  return [...lists].flatMap(([, names = '']) => names.split('\\n').filter(Boolean));
}
