import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, Sandbox, until } from '../support/sandbox.ts';
import { agentBin } from './home.ts';
import type { ClaudeRequest } from './models/anthropic.ts';
import { Party } from './party.ts';

const plugin = join(repository, 'resources/claude');

describe("Claude's plugin", function () {
  this.timeout(60_000);

  it('is valid for the real client, without a warning', async () => {
    const sandbox = new Sandbox();
    try {
      const { code, stdout } = await sandbox.run(join(agentBin, 'claude'), [
        'plugin',
        'validate',
        '--strict',
        '--json',
        plugin,
      ]);
      const { manifest, contents } = JSON.parse(stdout) as { manifest: Report; contents: Report[] };
      assert.deepEqual(
        [manifest, ...contents].flatMap(({ errors, warnings }) => [...errors, ...warnings]),
        [],
      );
      assert.equal(code, 0);
    } finally {
      await sandbox.dispose();
    }
  });

  it('has the version of the extension', () => {
    const version = (file: string) => JSON.parse(readFileSync(join(repository, file), 'utf8')).version;
    assert.equal(version('resources/claude/.claude-plugin/plugin.json'), version('package.json'));
  });

  describe('as the real client loads it', () => {
    let party: Party;
    before(async () => {
      party = await Party.start({
        claude: [
          { when: /good morning/, say: 'GOOD MORNING TO YOU' },
          { when: /^run: (.*)/, call: ([, command = '']) => [bash(command)], say: 'IT HAS RUN' },
          { when: /^ask the critic/, call: agent('party:code-critic', 'judge it'), say: 'THE CRITIC WAS ASKED' },
          { when: /^judge it/, say: 'It is good.\n\nVERDICT: APPROVE' },
        ],
      });
      await party.becomes('claude', 'idle');
      await party.say('claude', 'good morning');
      await party.shows('claude', 'GOOD MORNING TO YOU');
    });
    after(() => party?.dispose());

    it('tells the model about every skill and every sub-agent', async () => {
      const said = await until('the request', () =>
        party.claude.requests.find(({ body }) => body.includes('good morning')),
      );
      const names = [
        ...readdirSync(join(plugin, 'skills')),
        ...readdirSync(join(plugin, 'agents')).map((file) => file.replace(/\.md$/, '')),
      ];
      assert.ok(names.length >= 9);
      const unknown = names.filter((name) => !said.body.includes(`party:${name}`));
      assert.deepEqual(unknown, []);
    });

    it('gives the model all rules, with the full path of the script', async () => {
      const { system } = await until('the request', () => party.claude.requests.at(-1));
      for (const title of [
        'You are in a party',
        'From an edit to a pull request',
        'When to continue and when to stop',
      ]) {
        assert.match(system, new RegExp(`^# ${title}$`, 'm'));
      }
      assert.ok(system.includes(`always means \`${party.scripts.toCodex}\``));
      assert.doesNotMatch(system, /\{\{/);
    });

    for (const command of [
      'party findings list',
      'party evidence list',
      'party review show',
      'party status --json',
      'party collab status',
    ]) {
      it(`lets ${command} run without asking`, async () => {
        await party.becomes('claude', 'idle');
        const before = party.claude.requests.length;
        await party.say('claude', `run: ${command}`);
        await until('its result', () => party.claude.requests[before + 1], 20_000);
      });
    }

    for (const command of [
      'party evidence run tests -- touch written.txt',
      'party findings list && curl -s http://127.0.0.1:9',
      'party findings export --markdown --out written.txt',
      'bash -c "party status"',
      'party collab pause',
      'party collab cancel',
    ]) {
      it(`asks before ${command}`, async () => {
        await party.becomes('claude', 'idle');
        await party.say('claude', `run: ${command}`);
        await party.becomes('claude', 'waiting');
        await party.dismiss();
        await party.becomes('claude', 'idle');
        assert.ok(!existsSync(join(party.project, 'written.txt')));
      });
    }

    it('runs a critic without asking, with what its file says', async () => {
      await party.becomes('claude', 'idle');
      await party.say('claude', 'ask the critic');
      const { system } = await until('the critic', () => party.claude.requests.find(isCritic), 20_000);
      assert.match(system, /You judge whether a change is correct/);
    });
  });
});

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'as scripted' } });
const agent = (name: string, prompt: string) => ({
  tool: 'Agent',
  input: { description: 'as scripted', prompt, subagent_type: name },
});
const isCritic = ({ prompts }: ClaudeRequest) => prompts[0]?.startsWith('judge it') === true;

interface Report {
  readonly errors: readonly { readonly message: string }[];
  readonly warnings: readonly { readonly message: string }[];
}
