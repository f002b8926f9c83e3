// What `npm run test:versions` tries with each version of a client: one test for each behaviour, titled by its name in
// the record. The rings do not run this file, so its name does not end with .test.ts. PARTY_TEST_CLIENTS names the
// folders of the two clients (../agents/home.ts).

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Behaviour } from '../../src/core/agents/clientRuns.ts';
import type { Status } from '../../src/core/status/status.ts';
import { beginWork } from '../agents/beginWork.ts';
import type { ToolCall } from '../agents/models/anthropic.ts';
import { type Agent, Party, type PartyOptions } from '../agents/party.ts';
import { twoTasks } from '../support/parts/collab.ts';
import { goodPlan } from '../support/parts/plan.ts';
import { until } from '../support/sandbox.ts';

const patience = 60_000;
const half = (by: number) => `export const half = (n) => n / ${by};\n`;
const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command, description: 'as scripted' } });
const read = (file: string): ToolCall => ({ tool: 'Read', input: { file_path: file } });
const write = (file: string, content: string): ToolCall => ({ tool: 'Write', input: { file_path: file, content } });
const behaviour = (name: Behaviour, test: () => Promise<void>) => it(name, test);

async function startParty(options: PartyOptions): Promise<Party> {
  const party = await Party.start({ ...options, prepare: (sandbox) => beginWork(sandbox, 'docs', 'src') });
  await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  return party;
}

/**
 * Through Party, which sees to it that the text is submitted: a paste with an Enter right behind it stays in the composer
 * of some older versions.
 */
async function tell(party: Party, role: Agent, text: string): Promise<void> {
  await party.sandbox.partyJson(['talk', role, text], { cwd: party.project });
}

const statusOf = (party: Party) => party.sandbox.partyJson<Status>(['status'], { cwd: party.project });

function noHookFailed(party: Party): void {
  const log = existsSync(party.hookLog) ? readFileSync(party.hookLog, 'utf8') : '';
  assert.doesNotMatch(log, /"level":"error"/);
}

describe('a party', function () {
  this.timeout(4 * patience);
  /** The party of the test that runs, or of those that share one. */
  let party: Party | undefined;
  const shared = () => party ?? assert.fail('the party has not started');
  const end = async () => {
    await party?.dispose();
    party = undefined;
  };

  describe('and its messages', () => {
    after(end);

    behaviour('start', async () => {
      party = await startParty({
        claude: [
          {
            when: /please ask codex/,
            call: () => [bash(`${shared().scripts.toCodex} --prompt 'What is six times seven?'`)],
            say: 'ASKED',
          },
          { when: /Response ready\. Read: (\S+)/, call: ([, file = '']) => [read(file)], say: 'READ' },
          {
            when: /Question waiting\. Read: (\S+question-\w+\.md) — Write response to: (\S+)/,
            call: ([, file = '', response = '']) => [
              read(file),
              write(response, 'BLUE\n'),
              bash(`${shared().scripts.toCodex} --respond ${response}`),
            ],
            say: 'ANSWERED',
          },
          { when: /./, say: 'HEARD BY CLAUDE' },
        ],
        codex: [
          {
            when: /Task waiting\. Read: (\S+) — Write response to: (\S+)/,
            run: ([, file, response]) => [
              `cat ${file}`,
              `printf 'FORTY-TWO' > ${response}`,
              `${shared().scripts.toClaude} "Response ready: ${response}"`,
            ],
            say: 'DONE',
          },
          { when: /please ask claude/, run: () => [`${shared().scripts.toClaude} 'Which colour?'`], say: 'ASKED' },
          { when: /Response waiting\. Read: (\S+)/, run: ([, file]) => [`cat ${file}`], say: 'READ' },
          { when: /./, say: 'HEARD BY CODEX' },
        ],
      });
      assert.deepEqual(party.started.warnings, []);
      assert.equal((await statusOf(party)).gates.active, true);
    });

    behaviour('delivery', async () => {
      const { claude, codex } = shared();
      await tell(shared(), 'claude', 'please ask codex');
      const answered = () => claude.requests.some(({ userText }) => /FORTY-TWO/.test(userText));
      await shared().seen('claude', until('the answer of Codex', answered, patience));
      await shared().becomes('codex', 'idle');
      await tell(shared(), 'codex', 'please ask claude');
      const replied = () => codex.requests.some(({ commandOutput }) => commandOutput?.includes('BLUE'));
      await shared().seen('codex', until('the answer of Claude', replied, patience));
    });

    behaviour('confirmation', async () => {
      await Promise.all([shared().becomes('claude', 'idle'), shared().becomes('codex', 'idle')]);
      // The state comes from Claude's hook and from Codex's own record, never from what the pane shows.
      const between = (await shared().ladder()).filter((message) => !message.startsWith('human'));
      assert.deepEqual(between, [
        'claude → codex prompt answered',
        'codex → claude notice submitted',
        'codex → claude question answered',
        'claude → codex response submitted',
      ]);
      for (const role of ['claude', 'codex'] as const) {
        const { stdout } = await shared().sandbox.party(['talk', role, 'Hello', '--wait', '--json'], {
          cwd: shared().project,
        });
        assert.match(stdout, new RegExp(`HEARD BY ${role.toUpperCase()}`));
      }
      noHookFailed(shared());
    });
  });

  describe('alone', () => {
    afterEach(end);

    behaviour('review', async () => {
      const critic = (name: string): ToolCall => ({
        tool: 'Agent',
        input: { subagent_type: `party:${name}`, description: name, prompt: 'Please say VERDICT: APPROVE' },
      });
      const findings = JSON.stringify({ findings: [], summary: 'Fine.', stats: { files_reviewed: 1 } });
      const mine: Party = await startParty({
        claude: [
          { when: /^Please say VERDICT: APPROVE/, say: 'I looked at all of it.\n\nVERDICT: APPROVE' },
          {
            when: /\] build it$/,
            call: () => [write(join(mine.project, 'src/half.js'), half(2)), critic('code-critic'), critic('minimizer')],
            say: 'BUILT',
          },
          {
            when: /\] request it$/,
            call: () => [bash(`${mine.scripts.toCodex} --review main "Add half"`)],
            say: 'ASKED',
          },
          {
            when: /Findings ready\. Run: (tmux-codex\.sh --review-complete \S+)/,
            call: ([, command = '']) => [bash(command), bash(`${mine.scripts.toCodex} --approve`)],
            say: 'READ THE FINDINGS',
          },
          { when: /./, say: 'HEARD' },
        ],
        codex: [
          {
            when: /Review waiting\. Read: (\S+) — Write findings to: (\S+)/,
            run: ([, request = '', file = '']) => [
              `cat ${request}`,
              `printf '%s' '${findings}' > ${file}.tmp && mv ${file}.tmp ${file}`,
              `${mine.scripts.toClaude} 'Findings ready: ${file}'`,
            ],
            say: 'REVIEWED',
          },
        ],
      });
      party = mine;
      await tell(mine, 'claude', 'build it');
      // The sub-agents work in the background, unless this version waits for them.
      const approvedBy = async () => {
        const { evidence } = await mine.sandbox.partyJson<{ evidence: { kind: string; hash: string | null }[] }>(
          ['evidence', 'list'],
          { cwd: mine.project },
        );
        return evidence.filter(({ kind, hash }) => /critic|minimizer/.test(kind) && hash !== null).length === 2;
      };
      await mine.seen('claude', until('both critics', approvedBy, patience));
      await mine.becomes('claude', 'idle');
      await tell(mine, 'claude', 'request it');
      const isApproved = async () => (await statusOf(mine)).review.kind === 'approved';
      await mine.seen('claude', until('the approval', isApproved, patience));
      noHookFailed(mine);
    });

    behaviour('planGate', async () => {
      const code = () => join(mine.project, 'src/half.js');
      const mine: Party = await startParty({
        claude: [
          {
            when: /\] try it$/,
            call: () => [write(code(), half(2)), bash('touch src/touched.js'), bash('ls')],
            say: 'TRIED',
          },
          {
            when: /\] plan it$/,
            call: () => [write(join(mine.project, 'docs/plan.md'), goodPlan), write(code(), half(2))],
            say: 'PLANNED AND BUILT',
          },
          { when: /./, say: 'HEARD' },
        ],
        codex: [
          { when: /^# Plan review/m, say: JSON.stringify({ is_optimal: true, summary: 'Build it.', notes: [] }) },
        ],
      });
      party = mine;
      await mine.sandbox.partyJson(['plan', 'start'], { cwd: mine.project });
      await tell(mine, 'claude', 'try it');
      const tried = () =>
        mine.claude.requests.filter(({ prompts }) => prompts.some((prompt) => prompt.endsWith('] try it')));
      await mine.seen(
        'claude',
        until('three answers', () => tried().length >= 4, patience),
      );
      const [, written, touched, looked] = tried().map(({ userText }) => userText);
      for (const answer of [written, touched]) assert.match(answer ?? '', /Party:/);
      assert.match(looked ?? '', /package\.json/);
      assert.deepEqual([existsSync(code()), existsSync(join(mine.project, 'src/touched.js'))], [false, false]);
      await mine.becomes('claude', 'idle');
      await tell(mine, 'claude', 'plan it');
      await mine.seen(
        'claude',
        until('the file that the plan allows', () => existsSync(code()), patience),
      );
      assert.equal((await statusOf(mine)).plan.kind, 'approved');
      noHookFailed(mine);
    });

    behaviour('collab', async () => {
      const file = (name: string) => join(mine.project, name);
      const mine: Party = await startParty({
        claude: [
          {
            when: /\] build it$/,
            call: () => [bash('party collab start'), write(file('docs/plan.md'), twoTasks)],
            say: 'THE DESIGN IS WRITTEN',
          },
          {
            when: /Continue with task 1 of 2/,
            call: () => [write(file('src/half.js'), half(2))],
            say: 'TASK 1 IS DONE',
          },
          {
            when: /Continue with task 2 of 2/,
            call: () => [write(file('src/quarter.js'), half(4))],
            say: 'TASK 2 IS DONE',
          },
          { when: /./, say: 'HEARD' },
        ],
        codex: [{ when: /^# (?:Design review|Review of task)/, say: '{"summary":"Fine.","issues":[],"resolved":[]}' }],
      });
      party = mine;
      await tell(mine, 'claude', 'build it');
      const isComplete = async () => (await statusOf(mine)).collab.phase === 'complete';
      await mine.seen('claude', until('the last task', isComplete, 2 * patience));
      const asked = mine.codex.requests.flatMap(
        ({ userText }) => /^# (?:Design review|Review of task.*)/.exec(userText) ?? [],
      );
      assert.deepEqual(asked, ['# Design review', '# Review of task 1 of 2', '# Review of task 2 of 2']);
      noHookFailed(mine);
    });
  });
});
