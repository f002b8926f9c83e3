// What the documents about the pair and its roles promise, through the two scripts that they name: `tmux-codex.sh` and
// `tmux-claude.sh`, with programs in the panes that write down what they are given.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordConversation } from '../../../src/node/agents/conversations.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { reviewerWrites } from '../../support/reviewersWord.ts';
import { node20, type Output, repository, until } from '../../support/sandbox.ts';

const tmuxCodex = join(repository, 'resources/claude/skills/codex-transport/scripts/tmux-codex.sh');
const tmuxClaude = join(repository, 'resources/codex/skills/claude-transport/scripts/tmux-claude.sh');
const notify = join(repository, 'resources/codex/notify.sh');

const answer = {
  findings: [
    {
      ...{ id: 'F1', file: 'src/auth.ts', line: 1, severity: 'blocking', category: 'correctness' },
      ...{ description: 'Login is never checked', suggestion: 'Check it' },
    },
  ],
  summary: 'Looked at everything',
  stats: { blocking_count: 1, non_blocking_count: 0, files_reviewed: 1 },
};

describe('the pair, to the letter', function () {
  this.timeout(60_000);
  let at: ReceiverParty;
  beforeEach(() => {
    at = new ReceiverParty();
  });
  afterEach(() => at.dispose());

  const script = (path: string, args: readonly string[], env: Record<string, string> = {}): Promise<Output> =>
    at.box.script([path, ...args], { cwd: at.top, env: { PARTY_NODE: node20, ...env } });
  const codex = (...args: string[]) => script(tmuxCodex, args);
  const field = (stdout: string, key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(stdout)?.[1] ?? '';
  const review = async () => (await at.status()).review;
  /** What Codex reports from its pane when its turn ends. */
  const endTurn = async (prompts: readonly string[], last: string) => {
    const event = {
      ...{ type: 'agent-turn-complete', cwd: at.top, 'thread-id': 't', 'turn-id': 'u' },
      ...{ 'input-messages': prompts, 'last-assistant-message': last },
    };
    assert.equal(await at.runBy('codex', ['sh', notify, JSON.stringify(event)]), 0);
  };

  it('names the base by its name, for Codex to run git diff itself', async () => {
    await at.start();
    const own = readFileSync(field((await codex('--review', 'main', 'Check the login')).stdout, 'file'), 'utf8');
    assert.match(own, /\nTitle:\n\| Check the login\n\nBase:\n\| main\n/);
    assert.match(own, /\n {4}git diff [0-9a-f]{40} [0-9a-f]{40}\n/);
  });

  it('names the base also when it follows from the branches, and in later rounds', async () => {
    await at.start();
    const first = await codex('--review');
    assert.match(readFileSync(field(first.stdout, 'file'), 'utf8'), /\nBase:\n\| main\n/);
    const findings = field(first.stdout, 'findings');
    await reviewerWrites(at, findings, JSON.stringify(answer));
    assert.equal((await codex('--review-complete', findings)).code, 0);
    await codex('--re-review', 'one more');
    at.write('src/auth.ts', 'export const login = 3;\n');
    assert.match(
      readFileSync(field((await codex('--review', '--delta')).stdout, 'file'), 'utf8'),
      /\nBase:\n\| main\n/,
    );
  });

  it('prints the documented reason of --needs-discussion, and changes nothing before a review', async () => {
    at.configure();
    const output = await codex('--needs-discussion');
    assert.equal(output.code, 0);
    const words = 'Multiple valid approaches or unresolvable findings';
    assert.match(output.stdout, new RegExp(`^CODEX NEEDS_DISCUSSION — ${words}$`, 'm'));
    assert.equal((await review()).kind, 'none');
    await at.start();
    await codex('--review');
    await codex('--needs-discussion');
    assert.equal((await review()).kind, 'needs-discussion');
  });

  for (const [path, args] of [
    [tmuxCodex, ['--bogus']],
    [tmuxClaude, ['--bogus']],
  ] as const) {
    const [, name = ''] = /([\w-]+\.sh)$/.exec(path) ?? [];
    it(`shows the usage of ${name} for a mode that it does not have`, async () => {
      const output = await script(path, args);
      assert.deepEqual([output.code, output.stdout], [1, '']);
      assert.match(output.stderr, new RegExp(`^${name} has no option --bogus\\. See: ${name} --help\n\n${name} `));
      assert.doesNotMatch(output.stderr, /party tmux-/);
      if (path !== tmuxCodex) return;
      for (const mode of ['review', 'prompt', 'respond', 'plan-review', 'review-complete', 'approve', 're-review']) {
        assert.match(output.stderr, new RegExp(`^ +--${mode} `, 'm'));
      }
    });
  }

  describe('a Codex that writes no file', () => {
    it('answers with its last message, which is labelled as such', async () => {
      await at.start();
      const requested = await codex('--review');
      const findings = field(requested.stdout, 'findings');
      await endTurn(at.received('codex'), `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``);
      await until('the notice', () => at.received('claude').length === 1);
      const [line = ''] = at.received('claude');
      const [, file = '', remark = ''] =
        /Run: tmux-codex\.sh --review-complete (\S+) — and what Codex says about it: (\S+)/.exec(line) ?? [];
      assert.equal(readFileSync(remark, 'utf8'), 'Codex wrote no file. This is its last message, from its own record.');
      assert.ok(!file.includes('/codex/'), 'not where Codex can write');
      assert.ok(!existsSync(findings));
      const completed = await codex('--review-complete', file);
      assert.equal(completed.code, 0, completed.stderr);
      assert.match(completed.stdout, /^CODEX_REVIEW_RAN$/m);
      assert.match(completed.stdout, /^source: the last message of Codex, which wrote no file$/m);
      assert.match(completed.stdout, /^found: 1; open: 1, 1 blocking$/m);
      assert.equal(at.events('received').at(-1)?.spoken, true);
    });

    it('is also read by the name of the requested file', async () => {
      await at.start();
      const findings = field((await codex('--review')).stdout, 'findings');
      await endTurn(at.received('codex'), JSON.stringify(answer));
      await at.isGated();
      assert.match(await at.next(), /review complete/);
      assert.equal((await codex('--review-complete', findings)).code, 0);
    });

    it('has not answered when its last message contains no findings', async () => {
      await at.start();
      const findings = field((await codex('--review')).stdout, 'findings');
      await endTurn(at.received('codex'), 'I looked at it, and everything is fine.');
      assert.equal((await codex('--review-complete', findings)).code, 1);
      assert.equal((await review()).kind, 'requested');
      assert.deepEqual(at.received('claude'), []);
    });

    it('answers a task with its last message', async () => {
      await at.start();
      const asked = await codex('--prompt', 'Count the files');
      await endTurn(at.received('codex'), 'There are 42.');
      await until('the notice', () => at.received('claude').length === 1);
      const [, file = ''] = /Response ready\. Read: (\S+) — and/.exec(at.received('claude')[0] ?? '') ?? [];
      assert.equal(readFileSync(file, 'utf8'), 'There are 42.');
      await at.is(field(asked.stdout, 'id'), 'answered');
    });

    it('has not answered a task while it waits for Claude', async () => {
      await at.start();
      const asked = await codex('--prompt', 'Count the files');
      const sandboxed = { CODEX_SANDBOX_NETWORK_DISABLED: '1', CODEX_THREAD_ID: 't' };
      await script(tmuxClaude, ['Which files?'], { ...sandboxed, PARTY_SESSION: at.started.session.name });
      await endTurn(at.received('codex'), 'I have asked Claude which files.');
      await until('the question', () => at.received('claude').length === 1);
      assert.match(at.received('claude')[0] ?? '', /Question waiting/);
      assert.equal((await at.messages()).find(({ id }) => id === field(asked.stdout, 'id'))?.state, 'submitted');
    });

    it('is announced when it wrote the file without a notification', async () => {
      await at.start();
      const findings = field((await codex('--review')).stdout, 'findings');
      mkdirSync(dirname(findings), { recursive: true });
      writeFileSync(findings, JSON.stringify(answer));
      await endTurn(at.received('codex'), 'Done.');
      await until('the notice', () => at.received('claude').length === 1);
      assert.ok(at.received('claude')[0]?.includes(findings));
    });
  });

  it('writes the markers with the evidence, without a hook of Claude', async () => {
    await at.start();
    const conversation = '6c6cc175-d060-48d1-a9be-d4387ce81c38';
    await recordConversation(at.durable(), at.started.session.id, 'claude', {
      ...{ conversation, cwd: at.top, at: new Date().toISOString() },
    });
    const markers = () => readdirSync(at.box.env['PARTY_MARKER_ROOT'] ?? '').sort();
    assert.deepEqual(markers(), []);
    await at.done('evidence', 'run', 'tests', '--', 'true');
    assert.deepEqual(markers(), [`claude-tests-passed-${conversation}`]);
    await at.done('evidence', 'run', 'checks', '--', 'true');
    assert.deepEqual(markers(), [`claude-checks-passed-${conversation}`, `claude-tests-passed-${conversation}`]);
    const findings = field((await codex('--review')).stdout, 'findings');
    await reviewerWrites(at, findings, JSON.stringify({ ...answer, findings: [] }));
    await codex('--review-complete', findings);
    await codex('--approve');
    assert.ok(markers().includes(`claude-codex-ran-${conversation}`));
    assert.ok(markers().includes(`claude-codex-${conversation}`));
    await at.party('evidence', 'run', 'tests', '--', 'false');
    assert.ok(!markers().includes(`claude-tests-passed-${conversation}`));
  });

  describe('the roles', () => {
    const refused = async (code: string) => {
      for (const output of [await codex('--prompt', 'x'), await script(tmuxClaude, ['x'])]) {
        assert.deepEqual([output.code, output.stdout], [3, ''], output.stderr);
        assert.match(output.stderr, new RegExp(`\\(${code}\\)`));
      }
    };
    const setRole = (pane: string, role: string) => at.box.tmux('set-option', '-p', '-t', pane, '@party_role', role);
    const unsetRole = (pane: string) => at.box.tmux('set-option', '-pu', '-t', pane, '@party_role');

    it('are unresolved for both scripts in a session of three panes without roles', async () => {
      await at.start();
      for (const pane of Object.values(at.started.panes)) await unsetRole(pane);
      await refused('ROUTING_UNRESOLVED');
    });

    it('are found by both scripts in a session of two panes without roles', async () => {
      await at.start();
      const { shell, codex: second, claude } = at.started.panes;
      await at.box.tmux('kill-pane', '-t', shell);
      for (const pane of [second, claude]) await unsetRole(pane);
      await at.box.tmux('swap-pane', '-s', second, '-t', claude);
      assert.equal((await codex('--prompt', 'x')).code, 0);
      assert.equal((await script(tmuxClaude, ['y'])).code, 0);
      await until('both', () => at.received('codex').length === 1 && at.received('claude').length === 1);
    });

    it('are never guessed between two panes by either script', async () => {
      await at.start();
      const { shell, codex: reviewer, claude } = at.started.panes;
      await setRole(shell, 'codex');
      const toCodex = await codex('--prompt', 'x');
      assert.deepEqual([toCodex.code, /\(ROLE_AMBIGUOUS\)/.test(toCodex.stderr)], [3, true]);
      await setRole(shell, 'claude');
      const toClaude = await script(tmuxClaude, ['x']);
      assert.deepEqual([toClaude.code, /\(ROLE_AMBIGUOUS\)/.test(toClaude.stderr)], [3, true]);
      for (const pane of [shell, reviewer, claude]) await setRole(pane, 'shell');
      await refused('ROLE_NOT_FOUND');
      assert.deepEqual(await at.messages(), []);
    });
  });
});
