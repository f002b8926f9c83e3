// Party's tools in the hands of the real clients: a review with the critics, reported and read through MCP, with Codex in
// plain mode and in code mode. No client asks for permission, and none writes into its home for it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventOf } from '../../src/core/project/event.ts';
import { until } from '../support/sandbox.ts';
import type { ToolCall } from './models/anthropic.ts';
import { Party } from './party.ts';

const bug = {
  ...{ file: 'src/half.js', line: 1, severity: 'blocking', category: 'correctness' },
  ...{ description: 'A half is not a third', suggestion: 'Divide by two' },
};
const report = (finding: object) => ({ findings: [finding], summary: 'I read it', files_reviewed: 1 });

const tool = (tool: string, input: object = {}): ToolCall => ({ tool: `mcp__party__${tool}`, input: { ...input } });
const critic = (name: string): ToolCall => ({
  tool: 'Agent',
  input: {
    subagent_type: `party:${name}`,
    description: name,
    prompt: 'Please say VERDICT: APPROVE',
  },
});

for (const [mode, model] of [
  ['plain', 'gpt-5.5'],
  ['code', 'gpt-6-sol'],
] as const) {
  describe(`Party's tools, with Codex in ${mode} mode`, function () {
    this.timeout(180_000);
    let party: Party;

    before(async () => {
      party = await Party.start({
        config: { agents: { codex: { command: ['codex', '-m', model], adapter: 'codex' } } },
        claude: [
          { when: /^Please say VERDICT: APPROVE/, say: 'I looked at all of it.\n\nVERDICT: APPROVE' },
          { when: /^judge it/, call: () => [critic('code-critic'), critic('minimizer')], say: 'JUDGED' },
          {
            when: /About review finding r1-F1/,
            call: () => [tool('reply_to_finding', { key: 'r1-F1', text: 'Then I divide by two' })],
            say: 'REPLIED',
          },
          { when: /^request it/, call: () => [tool('request_review', { title: 'Add half' })], say: 'REQUESTED' },
          { when: /Findings ready\./, call: () => [tool('list_findings')], say: 'READ THEM' },
          {
            when: /^ask codex/,
            call: () => [tool('ask', { text: 'what is your name', wait_seconds: 60 })],
            say: 'ASKED',
          },
          {
            when: /^play codex/,
            call: () => [
              {
                tool: 'Bash',
                input: { command: `node play.mjs`, description: 'as scripted' },
              },
            ],
            say: 'PLAYED',
          },
          { when: /./, say: 'HEARD' },
        ],
        codex: [
          {
            when: /Review waiting\./,
            run: () => [
              { tool: 'report_findings', input: report({ ...bug, line: 900 }) },
              { tool: 'report_findings', input: report(bug) },
            ],
            say: 'REPORTED',
          },
          {
            when: /About review finding r1-F1/,
            run: () => [
              { tool: 'reply_to_finding', input: { key: 'r1-F1', text: 'It is, for 3 as for 2', to: 'claude' } },
            ],
            say: 'REPLIED',
          },
          { when: /what is your name/, say: 'CODEX ITSELF' },
          { when: /./, say: 'HEARD' },
        ],
        prepare: (sandbox) => {
          const project = join(sandbox.root, 'project');
          const git = (...args: string[]) => execFileSync('git', args, { cwd: project, env: sandbox.env });
          git('config', 'user.email', 'a@b.c');
          git('config', 'user.name', 'A');
          writeFileSync(join(project, '.git/info/exclude'), 'tmux-team.json\nplay.mjs\n.mcp.json\n.claude\n');
          // A project can bring a server of the same name, and let Claude start it.
          const other = { command: 'touch', args: [join(sandbox.root, 'started')] };
          writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: { party: other } }));
          const settings = { enableAllProjectMcpServers: true, permissions: { allow: ['Bash(node play.mjs)'] } };
          mkdirSync(join(project, '.claude'));
          writeFileSync(join(project, '.claude/settings.json'), JSON.stringify(settings));
          git('commit', '--quiet', '--allow-empty', '-m', 'Start');
          git('switch', '--quiet', '-c', 'work');
          mkdirSync(join(project, 'src'));
          writeFileSync(join(project, 'src/half.js'), 'export const half = (n) => n / 3;\n');
        },
      });
      await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
    });
    after(() => party?.dispose());

    const received = () => party.events().filter((one): one is EventOf<'received'> => one.event === 'received');
    const results = () => party.claude.requests.map(({ userText }) => userText);

    it('a review goes both ways through them, without a question to the human', async () => {
      await party.say('claude', 'request it');
      await until(
        'the denial',
        () => results().some((text) => /You can request a review only with these/.test(text)),
        30_000,
      );
      await party.becomes('claude', 'idle');
      await party.say('claude', 'judge it');
      // They run in the background, so the turn may end before them.
      const verdicts = () => party.events().filter(({ event }) => event === 'critic-stopped');
      await until('the critics', () => verdicts().length === 2, 60_000);
      await party.becomes('claude', 'idle');
      await party.say('claude', 'request it');
      await until('the findings', () => received().length > 0, 90_000);
      const [one] = received();
      assert.deepEqual([one?.origin, one?.findings.map(({ line }) => line)], ['mcp', [1]]);
      const told = party.codex.requests.map(({ commandOutput = '' }) => commandOutput);
      assert.ok(
        told.some((text) => /has 1 lines, so it has no line 900/.test(text)),
        told.join('\n'),
      );
      await until('Claude to read them', () => results().some((text) => /"key": ?"r1-F1"/.test(text)), 30_000);
    });

    it('Claude has them without a tool search, and gets the answer of Codex as the result of a call', async () => {
      // On a busy machine, Claude may have asked its model before the server was there.
      assert.match(party.claude.requests.at(-1)?.body ?? '', /"name":"mcp__party__request_review"/);
      await party.becomes('codex', 'idle');
      await party.becomes('claude', 'idle');
      await party.say('claude', 'ask codex');
      await until('the answer', () => results().some((text) => /"response": ?"CODEX ITSELF"/.test(text)), 60_000);
    });

    it('all three talk about a finding in its thread', async () => {
      await party.becomes('codex', 'idle');
      const said = () => party.events().filter((one): one is EventOf<'replied'> => one.event === 'replied');
      await party.sandbox.party(['findings', 'reply', 'r1-F1', 'Is it?', '--to', 'codex'], { cwd: party.project });
      await until('both answers', () => said().length === 3, 60_000);
      assert.deepEqual(
        said().map(({ actor, finding, text, to }) => [actor, finding, text, to]),
        [
          ['human', 'r1-F1', 'Is it?', 'codex'],
          ['codex', 'r1-F1', 'It is, for 3 as for 2', 'claude'],
          ['claude', 'r1-F1', 'Then I divide by two', undefined],
        ],
      );
      await party.becomes('claude', 'idle');
    });

    it('Claude cannot act as Codex', async () => {
      const sdk = join(import.meta.dirname, '../cli/fixtures/mcpClient.mjs');
      const asked = join(party.sandbox.root, 'asked.json');
      writeFileSync(
        asked,
        JSON.stringify({ role: 'reviewer', steps: [{ tool: 'report_findings', args: report(bug) }] }),
      );
      const program = { node: process.execPath, bundle: join(party.sandbox.partyHome, 'current/dist/cli.cjs') };
      const argv = [sdk, asked, program.node, program.bundle];
      const text = `import { execFileSync } from 'node:child_process';\nexecFileSync(process.execPath, ${JSON.stringify(argv)});\n`;
      writeFileSync(join(party.project, 'play.mjs'), text);
      await party.becomes('claude', 'idle');
      const before = received().length;
      await party.say('claude', 'play codex');
      await until('the refusal', () => existsSync(`${asked}.out`), 30_000);
      assert.match(readFileSync(`${asked}.out`, 'utf8'), /Only Codex can do this/);
      assert.equal(received().length, before);
    });

    it('a server of the same name in the project does not replace it', () => {
      assert.ok(!existsSync(join(party.sandbox.root, 'started')));
    });

    it('nothing is written into a home', () => {
      const { home } = party.sandbox;
      for (const file of ['.claude.json', '.codex/config.toml']) {
        assert.doesNotMatch(readFileSync(join(home, file), 'utf8'), /mcp__party|"party":|mcp_servers/, file);
      }
    });
  });
}
