// The plan gate on the corpora, and on repositories that would run a program of their own.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGitFacts } from '../../../src/node/gates/gateGitFacts.ts';
import { GatedProject, gateOn } from './support/gatedProject.ts';
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

const linesOf = <T>(file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

describe('plan gate, as the client calls it', () => {
  let at: GatedProject;
  beforeEach(() => {
    at = new GatedProject();
  });
  afterEach(() => at.dispose());

  describe('the corpus of paths', () => {
    for (const one of linesOf<PathCase>('../fixtures/pathCorpus.jsonl')) {
      if (one.os !== 'any' && !one.os.split(',').includes(process.platform)) continue;
      const label = one.expect === 'either' ? one.recommend : one.expect;
      if (label === undefined) continue;
      it(`${one.id}: ${one.why.slice(0, 80)} → ${label}`, async () => {
        const filled = (text: string) => text.replaceAll('$REPO', at.top).replaceAll('$ROOT', at.root);
        if (one.approval !== 'none') await at.approve(one.approval);
        else writeFileSync(join(at.top, '.claude/review/approval.json'), '{}');
        if (one.setup !== '') execFileSync('bash', ['-ec', filled(one.setup)], { cwd: at.top, env: at.env });
        const directory = filled(one.project_dir ?? '$REPO');
        if (directory !== at.top) gateOn(directory);
        const { tool_name, tool_input } = JSON.parse(filled(JSON.stringify({ ...one })));
        const cwd = filled(one.cwd ?? '$REPO');
        const input = one.raw_stdin ?? at.call(tool_name, tool_input, { cwd });
        const answer = await at.asks(input, { cwd, env: { CLAUDE_PROJECT_DIR: directory } });
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
        at.write('evil.sh', '#!/bin/sh\ntouch PWNED\n');
        execFileSync('bash', ['-ec', setup], { cwd: at.top, env: at.env });
        const answer = await at.asks(at.bash(command));
        if (recommend === 'allow') allowed(answer);
        else assert.match(denied(answer), /would run a program of this repository/);
        assert.ok(!existsSync(join(at.top, 'PWNED')));
      });
    }
  });

  describe('git configuration that runs programs', () => {
    const evil = './evil.sh';
    const set = (key: string, value: string) => at.git('config', key, value);
    const table: Readonly<
      Record<string, { readonly given: () => unknown; readonly line: string; readonly fine?: string }>
    > = {
      'an included file': {
        given: () => {
          at.write('.git/more', `[core]\n\tfsmonitor = ${evil}\n`);
          set('include.path', 'more');
        },
        line: 'git status',
      },
      'the configuration of a worktree': {
        given: () => {
          set('extensions.worktreeConfig', 'true');
          at.git('config', '--worktree', 'diff.external', evil);
        },
        line: 'git diff',
        fine: 'git diff --no-ext-diff',
      },
      'a file of the project that the user includes': {
        given: () => {
          at.write('team.gitconfig', `[diff "x"]\n\ttextconv = ${evil}\n`);
          writeFileSync(join(at.box.home, '.gitconfig'), `[include]\n\tpath = ${join(at.top, 'team.gitconfig')}\n`);
        },
        line: 'git log -p',
        fine: 'git log -p --no-textconv',
      },
      'a filter before a textconv of the user': {
        given: () => {
          writeFileSync(join(at.box.home, '.gitconfig'), '[diff "x"]\n\ttextconv = cat\n');
          set('filter.f.smudge', evil);
        },
        line: 'git log -p',
        fine: 'git log -p --no-textconv',
      },
      'a file to write to, that the user includes': {
        given: () => {
          at.write('team.gitconfig', `[trace2]\n\teventTarget = ${join(at.top, 'PWNED')}\n`);
          writeFileSync(join(at.box.home, '.gitconfig'), `[include]\n\tpath = ${join(at.top, 'team.gitconfig')}\n`);
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
          at.write('.git/hooks/post-index-change', '#!/bin/sh\n');
          chmodSync(join(at.top, '.git/hooks/post-index-change'), 0o755);
        },
        line: 'git status',
        fine: 'git log',
      },
      'a hook somewhere else': {
        given: () => {
          at.write('my/post-index-change', '#!/bin/sh\n');
          chmodSync(join(at.top, 'my/post-index-change'), 0o755);
          set('core.hooksPath', 'my');
        },
        line: 'git diff',
      },
      'a repository inside': {
        given: () => {
          mkdirSync(join(at.top, 'inner'));
          at.git('-C', 'inner', 'init', '--quiet');
          at.git('-C', 'inner', 'commit', '--quiet', '--allow-empty', '-m', 'x');
          at.git('add', 'inner');
          at.git('-C', 'inner', 'config', 'core.fsmonitor', evil);
        },
        line: 'git status',
        fine: 'git status --ignore-submodules=all',
      },
    };
    for (const [title, { given, line, fine }] of Object.entries(table)) {
      it(`${title} is seen`, async () => {
        given();
        assert.match(denied(await at.asks(at.bash(line))), /would run a program of this repository/);
        assert.ok(!existsSync(join(at.top, 'PWNED')), 'not even by asking');
        if (fine !== undefined) allowed(await at.asks(at.bash(fine)));
      });
    }

    it('leaves the user’s own configuration alone', async () => {
      writeFileSync(join(at.box.home, '.gitconfig'), '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = x\n');
      allowed(await at.asks(at.bash('git status')));
      allowed(await at.asks(at.bash('git diff')));
    });

    it('does not wait for a hanging git', () => {
      const bin = at.box.directory('slow');
      writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
      const env = { ...at.env, PATH: `${bin}:${at.env['PATH']}` };
      assert.throws(() => readGitFacts(at.top, at.top, env, 200), /ETIMEDOUT/);
    });

    it('asks in the directory where the command runs', async () => {
      const inner = at.box.directory('repo/vendored');
      at.git('-C', inner, 'init', '--quiet');
      at.git('-C', inner, 'config', 'core.fsmonitor', evil);
      assert.match(denied(await at.asks(at.bash('git status', { cwd: inner }), { cwd: inner })), /core\.fsmonitor/);
    });
  });
});
