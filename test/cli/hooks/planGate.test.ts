// The plan gate, called as the client calls it: through sh, in a real repository.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { readGitFacts } from '../../../src/node/gates/gateGitFacts.ts';
import { newProject, type Project } from '../../support/project.ts';
import { node20, type Output, repository, Sandbox } from '../../support/sandbox.ts';
import { allowed, denied } from './support/hookedProject.ts';

interface PathCase {
  readonly id: string;
  readonly tool_name?: string;
  readonly tool_input?: object;
  readonly raw_stdin?: string;
  readonly cwd?: string;
  readonly project_dir?: string;
  readonly setup: string;
  readonly approval: string;
  readonly os: string;
  readonly expect: 'allow' | 'deny' | 'either';
  readonly recommend?: 'allow' | 'deny';
  readonly why: string;
}

interface BashCase {
  readonly id: string;
  readonly command: string;
  readonly group: string;
  readonly setup?: string;
  readonly recommend?: string;
}

const script = join(repository, 'resources/claude/hooks/plan-gate.sh');
const linesOf = <T>(file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

describe('plan gate, as the client calls it', () => {
  let box: Sandbox;
  let project: Project;
  let top: string;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, name: 'repo', git: true });
    top = project.top;
    box.env['PARTY_NODE'] = node20;
    for (const file of ['README.md', 'package.json', 'src/index.ts', 'src/util.ts'])
      project.write(file, 'export foo\n');
    project.write('docs/plan.md', '# Goal\n');
    gate(top);
  });
  afterEach(() => box.dispose());

  function gate(directory: string): void {
    mkdirSync(join(directory, '.claude/review'), { recursive: true });
    writeFileSync(join(directory, '.claude/review/gate.json'), '{}\n');
  }

  function approve(kind = 'valid'): void {
    const hash = createHash('sha256')
      .update(readFileSync(join(top, 'docs/plan.md')))
      .digest('hex');
    const file = join(top, '.claude/review/approval.json');
    const valid = {
      ...{ is_optimal: true, plan_hash: hash, review_version: 1 },
      ...{ approved_at: '2026-01-01T00:00:00Z', codex_thread_id: 't' },
    };
    const { plan_hash: _, ...hashless } = valid;
    const contents: Record<string, unknown> = {
      valid,
      unreadable: valid,
      'not-optimal': { ...valid, is_optimal: false },
      'hash-uppercase': { ...valid, plan_hash: hash.toUpperCase() },
      'hash-other': { ...valid, plan_hash: '0'.repeat(64) },
      'missing-hash': hashless,
      list: [valid],
      text: JSON.stringify(valid),
    };
    writeFileSync(file, kind === 'corrupt' ? '{"is_optimal": tru' : JSON.stringify(contents[kind]));
    if (kind === 'unreadable') chmodSync(file, 0);
  }

  async function hook(input: unknown, { cwd = top, env = {} }: { cwd?: string; env?: Record<string, string> } = {}) {
    const { exitCode, stdout, stderr } = await execa('sh', [script], {
      cwd: existsSync(cwd) ? cwd : top,
      env: { ...box.env, CLAUDE_PROJECT_DIR: top, ...env },
      extendEnv: false,
      input: typeof input === 'string' ? input : JSON.stringify(input),
      reject: false,
      stripFinalNewline: false,
    });
    return { code: exitCode, stdout, stderr } satisfies Output;
  }
  const call = (tool_name: string, tool_input: object, more: object = {}) => ({
    ...{ session_id: 's', transcript_path: '/t', cwd: top, permission_mode: 'default', hook_event_name: 'PreToolUse' },
    ...{ tool_name, tool_input, tool_use_id: 'toolu_1' },
    ...more,
  });
  const bash = (command: unknown, more: object = {}) => call('Bash', { command, description: 'd' }, more);
  const write = (file: string, more: object = {}) => call('Write', { file_path: file, content: 'X' }, more);

  describe('the corpus of paths', () => {
    for (const one of linesOf<PathCase>('../fixtures/pathCorpus.jsonl')) {
      if (one.os !== 'any' && !one.os.split(',').includes(process.platform)) continue;
      const label = one.expect === 'either' ? one.recommend : one.expect;
      if (label === undefined) continue;
      it(`${one.id}: ${one.why.slice(0, 80)} → ${label}`, async () => {
        const filled = (text: string) => text.replaceAll('$REPO', top).replaceAll('$ROOT', box.root);
        if (one.approval !== 'none') approve(one.approval);
        else writeFileSync(join(top, '.claude/review/approval.json'), '{}');
        if (one.setup !== '') execFileSync('bash', ['-ec', filled(one.setup)], { cwd: top, env: box.env });
        const directory = filled(one.project_dir ?? '$REPO');
        if (directory !== top) gate(directory);
        const { tool_name, tool_input } = JSON.parse(filled(JSON.stringify({ ...one })));
        const cwd = filled(one.cwd ?? '$REPO');
        const input = one.raw_stdin ?? call(tool_name, tool_input, { cwd });
        const answer = await hook(input, { cwd, env: { CLAUDE_PROJECT_DIR: directory } });
        if (label === 'allow') allowed(answer);
        else denied(answer);
      });
    }
  });

  describe('the corpus of Bash, where the repository would run something', () => {
    const cases = linesOf<BashCase>('../../core/gates/plan/bashCorpus.jsonl').filter(
      ({ group }) => group === 'git-config-dependent' || group === 'git-pager-tty',
    );
    for (const { id, command, setup = '', recommend } of cases) {
      it(`${id}: ${command} → ${recommend}`, async () => {
        project.write('evil.sh', '#!/bin/sh\ntouch PWNED\n');
        execFileSync('bash', ['-ec', setup], { cwd: top, env: box.env });
        const answer = await hook(bash(command));
        if (recommend === 'allow') allowed(answer);
        else assert.match(denied(answer), /would run a program of this repository/);
        assert.ok(!existsSync(join(top, 'PWNED')));
      });
    }
  });

  describe('git that is used as a weapon', () => {
    const evil = './evil.sh';
    const set = (key: string, value: string) => project.git('config', key, value);
    const table: Readonly<
      Record<string, { readonly given: () => unknown; readonly line: string; readonly fine?: string }>
    > = {
      'an included file': {
        given: () => {
          project.write('.git/more', `[core]\n\tfsmonitor = ${evil}\n`);
          set('include.path', 'more');
        },
        line: 'git status',
      },
      'the configuration of a worktree': {
        given: () => {
          set('extensions.worktreeConfig', 'true');
          project.git('config', '--worktree', 'diff.external', evil);
        },
        line: 'git diff',
        fine: 'git diff --no-ext-diff',
      },
      'a file of the project that the user includes': {
        given: () => {
          project.write('team.gitconfig', `[diff "x"]\n\ttextconv = ${evil}\n`);
          writeFileSync(join(box.home, '.gitconfig'), `[include]\n\tpath = ${join(top, 'team.gitconfig')}\n`);
        },
        line: 'git log -p',
        fine: 'git log -p --no-textconv',
      },
      'a filter before a textconv of the user': {
        given: () => {
          writeFileSync(join(box.home, '.gitconfig'), '[diff "x"]\n\ttextconv = cat\n');
          set('filter.f.smudge', evil);
        },
        line: 'git log -p',
        fine: 'git log -p --no-textconv',
      },
      'a file to write to, that the user includes': {
        given: () => {
          project.write('team.gitconfig', `[trace2]\n\teventTarget = ${join(top, 'PWNED')}\n`);
          writeFileSync(join(box.home, '.gitconfig'), `[include]\n\tpath = ${join(top, 'team.gitconfig')}\n`);
        },
        line: 'git status',
      },
      'an object that is fetched when it is missing': {
        given: () => {
          set('remote.x.url', '.');
          set('remote.x.uploadpack', evil);
          set('remote.x.partialclonefilter', 'blob:none');
        },
        line: 'git show HEAD',
      },
      'a hook': {
        given: () => {
          project.write('.git/hooks/post-index-change', '#!/bin/sh\n');
          chmodSync(join(top, '.git/hooks/post-index-change'), 0o755);
        },
        line: 'git status',
        fine: 'git log',
      },
      'a hook somewhere else': {
        given: () => {
          project.write('my/post-index-change', '#!/bin/sh\n');
          chmodSync(join(top, 'my/post-index-change'), 0o755);
          set('core.hooksPath', 'my');
        },
        line: 'git diff',
      },
      'a repository inside': {
        given: () => {
          mkdirSync(join(top, 'inner'));
          project.git('-C', 'inner', 'init', '--quiet');
          project.git('-C', 'inner', 'commit', '--quiet', '--allow-empty', '-m', 'x');
          project.git('add', 'inner');
          project.git('-C', 'inner', 'config', 'core.fsmonitor', evil);
        },
        line: 'git status',
        fine: 'git status --ignore-submodules=all',
      },
    };
    for (const [title, { given, line, fine }] of Object.entries(table)) {
      it(`${title} is seen`, async () => {
        given();
        assert.match(denied(await hook(bash(line))), /would run a program of this repository/);
        assert.ok(!existsSync(join(top, 'PWNED')), 'not even by asking');
        if (fine !== undefined) allowed(await hook(bash(fine)));
      });
    }

    it('leaves the user’s own configuration alone', async () => {
      writeFileSync(join(box.home, '.gitconfig'), '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = x\n');
      allowed(await hook(bash('git status')));
      allowed(await hook(bash('git diff')));
    });

    it('does not wait for a git that hangs', () => {
      const bin = box.directory('slow');
      writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
      const env = { ...box.env, PATH: `${bin}:${box.env['PATH']}` };
      assert.throws(() => readGitFacts(top, top, env, 200), /ETIMEDOUT/);
    });

    it('asks in the directory where the command runs', async () => {
      const inner = box.directory('repo/vendored');
      project.git('-C', inner, 'init', '--quiet');
      project.git('-C', inner, 'config', 'core.fsmonitor', evil);
      assert.match(denied(await hook(bash('git status', { cwd: inner }), { cwd: inner })), /core\.fsmonitor/);
    });
  });

  describe('before the approval', () => {
    it('lets the plan be written, and says what else may be done', async () => {
      allowed(await hook(write(join(top, 'docs/plan.md'))));
      const reason = denied(await hook(write(join(top, 'src/index.ts'))));
      assert.match(reason, /^Party: the plan is not approved yet, so only docs\/plan\.md may be written/);
      assert.match(
        denied(await hook(bash('npm test'))),
        /"npm" is not one of .*Allowed are single commands of rg, grep/s,
      );
    });

    it('lets the first plan be written where there is no folder yet', async () => {
      rmSync(join(top, 'docs'), { recursive: true });
      allowed(await hook(write(join(top, 'docs/plan.md'))));
      denied(await hook(write(join(top, 'docs/other.md'))));
    });

    it('holds for sub-agents and in bypass mode', async () => {
      const agent = { agent_id: 'a', agent_type: 'general-purpose', permission_mode: 'bypassPermissions' };
      denied(await hook(write(join(top, 'src/index.ts'), agent)));
      denied(await hook(bash('touch x', agent)));
      allowed(await hook(call('Agent', { prompt: 'x', subagent_type: 'Explore' }, agent)));
      denied(await hook(call('Agent', { prompt: 'x', isolation: 'worktree' })));
    });

    const readers = ['Read', 'Grep', 'Glob', 'TodoWrite', 'AskUserQuestion', 'Skill', 'WebSearch', 'KillShell'];
    for (const tool of [...readers, 'ListAgents', 'ReportFindings']) {
      it(`lets ${tool} pass`, async () => allowed(await hook(call(tool, { file_path: '/x', pattern: 'x' }))));
    }
    const tools = {
      mcp__github__get_issue: true,
      'mcp__docs__search-pages': true,
      mcp__ide__getDiagnostics: true,
      mcp__filesystem__list_directory: true,
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
      mcp__plugin_x__srv__get_thing: true,
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
        const answer = await hook(call(tool, { path: join(top, 'src/index.ts'), content: 'x' }));
        if (passes) allowed(answer);
        else denied(answer);
      });
    }

    it('lets messages pass to sub-agents of this conversation only, as the client has written them down', async () => {
      const transcript_path = join(box.home, 'conversation.jsonl');
      const folder = box.directory('home/conversation/subagents');
      writeFileSync(join(folder, 'agent-a113c7f36e556f216.jsonl'), '');
      const message = (to: string, more: object = { transcript_path }) =>
        hook(call('SendMessage', { to, message: 'more' }, more));
      allowed(await message('a113c7f36e556f216'));
      assert.match(
        denied(await message('a113c7f36e556f217')),
        /not known that "a113c7f36e556f217" is a sub-agent.*agentId that Agent returned/,
      );
      assert.match(denied(await message('peer')), /not known that "peer" is a sub-agent/);
      // Here the conversation is not known, or it is another one.
      denied(await message('a113c7f36e556f216', { transcript_path: undefined }));
      denied(await message('a113c7f36e556f216', { transcript_path: join(box.home, 'other.jsonl') }));
    });

    it('lets a server write the plan, by its one path', async () => {
      const path = join(top, 'docs/plan.md');
      allowed(await hook(call('mcp__filesystem__write_file', { path, content: 'x' })));
      denied(await hook(call('mcp__filesystem__write_file', { path: 'docs/plan.md', content: 'x' })));
      denied(await hook(call('mcp__filesystem__edit_file', { path, target: '/x', content: 'x' })));
      denied(await hook(call('Write', { file_path: path, path: '/x', content: 'x' })));
      denied(await hook(call('MultiEdit', { file_path: path, edits: [{ file_path: '/x' }] })));
    });

    for (const path of [
      'link/../docs/plan.md',
      '/proc/self/cwd/docs/plan.md',
      'through/docs/plan.md',
      'docs/plan.md/.',
    ]) {
      it(`does not take ${path} for the plan`, async () => {
        mkdirSync(join(box.root, 'else/inner'), { recursive: true });
        symlinkSync(join(box.root, 'else/inner'), join(top, 'link'));
        symlinkSync('/proc/self/cwd', join(top, 'through'));
        denied(await hook(write(path)));
      });
    }

    it('denies what it does not understand', async () => {
      for (const input of ['', '{', '[]', 'null', '{"tool_name":"Bash","tool_input":7,"cwd":[]}', '\u0000', '{}{}']) {
        assert.match(denied(await hook(input)), /could not decide|not understood/);
      }
      for (const command of [7, null, ['ls'], { toString: 'ls' }, undefined]) denied(await hook(bash(command)));
    });
  });

  describe('after the approval', () => {
    beforeEach(() => approve());

    it('lets everything pass but what approves plans', async () => {
      for (const line of [
        'npm test',
        'rm -rf build && make',
        'git commit -m x',
        'ls .claude',
        'cat .claude/review/gate.json',
      ]) {
        allowed(await hook(bash(line)));
      }
      allowed(await hook(call('EnterWorktree', {})));
      allowed(await hook(call('Write', { file_path: join(top, 'src/x.ts'), content: '.claude/review/approval.json' })));
      for (const line of [
        'echo x > .claude/review/approval.json',
        'rm -r .claude/"review"',
        'rm -rf .claude',
        'cd .claude && cp x review/',
        'cp x .claude/rev*',
        "sed -i s/a/b/ './.claude//review/gate.json'",
      ]) {
        assert.match(denied(await hook(bash(line))), /kept by Party/, line);
      }
      for (const path of [
        '.claude/review/approval.json',
        '~/x/../../repo/.claude/review/x',
        `file://${top}/.claude/review/x`,
      ]) {
        denied(await hook(call('mcp__filesystem__write_file', { path, content: 'x' })));
      }
      denied(await hook(write(join(top, '.claude/settings.local.json'))));
    });

    it('knows its own files where they really are', async () => {
      renameSync(join(top, '.claude/review'), join(box.root, 'kept'));
      symlinkSync(join(box.root, 'kept'), join(top, '.claude/review'));
      assert.match(denied(await hook(write(join(box.root, 'kept/approval.json')))), /kept by Party/);
      allowed(await hook(write(join(box.root, 'other.json'))));
    });

    it('takes the approval away when the plan is another one', async () => {
      project.write('docs/plan.md', '# Another goal\n');
      denied(await hook(write(join(top, 'src/x.ts'))));
      assert.ok(!existsSync(join(top, '.claude/review/approval.json')));
      project.write('docs/plan.md', '# Goal\n');
      denied(await hook(write(join(top, 'src/x.ts'))));
    });

    for (const kind of ['hash-other', 'list', 'text']) {
      it(`does not take an approval for one: ${kind}`, async () => {
        approve(kind);
        denied(await hook(write(join(top, 'src/x.ts'))));
      });
    }
  });

  describe('where it holds', () => {
    const off = { CLAUDE_PROJECT_DIR: '', PARTY_NODE: '/nowhere', PATH: '/usr/bin:/bin' };

    it('says nothing where no gate is on, not even to garbage', async () => {
      rmSync(join(top, '.claude'), { recursive: true });
      for (const input of [write(join(top, 'src/x.ts')), bash('touch x'), '{', '']) allowed(await hook(input));
    });

    it('needs no Node to say nothing', async () => {
      const other = newProject({ box, name: 'other', git: true }).top;
      const bin = box.directory('bin');
      for (const tool of ['cat', 'sh']) symlinkSync(`/bin/${tool}`, join(bin, tool));
      const env = { ...off, CLAUDE_PROJECT_DIR: other, PATH: bin };
      allowed(await hook(write(join(other, 'x'), { cwd: other }), { cwd: other, env }));
      const answer = await hook(write(join(top, 'docs/plan.md')), { env: { ...env, CLAUDE_PROJECT_DIR: top } });
      assert.deepEqual({ code: answer.code, stdout: answer.stdout }, { code: 2, stdout: '' });
      assert.match(answer.stderr, /could not decide \(there is no node/);
    });

    it('finds the gate by the directory of the call, of the process, and of the project', async () => {
      const other = newProject({ box, name: 'other', git: true }).top;
      const deep = box.directory('repo/src/deep');
      const file = join(top, 'src/x.ts');
      denied(await hook(write(file, { cwd: deep }), { cwd: other, env: { CLAUDE_PROJECT_DIR: other } }));
      denied(await hook(write(file, { cwd: other }), { cwd: deep, env: { CLAUDE_PROJECT_DIR: other } }));
      denied(await hook(write(file, { cwd: other }), { cwd: other, env: { CLAUDE_PROJECT_DIR: top } }));
      symlinkSync(deep, join(box.root, 'linked'));
      const linked = join(box.root, 'linked');
      denied(await hook(write(file, { cwd: linked }), { cwd: other, env: { CLAUDE_PROJECT_DIR: other } }));
      const spaced = JSON.stringify(write(file, { cwd: deep }), null, 1);
      denied(await hook(spaced, { cwd: other, env: { CLAUDE_PROJECT_DIR: other } }));
    });

    for (const folder of ['.claude', '.claude/review']) {
      it(`holds where nobody can look into ${folder}`, async () => {
        // For root every folder is open.
        const root = process.getuid?.() === 0;
        if (root) execFileSync('chown', ['-R', '65534:65534', box.root]);
        chmodSync(join(top, folder), 0);
        const { stdout } = await execa('sh', [script], {
          ...{ cwd: top, env: { ...box.env, CLAUDE_PROJECT_DIR: top }, extendEnv: false },
          ...(root ? { uid: 65534, gid: 65534 } : {}),
          input: JSON.stringify(write(join(top, 'src/x.ts'))),
        });
        chmodSync(join(top, folder), 0o700);
        assert.match(stdout, /"permissionDecision":"deny"/);
      });
    }

    it('leaves a repository inside of a gated project alone', async () => {
      const inner = box.directory('repo/inner');
      project.git('-C', inner, 'init', '--quiet');
      allowed(await hook(write(join(inner, 'x'), { cwd: inner }), { cwd: inner, env: { CLAUDE_PROJECT_DIR: inner } }));
      denied(await hook(write(join(inner, 'x'), { cwd: inner }), { cwd: inner }));
    });

    it('holds in a party as well, and writes its denials down', async () => {
      denied(await hook(bash('touch x'), { env: { PARTY_SESSION: 'party-x' } }));
      const log = execFileSync('sh', ['-c', `cat ${join(box.partyHome, 'projects')}/*/hooks.jsonl`], {
        encoding: 'utf8',
      });
      assert.match(log, /"hook":"plan-gate".*denied: Bash: the plan is not approved yet/);
    });

    it('denies when its bundle is missing', async () => {
      const copy = join(box.root, 'copy/resources/claude/hooks/plan-gate.sh');
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, readFileSync(script));
      const { exitCode, stderr } = await execa('sh', [copy], {
        ...{ cwd: top, env: box.env, extendEnv: false, reject: false, input: JSON.stringify(call('Read', {})) },
      });
      assert.equal(exitCode, 2);
      assert.match(stderr, /could not decide/);
    });
  });
});
