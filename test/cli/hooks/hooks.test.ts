// The hooks around Claude's tools, called as the client calls them: through sh, in a real repository.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import type { NewEvent } from '../../../src/node/project/projectLog.ts';
import { openReviewDesk } from '../../../src/node/review/reviewDesk.ts';
import { codexLines, forgeries, pullRequests } from '../../core/shell/gateLines.ts';
import { newProject, type Project } from '../../support/project.ts';
import { node20, repository, Sandbox, until } from '../../support/sandbox.ts';

const conversation = '6c6cc175-d060-48d1-a9be-d4387ce81c38';

interface Answer {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

describe('hooks around tools', () => {
  let box: Sandbox;
  let project: Project;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    Object.assign(box.env, { PARTY_SESSION: 'party-app-1', PARTY_NODE: node20, CLAUDE_PROJECT_DIR: project.top });
  });
  afterEach(() => box.dispose());

  const script = (name: string) => join(repository, 'resources/claude/hooks', `${name}.sh`);
  async function hook(name: string, input: unknown, env: Record<string, string> = {}, file = script(name)) {
    const { exitCode, stdout, stderr } = await execa('sh', [file], {
      cwd: project.top,
      env: { ...box.env, ...env },
      extendEnv: false,
      input: typeof input === 'string' ? input : JSON.stringify(input),
      reject: false,
      stripFinalNewline: false,
    });
    return { code: exitCode, stdout, stderr } satisfies Answer;
  }
  const event = (name: string, fields: object = {}) => ({
    ...{ session_id: conversation, transcript_path: '/t', cwd: project.top, hook_event_name: name },
    ...fields,
  });
  const bash = (command: string, name = 'PreToolUse', fields: object = {}) =>
    event(name, { tool_name: 'Bash', tool_input: { command, description: 'd' }, tool_use_id: 'toolu_1', ...fields });

  const allowed = (answer: Answer) => assert.deepEqual(answer, { code: 0, stdout: '', stderr: '' });
  function denied({ code, stdout, stderr }: Answer): string {
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const { hookSpecificOutput: output } = JSON.parse(stdout);
    assert.equal(output.hookEventName, 'PreToolUse');
    assert.equal(output.permissionDecision, 'deny');
    return output.permissionDecisionReason;
  }
  /** The call does not happen, by whichever of the two ways. */
  function closed(answer: Answer): string {
    if (answer.code === 0) return denied(answer);
    assert.deepEqual({ code: answer.code, stdout: answer.stdout }, { code: 2, stdout: '' });
    assert.match(answer.stderr, /Party/);
    return answer.stderr;
  }

  /** Only what the scripts themselves need. */
  function withoutNode(): Record<string, string> {
    const bin = box.directory('bin');
    for (const tool of ['cat', 'sh']) symlinkSync(`/bin/${tool}`, join(bin, tool));
    return { PATH: bin, PARTY_NODE: '/nowhere/node' };
  }

  const durable = (...path: string[]) => join(projectDirectory(partyPaths(box.env), project.top), ...path);
  const lines = (file: string) =>
    existsSync(durable(file))
      ? readFileSync(durable(file), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  const logged = () => lines('hooks.jsonl').map(({ message }) => message);
  const markers = () => readdirSync(box.env['PARTY_MARKER_ROOT'] ?? '').sort();

  const desk = () => openReviewDesk({ env: box.env, paths: partyPaths(box.env), cwd: project.top });
  async function hash(): Promise<string> {
    const { change, log } = await desk();
    return (await change(await log.events())).hash ?? '';
  }
  async function append(...events: NewEvent[]): Promise<void> {
    const { log } = await desk();
    for (const one of events) await log.append(one);
  }
  async function critic(name: string, agent: string, message: string, between?: () => void): Promise<void> {
    allowed(await hook('agent-trace', event('SubagentStart', { agent_id: agent, agent_type: name })));
    between?.();
    const stop = event('SubagentStop', { agent_id: agent, agent_type: name, last_assistant_message: message });
    allowed(await hook('agent-trace', stop));
  }
  const critics = async () => {
    await critic('party:code-critic', 'a1', 'fine\nVERDICT: APPROVE');
    await critic('minimizer', 'a2', 'VERDICT: APPROVE');
  };
  /** As if Codex had read it and found nothing. */
  async function reviewed(): Promise<void> {
    const { change, log } = await desk();
    const { hash: now, branch, base } = await change(await log.events());
    const stamp = { actor: 'claude', hash: now ?? '' } as const;
    await append(
      {
        ...stamp,
        ...{ event: 'requested', request: 'q1', cycle: 'q1', round: 1, branch, base, tree: null, title: '' },
        ...{ delta: false, headless: false, file: '/f.json', files: {} },
      },
      {
        ...{ event: 'received', actor: 'claude', request: 'q1', findings: [], summary: '' },
        ...{ filesReviewed: 1, warnings: [] },
      },
    );
  }
  async function everything(): Promise<void> {
    await critics();
    await critic('party:security-scanner', 'a3', 'VERDICT: CLEAN');
    await reviewed();
    const now = await hash();
    const ran = { event: 'ran', actor: 'claude', exit: 0, before: now, after: now } as const;
    await append(
      { ...ran, what: 'tests', command: ['true'] },
      { ...ran, what: 'checks', command: ['true'] },
      { event: 'approved', actor: 'claude', cycle: 'q1', hash: now, files: {} },
      { event: 'verified', actor: 'claude', hash: now },
    );
  }

  describe('pr-gate', () => {
    const create = () => hook('pr-gate', bash('gh pr create --fill'));

    it('names everything that is missing and the way to get it', async () => {
      const reason = denied(await create());
      for (const kind of ['code-critic', 'minimizer', 'tests-passed', 'security-scanned', 'codex-approved']) {
        assert.match(reason, new RegExp(`- ${kind}: `));
      }
      assert.match(reason, /party evidence run tests -- /);
      assert.match(logged().join(), /denied: a pull request/);
    });

    it('opens with all evidence, and closes with the next edit', async () => {
      await everything();
      allowed(await create());
      assert.match(logged().join(), /allowed: a pull request/);
      project.write('src/auth.ts', 'export const login = 3;\n');
      assert.match(denied(await create()), /tests-passed \(the code has changed since\)/);
    });

    it('lets out what is committed, and says what is not', async () => {
      project.git('commit', '-qam', 'work');
      project.write('src/evil.ts', '1\n');
      await everything();
      assert.match(denied(await create()), /would not be what was reviewed; commit first: src\/evil\.ts$/);
      project.git('add', '.');
      denied(await create());
      project.git('commit', '-qm', 'more');
      allowed(await create());
    });

    it('wants to know against what, also for documents', async () => {
      project.git('checkout', '-q', '--', '.');
      project.write('notes.md', 'words\n');
      project.git('branch', '-m', 'main', 'one');
      project.git('branch', 'two');
      assert.match(denied(await create()), /cannot tell against what.*--review BASE/);
    });

    it('lets it out in a call of its own only', async () => {
      await everything();
      const pr = (line: string) => hook('pr-gate', bash(line));
      allowed(await pr('git push -u origin HEAD && gh pr create --fill 2>&1 | tail -3'));
      for (const line of [
        'git add . && git commit -m x && gh pr create',
        './x.sh; gh pr create',
        'echo 1 > a.js; gh pr create',
      ]) {
        assert.match(denied(await pr(line)), /in a call of its own/, line);
      }
      assert.match(denied(await pr('GIT_DIR=/other/.git gh pr create')), /in which directory/);
    });

    it('reads past a long here-document', async () => {
      const text = 'all through the night $X\n'.repeat(3_000);
      allowed(await hook('pr-gate', bash(`cat > notes.md <<'EOF'\n${text}EOF\n`)));
      denied(await hook('pr-gate', bash(`bash <<'EOF'\n${text}EOF\n`)));
      denied(await hook('pr-gate', bash(`: ${'a'.repeat(50_000)}; A=g; B=h; $A$B pr create`)));
    });

    it('opens for a change of documents alone', async () => {
      project.git('checkout', '-q', '--', '.');
      project.git('clean', '-qfd');
      project.write('docs/notes.md', 'words\n');
      allowed(await create());
    });

    it('has nothing to let out when nothing has changed', async () => {
      project.git('checkout', '-q', '--', '.');
      project.git('clean', '-qfd');
      assert.match(denied(await create()), /nothing has changed/);
    });

    it('judges the project that a line goes to, and the one that it starts in', async () => {
      await everything();
      const other = newProject({ box, name: 'other', git: true });
      denied(await hook('pr-gate', bash(`cd ${other.top} && gh pr create`)));
      denied(await hook('pr-gate', { ...bash(`cd ${project.top} && gh pr create`), cwd: other.top }));
      assert.match(denied(await hook('pr-gate', bash('cd "$X" && gh pr create'))), /in which directory/);
      denied(await hook('pr-gate', bash('cd /nowhere/at/all && gh pr create')));
      allowed(await hook('pr-gate', bash('cd src && gh pr create')));
    });

    it('judges another worktree of the same repository by itself', async () => {
      const tree = join(box.root, 'tree');
      project.git('worktree', 'add', '-q', tree, '-b', 'side');
      writeFileSync(join(tree, 'notes.md'), 'words\n');
      // Nobody has looked at the code here, but that is not what is let out.
      allowed(await hook('pr-gate', bash(`cd ${tree} && gh pr create`)));
      await everything();
      allowed(await hook('pr-gate', bash('gh pr create')));
      writeFileSync(join(tree, 'new.ts'), '1\n');
      denied(await hook('pr-gate', bash(`cd ${tree} && gh pr create`)));
    });

    it('lets out the branch that was reviewed and no other', async () => {
      await everything();
      const branch = project.git('branch', '--show-current').trim();
      allowed(await hook('pr-gate', bash(`gh pr create --head ${branch}`)));
      assert.match(denied(await hook('pr-gate', bash('gh pr create --head other'))), /was reviewed/);
      denied(await hook('pr-gate', bash('gh pr create -H "$B"')));
      const api = 'gh api -H "Accept: x" repos/o/r/pulls -f title=x';
      allowed(await hook('pr-gate', bash(`${api} -f head=${branch}`)));
      denied(await hook('pr-gate', bash(`${api} -f head=other`)));
      const tool = (tool_input: object) =>
        hook('pr-gate', event('PreToolUse', { tool_name: 'mcp__github__create_pull_request', tool_input }));
      allowed(await tool({ head: branch, base: 'main' }));
      denied(await tool({ head: 'other', base: 'main' }));
    });

    it('stands before MCP tools as well', async () => {
      const call = (tool_name: string) =>
        hook('pr-gate', event('PreToolUse', { tool_name, tool_input: { title: 'x' } }));
      denied(await call('mcp__github__create_pull_request'));
      allowed(await call('mcp__github__list_pull_requests'));
      // A field of that name does not make it a call of Bash.
      const fake = { tool_name: 'mcp__x__create_pull_request', tool_input: { command: 'ls' } };
      denied(await hook('pr-gate', event('PreToolUse', fake)));
      const nested = { tool_input: { a: { tool_name: 'Bash', tool_input: { command: 'ls' } } } };
      denied(await hook('pr-gate', { ...event('PreToolUse'), tool_name: 'mcp__x__create_pull_request', ...nested }));
    });

    it('leaves mentions alone, and writes no line about them', async () => {
      allowed(await hook('pr-gate', bash('git commit -m "gh pr create"')));
      allowed(await hook('pr-gate', bash('rg "gh pr create" docs')));
      assert.deepEqual(logged(), []);
    });

    it('does not write what was called into the log', async () => {
      denied(await hook('pr-gate', bash('TOKEN=verysecret gh pr create')));
      assert.doesNotMatch(readFileSync(durable('hooks.jsonl'), 'utf8'), /verysecret/);
    });

    it('says that the gate needs a repository', async () => {
      const outside = box.directory('outside');
      const call = { ...bash('gh pr create'), cwd: outside };
      assert.match(denied(await hook('pr-gate', call, { CLAUDE_PROJECT_DIR: outside })), /no git repository/);
    });
  });

  describe('codex-gate', () => {
    const call = (command: string) => hook('codex-gate', bash(command));

    it('asks for the critics before a review, and for the review before an approval', async () => {
      assert.match(denied(await call('./tmux-codex.sh --review')), /code-critic.*\n.*minimizer/);
      assert.match(denied(await call('tmux-codex.sh --approve')), /codex-ran/);
      await critics();
      allowed(await call('./tmux-codex.sh --review'));
      allowed(await call('party review request main'));
      denied(await call('party review approve'));
      await reviewed();
      allowed(await call('tmux-codex.sh --approve'));
      project.write('src/auth.ts', 'export const login = 9;\n');
      denied(await call('tmux-codex.sh --approve'));
      denied(await call('tmux-codex.sh --review'));
    });

    it('leaves documents, messages and small fixes to the script', async () => {
      for (const line of [
        'tmux-codex.sh --plan-review docs/plan.md',
        'tmux-codex.sh --prompt "tmux-codex.sh --review"',
        'tmux-codex.sh --approve --targeted "a typo"',
        'tmux-codex.sh --review-complete f.json',
        'echo CODEX APPROVED',
      ]) {
        allowed(await call(line));
      }
    });

    it('lets nobody but Party call its hooks or write its log', async () => {
      await critics();
      await reviewed();
      assert.match(denied(await call(`sh ${script('agent-trace')} < in.json`)), /called by Claude Code alone/);
      assert.match(denied(await call('node dist/hook.cjs agent-trace < in.json')), /called by Claude Code alone/);
      assert.match(denied(await call(`echo x >> ${durable('events.jsonl')}`)), /written by Party alone/);
      allowed(await call('echo x >> events.jsonl'));
      allowed(await call(`cat ${durable('events.jsonl')}`));
    });

    it('takes what it cannot see for a call', async () => {
      assert.match(denied(await call('$SCRIPT --review')), /cannot see which program/);
      denied(await call('tmux-codex.sh "$MODE"'));
      denied(await call('"tmux-codex.sh --review'));
    });
  });

  describe('gates that break', () => {
    const gates = { 'codex-gate': 'tmux-codex.sh --review', 'pr-gate': 'gh pr create' };
    /** A Party of its own, to be broken. */
    function installation(bundle: string | undefined): string {
      const root = box.directory('party');
      mkdirSync(join(root, 'resources/claude/hooks'), { recursive: true });
      for (const name of readdirSync(join(repository, 'resources/claude/hooks'))) {
        const file = join(repository, 'resources/claude/hooks', name);
        writeFileSync(join(root, 'resources/claude/hooks', name), readFileSync(file));
      }
      mkdirSync(join(root, 'dist'), { recursive: true });
      if (bundle !== undefined) writeFileSync(join(root, 'dist/hook.cjs'), bundle);
      return join(root, 'resources/claude/hooks');
    }
    const bundles: Record<string, string | undefined> = {
      'is missing': undefined,
      'is empty': '',
      'has a syntax error': 'const (',
      throws: 'throw new Error("x")',
      'prints garbage': 'console.log("garbage")',
      'prints garbage before its answer': 'console.log("warning"); console.log("{}")',
      'prints half an answer': `console.log('{"hookSpecificOutput":{"perm')`,
      'fails after its answer': 'console.log("{}"); process.exitCode = 3',
      'dies by a signal': 'process.kill(process.pid, "SIGKILL")',
    };
    for (const [gate, command] of Object.entries(gates)) {
      for (const [what, bundle] of Object.entries(bundles)) {
        it(`${gate} denies when the bundle ${what}`, async () => {
          const file = join(installation(bundle), `${gate}.sh`);
          assert.match(closed(await hook(gate, bash(command), {}, file)), /party gates check/);
          allowed(await hook(gate, bash('ls -la'), {}, file));
        });
      }

      it(`${gate} denies without Node`, async () => {
        const env = withoutNode();
        assert.match(closed(await hook(gate, bash(command), env)), /no node on the PATH/);
        allowed(await hook(gate, bash('ls -la'), env));
      });

      const inputs: Record<string, string> = {
        nothing: '',
        'half of JSON': `{"tool_name":"Bash","tool_input":{"command":"${command}`,
        'no JSON': `garbage ${command}`,
        'a list': `["${command}"]`,
        null: 'null',
        'a command that is a number':
          '{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":7}}',
        'a command that is missing':
          '{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}',
        'a tool without a name': `{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_input":{"command":"${command}"}}`,
        'a cwd that is no text': `{"session_id":"s","cwd":7,"tool_name":"Bash","tool_input":{"command":"${command}"}}`,
        'a megabyte of garbage': `${'x'.repeat(1_000_000)}${command}`,
      };
      for (const [what, input] of Object.entries(inputs)) {
        it(`${gate} denies ${what}`, async () => void closed(await hook(gate, input)));
      }

      it(`${gate} reads a command of a megabyte`, async () => {
        closed(await hook(gate, bash(`echo ${'x'.repeat(1_000_000)}; ${command}`)));
        allowed(await hook(gate, bash(`echo ${'x'.repeat(1_000_000)}`)));
        const late = {
          ...event('PreToolUse'),
          tool_name: 'Bash',
          tool_input: { description: 'x'.repeat(1_000_000), command },
        };
        closed(await hook(gate, late));
      });

      it(`${gate} denies when the repository is broken`, async () => {
        writeFileSync(join(project.top, '.git/index'), 'broken');
        closed(await hook(gate, bash(command)));
      });

      it(`${gate} is nothing outside a party`, async () => {
        allowed(await hook(gate, bash(command), { PARTY_SESSION: '' }));
        allowed(await hook(gate, 'garbage', { PARTY_SESSION: '' }));
      });
    }

    it('denies when the script itself is missing', async () => {
      const { hooks } = JSON.parse(readFileSync(join(repository, 'resources/claude/hooks/hooks.json'), 'utf8'));
      const commands: string[] = hooks.PreToolUse.flatMap((group: { hooks: { command: string }[] }) =>
        group.hooks.map(({ command }) => command),
      );
      for (const command of commands.filter((one) => one.includes('-gate'))) {
        for (const shell of ['sh', 'bash']) {
          const { exitCode } = await execa(shell, ['-c', command], {
            env: { ...box.env, CLAUDE_PLUGIN_ROOT: '/nowhere' },
            reject: false,
          });
          assert.equal(exitCode, 2, `${shell} -c ${command}`);
        }
      }
    });
  });

  describe('worktree-guard', () => {
    const call = (command: string, more: object = {}) => hook('worktree-guard', { ...bash(command), ...more });

    it('keeps the branch of the main worktree', async () => {
      project.git('branch', 'other');
      for (const line of ['git checkout other', 'git switch other', 'git checkout -b x', 'cd src && git switch -c y']) {
        assert.match(denied(await call(line)), /main worktree/);
      }
      assert.match(logged().join(), /denied: switch/);
    });

    it('lets files, main and the other worktrees be', async () => {
      const tree = join(box.root, 'tree');
      project.git('worktree', 'add', '-q', tree, '-b', 'side');
      for (const line of [
        'git checkout -- src/auth.ts',
        'git checkout src/auth.ts',
        'git checkout main',
        'git status',
      ]) {
        allowed(await call(line));
      }
      allowed(await call('git checkout -b x', { cwd: tree }));
      allowed(await call(`cd ${tree} && git checkout -b x`));
      allowed(await call(`git -C ${tree} switch -c x`));
      denied(await call('git checkout -b x'));
    });

    it('keeps edits in sight', async () => {
      assert.match(denied(await call("sed -i 's/a/b/' src/auth.ts")), /Edit tool/);
      allowed(await call("sed -n '1,5p' src/auth.ts"));
    });

    it('lets the call go on when it breaks, and says so', async () => {
      allowed(await call('git checkout x', { cwd: 7 }));
      assert.match(logged().join(), /cwd/);
    });
  });

  describe('agent-trace', () => {
    const events = () => lines('events.jsonl').map(({ at: _, ...rest }) => rest);

    it('records when a critic began and what its last line said, with the code at each', async () => {
      const before = await hash();
      await critic('party:code-critic', 'a1', 'ok\n\nVERDICT: APPROVE\n', () => project.write('src/x.ts', '1\n'));
      const both = { actor: 'claude', critic: 'code-critic', agent: 'a1' };
      assert.deepEqual(events(), [
        { event: 'critic-started', ...both, hash: before },
        { event: 'critic-stopped', ...both, hash: await hash(), verdict: 'APPROVE' },
      ]);
      assert.notEqual(before, await hash());
    });

    const verdicts: [string, string, string | null][] = [
      ['code-critic', 'VERDICT: REQUEST_CHANGES', 'REQUEST_CHANGES'],
      ['minimizer', 'VERDICT: NEEDS_DISCUSSION', 'NEEDS_DISCUSSION'],
      ['security-scanner', 'VERDICT: CLEAN', 'CLEAN'],
      ['security-scanner', 'VERDICT: APPROVE', null],
      ['code-critic', 'VERDICT: CLEAN', null],
      ['code-critic', 'VERDICT: APPROVE\nor not', null],
      ['code-critic', '**VERDICT: APPROVE**', null],
      ['code-critic', 'say VERDICT: APPROVE', null],
      ['code-critic', ' VERDICT: APPROVE', null],
      ['code-critic', 'VERDICT: approve', null],
      ['code-critic', 'VERDICT: APPROVE REQUEST_CHANGES', null],
      ['code-critic', '', null],
    ];
    for (const [name, message, expected] of verdicts) {
      it(`takes ${JSON.stringify(message)} of ${name} for ${expected}`, async () => {
        await critic(name, 'a', message);
        assert.equal(events().at(-1).verdict, expected);
      });
    }

    for (const name of ['reviewer', 'other:code-critic', 'party:party:minimizer', 'code-critic2', 'test-runner']) {
      it(`keeps only a trace of ${name}`, async () => {
        await critic(name, 'a', 'VERDICT: APPROVE');
        assert.deepEqual(events(), []);
        assert.equal(logged().length, 2);
      });
    }
  });

  describe('markers', () => {
    it('appear with the evidence and go with an edit that counts', async () => {
      await everything();
      allowed(await hook('codex-trace', bash('./tmux-codex.sh --approve', 'PostToolUse', { tool_response: {} })));
      const all = [
        'checks-passed',
        'code-critic',
        'codex',
        'codex-ran',
        'minimizer',
        'pr-verified',
        'security-scanned',
      ];
      assert.deepEqual(
        markers(),
        [...all, 'tests-passed'].map((kind) => `claude-${kind}-${conversation}`),
      );
      const edit = (file_path: string) =>
        hook('marker-invalidate', event('PostToolUse', { tool_name: 'Edit', tool_input: { file_path } }));
      allowed(await edit(join(project.top, 'README.md')));
      allowed(await edit('/elsewhere/x.ts'));
      assert.equal(markers().length, 8);
      allowed(await edit(join(project.top, 'src/auth.ts')));
      assert.deepEqual(markers(), []);
    });

    it('do not lead out of their directory', async () => {
      await everything();
      const call = { ...bash('party evidence list', 'PostToolUse'), session_id: '../../x' };
      allowed(await hook('codex-trace', call));
      assert.match(logged().join(), /cannot be part of a file's name/);
    });
  });

  it('codex-trace writes down what was done and how it ended, without its texts', async () => {
    allowed(await hook('codex-trace', bash('./tmux-codex.sh --review main "secret title"', 'PostToolUse')));
    allowed(await hook('codex-trace', bash('party review approve', 'PostToolUseFailure', { error: 'Exit code 1' })));
    allowed(await hook('codex-trace', bash('echo tmux-codex.sh --approve', 'PostToolUse')));
    assert.deepEqual(logged(), ['ran: tmux-codex.sh --review main', 'failed: party review approve']);
  });

  it('skill-marker writes down which skill was loaded', async () => {
    const input = event('PostToolUse', { tool_name: 'Skill', tool_input: { skill: 'party:task-workflow' } });
    allowed(await hook('skill-marker', input));
    assert.deepEqual(logged(), ['skill party:task-workflow was loaded']);
  });

  describe('skill-eval', () => {
    const submit = async (prompt: string) => (await hook('skill-eval', event('UserPromptSubmit', { prompt }))).stdout;
    beforeEach(() => mkdirSync(join(box.stateRoot, 'party-app-1'), { mode: 0o700 }));

    const prompts: [string, string | undefined][] = [
      ['Fix the crash in login', 'bugfix-workflow'],
      ['there is a BUG', 'bugfix-workflow'],
      ['open a pull request', 'pre-pr-verification'],
      ['make the PR', 'pre-pr-verification'],
      ['implement the cache', 'task-workflow'],
      ['do TASK-12', 'task-workflow'],
      ['what does this print?', undefined],
      ['prefix the suffixes', undefined],
      ['[CODEX] fix the bug', undefined],
      ['<task-notification>fix</task-notification>', undefined],
      ['/task do it', undefined],
    ];
    for (const [prompt, skill] of prompts) {
      it(`${skill === undefined ? 'hints at nothing' : `hints at ${skill}`} for ${prompt}`, async () => {
        const answer = await submit(prompt);
        if (skill === undefined) return assert.equal(answer, '');
        const { hookEventName, additionalContext } = JSON.parse(answer).hookSpecificOutput;
        assert.equal(hookEventName, 'UserPromptSubmit');
        assert.match(additionalContext, new RegExp(`party:${skill} `));
      });
    }
  });

  describe('session-cleanup', () => {
    const old = new Date(Date.now() - 25 * 3_600_000);
    const end = () => hook('session-cleanup', event('SessionEnd'));

    it('sweeps markers that are older than a day, and nothing else', async () => {
      const root = box.env['PARTY_MARKER_ROOT'] ?? '';
      const elsewhere = join(box.root, 'elsewhere');
      writeFileSync(elsewhere, '');
      for (const name of ['claude-codex-old', 'claude-code-critic-new', 'claude-other-old', 'mine']) {
        writeFileSync(join(root, name), '');
        if (!name.endsWith('new')) utimesSync(join(root, name), old, old);
      }
      symlinkSync(elsewhere, join(root, 'claude-minimizer-link'));
      allowed(await end());
      assert.deepEqual(markers(), ['claude-code-critic-new', 'claude-minimizer-link', 'claude-other-old', 'mine']);
    });

    it('has state directories removed whose party runs no more', async () => {
      const { session } = await box.start(project.top, [], { PARTY_SESSION: '' });
      const live = join(box.stateRoot, session.name);
      const dead = join(box.stateRoot, 'party-dead-1');
      mkdirSync(dead, { mode: 0o700 });
      symlinkSync(durable('sessions/dead-1/messages'), join(dead, 'messages'));
      const foreign = join(box.stateRoot, 'party-foreign-1');
      mkdirSync(foreign, { mode: 0o700 });
      symlinkSync('/elsewhere/messages', join(foreign, 'messages'));
      allowed(await end());
      await until('the directory to go', () => !existsSync(dead));
      assert.ok(existsSync(live));
      assert.ok(existsSync(foreign));
    });
  });

  describe('observers', () => {
    const observers = [
      'codex-trace',
      'agent-trace',
      'skill-marker',
      'marker-invalidate',
      'worktree-guard',
      'skill-eval',
    ];
    const nonsense = [
      '',
      'garbage "prompt": [A bug',
      '{"half',
      'null',
      '7',
      '[]',
      '{"tool_name":7}',
      'x'.repeat(1_000_000),
    ];
    for (const name of observers) {
      it(`${name} is silent whatever comes`, async () => {
        writeFileSync(join(box.env['PARTY_MARKER_ROOT'] ?? '', 'claude-codex-x'), '');
        const more = [
          `{"x":"party review tmux-codex git checkout sed -i`,
          `{"tool_input":{"command":["party review"]}}`,
        ];
        for (const input of [...nonsense, ...more]) allowed(await hook(name, input));
      });

      it(`${name} is silent without Node, and outside a party`, async () => {
        const input = bash('party review approve; git checkout -b x', 'PostToolUse');
        allowed(await hook(name, input, withoutNode()));
        allowed(await hook(name, input, { PARTY_SESSION: '' }));
        assert.deepEqual(logged(), []);
      });
    }
  });

  describe('what most calls cost', () => {
    /** A Node that only leaves a trace. */
    const tracing = () => {
      const started = join(box.root, 'started');
      const node = join(box.directory('bin'), 'node');
      writeFileSync(node, `#!/bin/sh\ntouch '${started}'\n`, { mode: 0o755 });
      return { env: { PARTY_NODE: node }, started: () => existsSync(started) };
    };
    const quiet: Record<string, unknown[]> = {
      'codex-gate': ['ls -la src', 'npm test', 'git status && git diff --stat | head -5'],
      'pr-gate': ['ls -la src', 'npm test', 'git status && git diff --stat | head -5'],
      'worktree-guard': ['ls -la', 'git status', 'npm test'],
      'codex-trace': ['ls -la', 'npm test'],
    };
    for (const [name, commands] of Object.entries(quiet)) {
      it(`${name} needs no Node for ordinary commands`, async () => {
        const { env, started } = tracing();
        for (const command of commands) allowed(await hook(name, bash(String(command)), env));
        assert.equal(started(), false);
        // And would have started it, had there been something.
        await hook(name, bash('gh pr create; tmux-codex.sh --review; git checkout -b x'), env);
        assert.equal(started(), true);
      });
    }

    const sensitive: Record<string, readonly string[]> = {
      'pr-gate': pullRequests,
      'codex-gate': [
        ...codexLines.flatMap(([line, found]) => (found.length > 0 ? [line] : [])),
        ...forgeries.flatMap(([line, gated]) => (gated ? [line] : [])),
      ],
    };
    for (const [name, all] of Object.entries(sensitive)) {
      it(`${name} asks Node about every line that is gated`, async () => {
        const { env } = tracing();
        // The client runs its hooks side by side, too.
        for (let at = 0; at < all.length; at += 8) {
          const answers = await Promise.all(all.slice(at, at + 8).map((line) => hook(name, bash(line), env)));
          for (const [index, { code }] of answers.entries()) assert.equal(code, 2, all[at + index]);
        }
      });
    }

    const hidden = [
      'g\\h pr create',
      "g'h' pr create",
      '$X',
      '/bin/g?',
      '/bin/[g]h',
      '{g,h}',
      '`x`',
      'a*',
      '"x"',
      '$(x)',
      '(x)',
    ];
    for (const command of hidden) {
      it(`pr-gate asks Node about ${command}`, async () => {
        const { env, started } = tracing();
        closed(await hook('pr-gate', bash(command), env));
        assert.equal(started(), true);
      });
    }
  });
});
