// A worktree of ours with the real Claude, started there by hand: without our plugin, without anything of a party in its
// environment. What holds it back is in the worktree's own settings.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../src/core/status/status.ts';
import { Sandbox, type Started, until } from '../support/sandbox.ts';
import { prepareHome } from './home.ts';
import { type ClaudeModel, startClaudeModel } from './models/anthropic.ts';
import { withResolvers } from './party.ts';
import { allEnded, withDescendants } from './processes.ts';

describe('a worktree', function () {
  this.timeout(90_000);
  let box: Sandbox;
  let model: ClaudeModel;
  let project: string;
  let worktree: string;
  const held = withResolvers();
  before(async () => {
    box = new Sandbox();
    model = await startClaudeModel([
      { when: /^write (\S+)/, call: ([, file = '']) => [write(file)], say: 'DONE' },
      { when: /^run (.*)/, call: ([, command = '']) => [bash(command)], say: 'DONE' },
      {
        when: /^let an agent write (\S+)/,
        call: ([, file = '']) => [
          {
            tool: 'Agent',
            input: {
              description: 'x',
              prompt: `write ${file}`,
              subagent_type: 'general-purpose',
              run_in_background: false,
            },
          },
        ],
        say: 'DONE',
      },
      { when: /^stay/, after: held.promise, say: 'DONE' },
    ]);
    project = box.directory('project');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', project, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { env: box.env });
    git('init', '--quiet', '--initial-branch=main');
    mkdirSync(join(project, 'src'));
    writeFileSync(join(project, 'src/a.ts'), '1\n');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    worktree = join(box.root, 'project-worktrees/login');
    prepareHome(box, { project, claudeUrl: model.url, codexUrl: 'http://127.0.0.1:9', answered: true });
    const state = join(box.home, '.claude.json');
    const known = JSON.parse(readFileSync(state, 'utf8'));
    known.projects[worktree] = { hasTrustDialogAccepted: true };
    writeFileSync(state, JSON.stringify(known));
    const before = readdirSync(box.home);
    await box.partyJson(['worktree', 'login', '--no-launch'], { cwd: project });
    assert.deepEqual(readdirSync(box.home), before);
  });
  after(async () => {
    held.resolve();
    const { stdout } = await box.tmux('list-panes', '-a', '-F', '#{pane_pid}');
    const processes = withDescendants(stdout.split('\n').filter(Boolean).map(Number));
    await box.tmux('kill-server');
    await allEnded(processes);
    await box.dispose();
    await model.stop();
  });

  /** Also those of the sandbox itself are not there: the paths in the settings are whole. */
  const byHand = () =>
    [
      'env',
      ...Object.keys(box.env)
        .filter((name) => name.startsWith('PARTY_'))
        .flatMap((name) => ['-u', name]),
    ] as const;
  async function claude(
    prompt: string,
    {
      cwd = worktree,
      args = ['--permission-mode', 'acceptEdits'],
      env = {},
    }: { cwd?: string; args?: string[]; env?: Record<string, string> } = {},
  ) {
    const seen = model.requests.length;
    const [file, ...words] = [...byHand(), 'claude', '-p', prompt, ...args];
    const { code, stdout, stderr } = await box.run(file, words, { cwd, env: { IS_SANDBOX: '1', ...env } });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /DONE/);
    return model.requests.slice(seen);
  }

  it('writes where there is no gate: the model does what it is told', async () => {
    await claude(`write ${join(project, 'src/new.ts')}`, { cwd: project });
    assert.ok(existsSync(join(project, 'src/new.ts')));
  });

  for (const [title, args] of [
    ['by hand', ['--permission-mode', 'acceptEdits']],
    ['by hand, with everything allowed', ['--permission-mode', 'bypassPermissions']],
  ] as const) {
    it(`keeps a Claude that is started ${title} from writing anything but the plan`, async () => {
      const told = await claude(`write ${join(worktree, 'src/new.ts')}`, { args: [...args] });
      assert.ok(!existsSync(join(worktree, 'src/new.ts')));
      assert.match(told.at(-1)?.userText ?? '', /PreToolUse:Write hook error: .*docs\/plan\.md/);
      await claude('run touch src/touched.ts', { args: [...args] });
      await claude(`let an agent write ${join(worktree, 'src/agent.ts')}`, { args: [...args] });
      assert.deepEqual(readdirSync(join(worktree, 'src')), ['a.ts']);
    });
  }

  it('lets Claude write the plan, and reviews it', async () => {
    const told = await claude(`write ${join(worktree, 'docs/plan.md')}`);
    assert.ok(existsSync(join(worktree, 'docs/plan.md')));
    assert.match(told.at(-1)?.body ?? '', /PostToolUse:Write hook .*Open Questions/);
  });

  it('names each Claude that runs there without the gate', async () => {
    const start = (cwd: string, { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) => {
      const [file, ...words] = [...byHand(), 'claude', '-p', 'stay', ...args];
      return box.run(file, words, { cwd, env });
    };
    const off = '{"disableAllHooks":true}';
    const all = [
      start(worktree),
      start(join(worktree, 'src')),
      start(worktree, { args: ['--settings', off] }),
      start(worktree, { env: { CLAUDE_CODE_SAFE_MODE: '1' } }),
      start(worktree, { args: ['--setting-sources', 'user,local'] }),
    ];
    const gateless = await until(
      'those without hooks',
      async () => {
        if (model.requests.filter(({ prompts }) => prompts.includes('stay')).length < all.length) return undefined;
        return (await box.partyJson<Status>(['status'], { cwd: worktree })).plan.gateless;
      },
      60_000,
    );
    const said = gateless.map(({ why }) => why).join('\n');
    assert.equal(gateless.length, all.length - 1, said);
    for (const words of [
      /in src, where Claude does not read the settings with the hooks/,
      /--settings with JSON/,
      /SAFE_MODE=1/,
      /without Party/,
    ]) {
      assert.match(said, words);
    }
    held.resolve();
    await Promise.all(all);
  });

  it('names only those that can write', async () => {
    const file = join(worktree, 'src/new.ts');
    for (const options of [
      { cwd: join(worktree, 'src') },
      { args: ['--permission-mode', 'acceptEdits', '--settings', '{"disableAllHooks":true}'] },
      { env: { CLAUDE_CODE_SAFE_MODE: '1' } },
      { args: ['--permission-mode', 'acceptEdits', '--setting-sources', 'user,local'] },
    ]) {
      await claude(`write ${file}`, options);
      assert.ok(existsSync(file), JSON.stringify(options));
      rmSync(file);
    }
  });

  it('holds the Claude of a party there, whose plugin has the same hooks', async () => {
    const started = await box.partyJson<Started>(['start', '--detach'], { cwd: worktree });
    const { claude: pane } = started.panes;
    const state = async () => {
      const { agents } = await box.partyJson<Status>(['status'], { cwd: worktree });
      return agents.find(({ role }) => role === 'claude')?.state;
    };
    await until('Claude to be idle', async () => (await state()) === 'idle', 30_000);
    const seen = model.requests.length;
    await box.tmux('send-keys', '-t', pane, '-l', `write ${join(worktree, 'src/party.ts')}`);
    // An Enter that comes in one piece with the text is a new line to Claude.
    const screen = async () => (await box.tmux('capture-pane', '-p', '-J', '-t', pane)).stdout;
    await until('the text', async () => (await screen()).includes('party.ts'), 30_000);
    await box.tmux('send-keys', '-t', pane, 'Enter');
    const told = await until('the answer', () => model.requests.slice(seen)[1]?.userText, 30_000);
    assert.match(told, /PreToolUse:Write hook error: .*docs\/plan\.md/);
    assert.ok(!existsSync(join(worktree, 'src/party.ts')));
    const status = await box.partyJson<Status>(['status'], { cwd: worktree });
    assert.equal(status.plan.gateless, undefined);
  });
});

const write = (file_path: string) => ({ tool: 'Write', input: { file_path, content: '# Goal\n\nnothing\n' } });
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'as scripted' } });
