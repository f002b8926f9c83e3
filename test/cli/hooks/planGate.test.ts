// The plan gate, called as the client calls it: through sh, in a real repository.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { hookScript, newProject } from '../../support/project.ts';
import { GatedProject } from './support/gatedProject.ts';
import { allowed, denied } from './support/hookedProject.ts';

describe('plan gate, as the client calls it', () => {
  let at: GatedProject;
  beforeEach(() => {
    at = new GatedProject();
  });
  afterEach(() => at.dispose());

  /** In the user's configuration. */
  const nameTools = (...mcpReaders: string[]) => {
    mkdirSync(dirname(userConfig()), { recursive: true });
    writeFileSync(userConfig(), JSON.stringify({ plan: { mcpReaders } }));
  };
  const userConfig = () => join(at.box.home, '.tmux-team/config.json');

  describe('before the approval', () => {
    it('lets the plan be written, and says what else may be done', async () => {
      allowed(await at.asks(at.writes(join(at.top, 'docs/plan.md'))));
      const reason = denied(await at.asks(at.writes(join(at.top, 'src/index.ts'))));
      assert.match(reason, /^Party: the plan is not approved yet, so only docs\/plan\.md may be written/);
      assert.match(
        denied(await at.asks(at.bash('npm test'))),
        /"npm" is not one of .*Allowed: one command at a time, of rg, grep/s,
      );
    });

    it('lets the first plan be written where there is no folder yet', async () => {
      rmSync(join(at.top, 'docs'), { recursive: true });
      allowed(await at.asks(at.writes(join(at.top, 'docs/plan.md'))));
      denied(await at.asks(at.writes(join(at.top, 'docs/other.md'))));
    });

    it('holds for sub-agents and in bypass mode', async () => {
      const agent = { agent_id: 'a', agent_type: 'general-purpose', permission_mode: 'bypassPermissions' };
      denied(await at.asks(at.writes(join(at.top, 'src/index.ts'), agent)));
      denied(await at.asks(at.bash('touch x', agent)));
      allowed(await at.asks(at.call('Agent', { prompt: 'x', subagent_type: 'Explore' }, agent)));
      denied(await at.asks(at.call('Agent', { prompt: 'x', isolation: 'worktree' })));
    });

    const readers = ['Read', 'Grep', 'Glob', 'TodoWrite', 'AskUserQuestion', 'Skill', 'WebSearch', 'KillShell'];
    for (const tool of [...readers, 'ListAgents', 'ReportFindings']) {
      it(`lets ${tool} pass`, async () => allowed(await at.asks(at.call(tool, { file_path: '/x', pattern: 'x' }))));
    }
    const tools = {
      mcp__github__get_issue: false,
      'mcp__docs__search-pages': false,
      mcp__ide__getDiagnostics: false,
      mcp__filesystem__list_directory: false,
      mcp__filesystem__write_file: false,
      mcp__filesystem__move_file: false,
      mcp__shell__run: false,
      mcp__shell__get_and_run: false,
      mcp__ide__executeCode: false,
      mcp__x__getter: false,
      mcp__x__get_download: false,
      mcp__x__search_and_fix: false,
      mcp__x__show_patch: false,
      mcp__x__delete__get_thing: false,
      mcp__plugin_x__srv__get_thing: false,
      EnterWorktree: false,
      CronCreate: false,
      Monitor: false,
      PowerShell: false,
      write: false,
      'Read ': false,
      constructor: false,
      '': false,
    };
    for (const [tool, passes] of Object.entries(tools)) {
      it(`${passes ? 'lets' : 'does not let'} "${tool}" pass`, async () => {
        const answer = await at.asks(at.call(tool, { path: join(at.top, 'src/index.ts'), content: 'x' }));
        if (passes) allowed(answer);
        else denied(answer);
      });
    }

    it('lets messages pass only to sub-agents that the client has recorded for this conversation', async () => {
      const transcript_path = join(at.box.home, 'conversation.jsonl');
      const folder = at.box.directory('home/conversation/subagents');
      writeFileSync(join(folder, 'agent-a113c7f36e556f216.jsonl'), '');
      const message = (to: string, more: object = { transcript_path }) =>
        at.asks(at.call('SendMessage', { to, message: 'more' }, more));
      allowed(await message('a113c7f36e556f216'));
      assert.match(
        denied(await message('a113c7f36e556f217')),
        /does not know that "a113c7f36e556f217" is a sub-agent.*agentId that Agent returned/,
      );
      assert.match(denied(await message('peer')), /does not know that "peer" is a sub-agent/);
      // Here the conversation is not known, or it is another one.
      denied(await message('a113c7f36e556f216', { transcript_path: undefined }));
      denied(await message('a113c7f36e556f216', { transcript_path: join(at.box.home, 'other.jsonl') }));
    });

    it("does not accept a server as Party's own because the environment names a party", async () => {
      for (const tool of ['list_findings', 'plan_status', 'respond', 'send_message', 'request_review', 'write_file']) {
        for (const env of [{}, { PARTY_SESSION: 'party-x' }])
          assert.match(denied(await at.asks(at.call(`mcp__party__${tool}`, {}), { env })), /a tool of an MCP server/);
      }
    });

    it('lets the tools of servers pass that the user has named, and no project can name one', async () => {
      at.write('tmux-team.json', JSON.stringify({ plan: { mcpReaders: ['github/get_issue'] } }));
      const ask = (tool: string) => at.asks(at.call(tool, { path: join(at.top, 'src/index.ts') }));
      assert.match(
        denied(await ask('mcp__github__get_issue')),
        /named them in ~\/\.tmux-team\/config\.json.*mcpReaders/,
      );
      nameTools('github/get_issue', 'my.docs/search-pages');
      allowed(await ask('mcp__github__get_issue'));
      allowed(await ask('mcp__my_docs__search-pages'));
      for (const tool of ['mcp__github__get_issues', 'mcp__evil__get_issue', 'mcp__x_github__get_issue', 'get_issue'])
        denied(await ask(tool));
      writeFileSync(userConfig(), '{ "plan": { "mcpReaders": "github/get_issue" } }');
      denied(await ask('mcp__github__get_issue'));
    });

    it('starts a sub-agent only with keys whose effect it knows', async () => {
      const launch = {
        description: 'd',
        prompt: 'x',
        subagent_type: 'Explore',
        model: 'opus',
        run_in_background: true,
      };
      allowed(await at.asks(at.call('Agent', launch)));
      for (const more of [{ cwd: '/tmp' }, { team_name: 't' }, { mode: 'bypassPermissions' }, { __proto: 1 }])
        assert.match(
          denied(await at.asks(at.call('Agent', { ...launch, ...more }))),
          /does not know what \w+ would do/,
        );
      denied(await at.asks(at.call('Task', { ...launch, remote: true })));
    });

    it('lets a server write the plan at its exact path, if the user has named the tool', async () => {
      denied(
        await at.asks(at.call('mcp__filesystem__write_file', { path: join(at.top, 'docs/plan.md'), content: 'x' })),
      );
      nameTools('filesystem/write_file', 'filesystem/edit_file');
      const path = join(at.top, 'docs/plan.md');
      allowed(await at.asks(at.call('mcp__filesystem__write_file', { path, content: 'x' })));
      denied(await at.asks(at.call('mcp__filesystem__write_file', { path: 'docs/plan.md', content: 'x' })));
      denied(await at.asks(at.call('mcp__filesystem__edit_file', { path, target: '/x', content: 'x' })));
      denied(await at.asks(at.call('Write', { file_path: path, path: '/x', content: 'x' })));
      denied(await at.asks(at.call('MultiEdit', { file_path: path, edits: [{ file_path: '/x' }] })));
    });

    for (const path of [
      'link/../docs/plan.md',
      '/proc/self/cwd/docs/plan.md',
      'through/docs/plan.md',
      'docs/plan.md/.',
    ]) {
      it(`does not take ${path} for the plan`, async () => {
        mkdirSync(join(at.root, 'else/inner'), { recursive: true });
        symlinkSync(join(at.root, 'else/inner'), join(at.top, 'link'));
        symlinkSync('/proc/self/cwd', join(at.top, 'through'));
        denied(await at.asks(at.writes(path)));
      });
    }

    it('denies what it does not understand', async () => {
      for (const input of ['', '{', '[]', 'null', '{"tool_name":"Bash","tool_input":7,"cwd":[]}', '\u0000', '{}{}']) {
        assert.match(denied(await at.asks(input)), /could not decide|cannot be parsed/);
      }
      for (const command of [7, null, ['ls'], { toString: 'ls' }, undefined]) denied(await at.asks(at.bash(command)));
    });
  });

  describe('after the approval', () => {
    beforeEach(() => at.approve());

    it('allows everything except what approves plans', async () => {
      for (const line of [
        'npm test',
        'rm -rf build && make',
        'git commit -m x',
        'ls .claude',
        'cat .claude/review/gate.json',
      ]) {
        allowed(await at.asks(at.bash(line)));
      }
      allowed(await at.asks(at.call('EnterWorktree', {})));
      allowed(
        await at.asks(
          at.call('Write', { file_path: join(at.top, 'src/x.ts'), content: '.claude/review/approval.json' }),
        ),
      );
      for (const line of [
        'echo x > .claude/review/approval.json',
        'rm -r .claude/"review"',
        'rm -rf .claude',
        'cd .claude && cp x review/',
        'cp x .claude/rev*',
        "sed -i s/a/b/ './.claude//review/gate.json'",
      ]) {
        assert.match(denied(await at.asks(at.bash(line))), /belongs to Party/, line);
      }
      for (const path of [
        '.claude/review/approval.json',
        '~/x/../../repo/.claude/review/x',
        `file://${at.top}/.claude/review/x`,
      ]) {
        denied(await at.asks(at.call('mcp__filesystem__write_file', { path, content: 'x' })));
      }
      denied(await at.asks(at.writes(join(at.top, '.claude/settings.local.json'))));
    });

    it('recognizes its own files through links', async () => {
      renameSync(join(at.top, '.claude/review'), join(at.root, 'kept'));
      symlinkSync(join(at.root, 'kept'), join(at.top, '.claude/review'));
      assert.match(denied(await at.asks(at.writes(join(at.root, 'kept/approval.json')))), /belongs to Party/);
      allowed(await at.asks(at.writes(join(at.root, 'other.json'))));
    });

    it('withdraws the approval when the plan has changed', async () => {
      at.write('docs/plan.md', '# Another goal\n');
      denied(await at.asks(at.writes(join(at.top, 'src/x.ts'))));
      assert.ok(!existsSync(join(at.top, '.claude/review/approval.json')));
      at.write('docs/plan.md', '# Goal\n');
      denied(await at.asks(at.writes(join(at.top, 'src/x.ts'))));
    });

    for (const kind of ['hash-other', 'list', 'text', 'unreadable']) {
      it(`does not accept as an approval: ${kind}`, async () => {
        await at.approve(kind);
        denied(await at.asks(at.writes(join(at.top, 'src/x.ts'))));
      });
    }
  });

  describe('where it holds', () => {
    const off = { CLAUDE_PROJECT_DIR: '', PARTY_NODE: '/nowhere', PATH: '/usr/bin:/bin' };

    it('says nothing when no gate is on, not even to invalid input', async () => {
      rmSync(join(at.top, '.claude'), { recursive: true });
      for (const input of [at.writes(join(at.top, 'src/x.ts')), at.bash('touch x'), '{', ''])
        allowed(await at.asks(input));
    });

    it('needs no Node when no gate is on', async () => {
      const other = newProject({ box: at.box, name: 'other', git: true }).top;
      const bin = at.box.directory('bin');
      for (const tool of ['cat', 'sh']) symlinkSync(`/bin/${tool}`, join(bin, tool));
      const env = { ...off, CLAUDE_PROJECT_DIR: other, PATH: bin };
      allowed(await at.asks(at.writes(join(other, 'x'), { cwd: other }), { cwd: other, env }));
      const answer = await at.asks(at.writes(join(at.top, 'docs/plan.md')), {
        env: { ...env, CLAUDE_PROJECT_DIR: at.top },
      });
      assert.deepEqual({ code: answer.code, stdout: answer.stdout }, { code: 2, stdout: '' });
      assert.match(answer.stderr, /could not decide \(there is no node/);
    });

    it('finds the gate by the directory of the call, of the process, and of the project', async () => {
      const other = newProject({ box: at.box, name: 'other', git: true }).top;
      const deep = at.box.directory('repo/src/deep');
      const file = join(at.top, 'src/x.ts');
      denied(await at.asks(at.writes(file, { cwd: deep }), { cwd: other, env: { CLAUDE_PROJECT_DIR: other } }));
      denied(await at.asks(at.writes(file, { cwd: other }), { cwd: deep, env: { CLAUDE_PROJECT_DIR: other } }));
      denied(await at.asks(at.writes(file, { cwd: other }), { cwd: other, env: { CLAUDE_PROJECT_DIR: at.top } }));
      symlinkSync(deep, join(at.root, 'linked'));
      const linked = join(at.root, 'linked');
      denied(await at.asks(at.writes(file, { cwd: linked }), { cwd: other, env: { CLAUDE_PROJECT_DIR: other } }));
      const spaced = JSON.stringify(at.writes(file, { cwd: deep }), null, 1);
      denied(await at.asks(spaced, { cwd: other, env: { CLAUDE_PROJECT_DIR: other } }));
    });

    for (const folder of ['.claude', '.claude/review']) {
      it(`denies where it cannot look into ${folder}`, async () => {
        // For root every folder is open.
        const root = process.getuid?.() === 0;
        if (root) execFileSync('chown', ['-R', '65534:65534', at.root]);
        chmodSync(join(at.top, folder), 0);
        const { stdout } = await execa('sh', [hookScript('plan-gate')], {
          ...{ cwd: at.top, env: { ...at.env, CLAUDE_PROJECT_DIR: at.top }, extendEnv: false },
          ...(root ? { uid: 65534, gid: 65534 } : {}),
          input: JSON.stringify(at.writes(join(at.top, 'src/x.ts'))),
        });
        chmodSync(join(at.top, folder), 0o700);
        assert.match(stdout, /"permissionDecision":"deny"/);
      });
    }

    it('ignores a repository inside a gated project', async () => {
      const inner = at.box.directory('repo/inner');
      at.git('-C', inner, 'init', '--quiet');
      allowed(
        await at.asks(at.writes(join(inner, 'x'), { cwd: inner }), { cwd: inner, env: { CLAUDE_PROJECT_DIR: inner } }),
      );
      denied(await at.asks(at.writes(join(inner, 'x'), { cwd: inner }), { cwd: inner }));
    });

    it('also works in a party, and records its denials', async () => {
      denied(await at.asks(at.bash('touch x'), { env: { PARTY_SESSION: 'party-x' } }));
      const log = execFileSync('sh', ['-c', `cat ${join(at.box.partyHome, 'projects')}/*/hooks.jsonl`], {
        encoding: 'utf8',
      });
      assert.match(log, /"hook":"plan-gate".*denied: Bash: the plan is not approved yet/);
    });

    it('denies when its bundle is missing', async () => {
      const copy = join(at.root, 'copy/resources/claude/hooks/plan-gate.sh');
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, readFileSync(hookScript('plan-gate')));
      const { exitCode, stderr } = await execa('sh', [copy], {
        ...{ cwd: at.top, env: at.env, extendEnv: false, reject: false, input: JSON.stringify(at.call('Read', {})) },
      });
      assert.equal(exitCode, 2);
      assert.match(stderr, /could not decide/);
    });
  });
});
