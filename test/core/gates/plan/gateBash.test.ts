// Which lines of Bash the plan gate lets run: labelled ones, and one more for every way through that was thought of.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BashFacts, refuseBash } from '../../../../src/core/gates/plan/gateBash.ts';
import type { GitSetting } from '../../../../src/core/gates/plan/gateGitConfig.ts';

interface Case {
  readonly id: string;
  readonly command: unknown;
  readonly expect: 'allow' | 'deny' | 'either';
  readonly recommend?: 'allow' | 'deny';
  readonly why: string;
  readonly group: string;
}

const facts = (settings: readonly GitSetting[] = [], more: Partial<BashFacts> = {}): BashFacts => ({
  cwd: '/repo',
  ripgrepConfig: false,
  git: () => ({
    own: { settings, indexHook: false },
    nested: () => [],
    around: () => ({ settings: [], indexHook: false }),
  }),
  ...more,
});
const setting = (key: string, value: string, local = true): GitSetting => ({ key, value, local });

const allows = (line: string, given = facts()) => assert.equal(refuseBash(line, given), undefined, line);
const refuses = (line: string, given = facts()) => assert.notEqual(refuseBash(line, given), undefined, line);

describe('plan gate: the corpus of Bash', () => {
  const cases = readFileSync(join(import.meta.dirname, 'bashCorpus.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case);

  // What depends on the repository's configuration is in test/cli/hooks/planGate.test.ts.
  for (const { id, command, expect, recommend, why } of cases.filter(({ group }) => group !== 'git-config-dependent')) {
    const label = expect === 'either' ? recommend : expect;
    if (typeof command !== 'string' || label === undefined) continue;
    it(`${id}: ${JSON.stringify(command).slice(0, 80)} → ${label} (${why.slice(0, 60)})`, () => {
      (label === 'allow' ? allows : refuses)(command);
    });
  }

  it('does not repeat the value of a variable, which may be a secret', () => {
    for (const line of ['GH_TOKEN=ghp_secret123 gh pr list', 'A+=ghp_secret123 ls', 'X=ghp_secret123']) {
      const why = refuseBash(line, facts()) ?? '';
      assert.match(why, /^"\w+\+?=…" is not one of the programs/, line);
    }
  });

  it('refuses what is too long, wherever the harm is', () => {
    refuses(`rg ${'a'.repeat(60_000)} src; touch x`);
    refuses(`rg ${'a'.repeat(140_000)}`);
    refuses(`rg ${'a'.repeat(4000)} src; touch x`);
    allows(`rg ${'a'.repeat(4000)} src`);
  });
});

describe('plan gate: lines that only read', () => {
  for (const line of [
    'rg -n "foo$" src',
    'rg "(foo|bar)$|^x" src',
    'rg -e --pre src',
    "rg -g'!*.md' foo",
    "rg --glob='*.ts' foo",
    'rg -A3 -B 2 foo src',
    "rg --type-add 'web:*.html' -t web foo",
    'rg foo#bar src',
    "rg 'it'\\''s' src",
    'grep -rn --include=*.ts foo src',
    'grep -c "" README.md',
    'head -n -5 README.md',
    'tail -n +20 README.md',
    'tail -20 README.md',
    'cat café/naïve.md',
    'git show HEAD:src/index.ts',
    'git show stash@{0}',
    'git show HEAD^{}',
    'git log --format=%gd -g -3',
    'git log -L 1,5:src/index.ts',
    'git log -S"foo bar" --oneline -- src',
    'git diff --submodule=log',
    'git diff --word-diff=color main...HEAD',
    'git branch --list "feat/*"',
    'git branch --contains HEAD --format="%(refname:short)"',
    'git --no-pager log -1',
    'git branch --sort -committerdate',
    'git diff -Oorder.txt',
    'git rev-parse --show-superproject-working-tree',
    'git grep -n -e foo --and -e bar -- src',
    'git grep -e foo --and \\( -e bar --or -e baz \\)',
    'git status --porcelain=v2 -z',
    'git rev-parse --path-format=absolute --git-common-dir',
    'git diff -I "^//" --ignore-matching-lines=foo',
    'git diff -2',
    'git status -M -s',
    // A pattern is no file, and ls opens none.
    'rg "/dev/tty" src',
    'rg - src',
    'grep -n /proc/self/fd src/index.ts',
    'git grep /dev/stdin',
    'ls -l /dev/pts',
    'file -I README.md',
    'ls -la\n',
    '\tls',
  ]) {
    it(`allows ${JSON.stringify(line)}`, () => allows(line));
  }
});

describe('plan gate: lines that are denied', () => {
  const table: Readonly<Record<string, readonly string[]>> = {
    'a value that the tool could take for a flag': [
      'rg --max-depth --pre=./evil.sh foo',
      'rg -A --pre=./evil.sh foo',
      'rg -g --pre=./evil.sh foo',
      'git log --grep -- --output=x',
      'git log -S --output=x',
      'git diff -- --output=x',
      'git diff -O -- --output=x',
      'git diff -U --output=x',
      'git branch --format --delete main',
      'git branch --sort -D main',
    ],
    'a flag in quotes, in parts, or cut off': [
      "rg '--pre' ./evil.sh foo",
      'rg --pr\\e=./evil.sh foo',
      'rg --"pre"=x foo',
      'git log --outpu=x',
      'git diff --ext-dif',
      'git grep --open-files=x foo',
      'git grep -nOx foo',
      'file -bC -m x',
      'tail -fn5 x',
      'tail -5f x',
      'tail +5f x',
      'ls""',
      'git ""status',
      "git 'status'",
    ],
    'globs and braces that become flags': [
      'rg foo *',
      'rg foo ?-pre=x',
      'rg foo [-]-pre=x',
      'rg -g *.ts foo',
      'git diff -- *',
      'git log [-]*',
      'file *',
      'git log HEAD^{a,--output=x}',
      'git log @{1..3}',
      'git log {HEAD,--output=x}',
      'git log --format=*',
      'rg -[ge]x foo',
      'rg --gl*=x foo',
      'cat ~[x]',
      'ls [',
      'rg foo[bar src',
    ],
    'what shells add': [
      "rg $'\\x2d-pre=x' foo",
      'rg "$x" foo',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: bash would fill it in
      'rg "${x}" foo',
      'rg "a$b" src',
      'rg "$\'x\'" src',
      'rg "a`b" src',
      'rg "!!" src',
      'ls ~(e)',
      'ls =touch',
      'ls #x',
      'ls\rtouch x',
      'ls\u2028touch x',
      'ls\u0085touch x',
      'rg "a\nb" src',
      'coproc ls',
      'time ls',
      '! ls',
      'ls 2>&1',
    ],
    'signatures and other programs in formats': [
      'git log --format=%+G?',
      "git log --format='%- GK%GS'",
      "git show --pretty='tformat:%C(auto)% GG'",
      "git log --format='%(describe)'",
      "git log --format='%+(describe:tags=true)'",
      "git branch --format='%(*describe)'",
      "git branch --format='%(signature)'",
      'git branch --sort=signature:grade',
      'git log --show-signature',
      'git log -m --diff-merges=remerge -p',
      'git log --diff-merges=r -p',
      'git show --remerge-diff',
      'git log --alternate-refs',
      'git log -p --submodule=diff',
    ],
    'git that writes, or looks elsewhere': [
      'git branch new',
      'git branch -v new',
      'git branch -- new',
      'git branch -a new',
      'git branch --no-list new',
      'git branch -fl new',
      'git branch --edit-description',
      'git diff --output x',
      'git show --output=x',
      'git rev-parse --parseopt',
      'git status --git-dir=x',
      'git -C x status',
      'git -cx=y status',
      'git --config-env=x=y status',
      'git --attr-source=x status',
      'git --exec-path=x status',
      'git --list-cmds=x',
      'git --no-pager',
      'git -- log',
      'git - log',
      'git --no-pager -- status',
      'git -p log',
      'git grep --recurse-submodules foo',
      'git grep --textconv foo',
      'git grep --ext-grep foo',
      'git log --stdin',
      'git log --ext-diff -p',
    ],
    'what never ends': [
      'cat',
      'cat -',
      'cat ./../../../../../dev/zero',
      'cat /dev/../dev/tty',
      'grep foo',
      'grep -e foo',
      'grep -f /dev/stdin x',
      'head -n 3',
      'wc -l',
      'file',
      'tail --follow x',
      'cat /proc/self/fd/0',
      'rg foo /dev/zero',
      'rg -e foo /dev/zero',
      'rg --files /dev/stdin',
      'git grep foo -- /dev/stdin',
      'git grep -e foo /dev/stdin',
    ],
  };
  for (const [title, lines] of Object.entries(table)) {
    describe(title, () => {
      for (const line of lines) it(`refuses ${JSON.stringify(line)}`, () => refuses(line));
    });
  }
});

describe('plan gate: what the repository would run', () => {
  const table: readonly (readonly [
    GitSetting,
    { readonly refused: readonly string[]; readonly fine: readonly string[] },
  ])[] = [
    [
      setting('core.fsmonitor', './evil.sh'),
      {
        refused: ['git status', 'git diff', 'git log', 'git grep x', 'git branch', 'git rev-parse HEAD'],
        fine: ['ls'],
      },
    ],
    [setting('core.fsmonitor', 'true'), { refused: [], fine: ['git status'] }],
    [setting('core.fsmonitor', 'watchman', false), { refused: [], fine: ['git status'] }],
    [
      setting('diff.external', './evil.sh'),
      { refused: ['git diff', 'git status -v', 'git status -vv'], fine: ['git diff --no-ext-diff', 'git status'] },
    ],
    [
      setting('diff.my.driver.command', './evil.sh'),
      { refused: ['git diff', 'git show'], fine: ['git diff --no-ext-diff', 'git grep x'] },
    ],
    [
      setting('diff.t.textconv', './evil.sh'),
      { refused: ['git diff', 'git log -p', 'git show'], fine: ['git log -p --no-textconv', 'git branch'] },
    ],
    [setting('diff.t.cachetextconv', 'true', false), { refused: ['git show'], fine: ['git show --no-textconv'] }],
    [setting('filter.f.clean', './evil.sh'), { refused: ['git status', 'git diff'], fine: ['git log', 'git show'] }],
    [setting('filter.f.process', './evil.sh'), { refused: ['git status', 'git diff'], fine: ['git grep x'] }],
    [setting('filter.lfs.clean', 'git-lfs clean -- %f', false), { refused: [], fine: ['git status', 'git diff'] }],
    [
      setting('log.showsignature', 'true'),
      { refused: ['git log', 'git show'], fine: ['git log --no-show-signature', 'git diff'] },
    ],
    [setting('format.pretty', '%h %G?'), { refused: ['git log', 'git show'], fine: ['git diff'] }],
    [setting('pretty.mine', 'format:%GK'), { refused: ['git log --format=mine'], fine: ['git status'] }],
    [setting('diff.submodule', 'diff'), { refused: ['git diff', 'git show'], fine: ['git diff --submodule=short'] }],
    [setting('log.diffmerges', 'remerge'), { refused: ['git log -m -p'], fine: ['git status'] }],
    [setting('status.submodulesummary', 'true'), { refused: ['git status'], fine: ['git log'] }],
    [setting('branch.sort', 'signature:key'), { refused: ['git branch'], fine: ['git log'] }],
    [setting('remote.origin.promisor', 'true'), { refused: ['git log', 'git status'], fine: ['ls'] }],
    [setting('remote.x.partialclonefilter', 'blob:none'), { refused: ['git log', 'git show'], fine: ['ls'] }],
    [setting('lfs.extension.x.clean', './evil.sh'), { refused: ['git status', 'git diff'], fine: ['git log'] }],
    [setting('lfs.url', 'https://example.org'), { refused: [], fine: ['git status'] }],
    [setting('trace2.eventtarget', '/repo/x'), { refused: ['git log', 'git status'], fine: ['ls'] }],
    [setting('trace2.eventtarget', '/home/x', false), { refused: [], fine: ['git status'] }],
    [setting('hook.x.command', './evil.sh'), { refused: ['git status', 'git log'], fine: ['ls'] }],
    [setting('core.pager', './evil.sh'), { refused: [], fine: ['git log', 'git branch'] }],
    [setting('alias.status', '!./evil.sh'), { refused: [], fine: ['git status'] }],
    [setting('gpg.program', './evil.sh'), { refused: ['git log --format=%GK'], fine: ['git log'] }],
  ];
  for (const [one, { refused, fine }] of table) {
    it(`${one.key} = ${one.value}${one.local ? '' : ', the user’s own'}`, () => {
      for (const line of refused) refuses(line, facts([one]));
      for (const line of fine) allows(line, facts([one]));
    });
  }

  it("does not run the repository's program to verify signatures", () => {
    const users = setting('log.showsignature', 'true', false);
    allows('git log', facts([users]));
    refuses('git log', facts([users, setting('gpg.ssh.program', './evil.sh')]));
  });

  it('lets no filter of the repository run for a textconv of the user', () => {
    const filter = setting('filter.f.smudge', './evil.sh');
    const both = facts([setting('diff.pdf.textconv', 'pdftotext', false), filter]);
    for (const line of ['git log -p', 'git show HEAD']) {
      refuses(line, both);
      allows(line, facts([filter]));
    }
    for (const line of ['git log -p --no-textconv', 'git branch', 'git grep x']) allows(line, both);
  });

  it('looks into the repositories inside', () => {
    const nested = () => [{ settings: [setting('core.fsmonitor', './evil.sh')], indexHook: false }];
    const given = facts([], {
      git: () => ({
        own: { settings: [], indexHook: false },
        nested,
        around: () => ({ settings: [], indexHook: false }),
      }),
    });
    // With submodule.recurse even grep reads their index, and asks their monitor.
    for (const line of ['git status', 'git diff', 'git grep x', 'git status --ignore-submodules=dirty'])
      refuses(line, given);
    for (const line of ['git status --ignore-submodules', 'git grep --no-recurse-submodules x', 'git rev-parse HEAD'])
      allows(line, given);
  });

  it('looks at the repository around, when git does', () => {
    const around = () => ({ settings: [setting('core.fsmonitor', './evil.sh')], indexHook: false });
    const given = facts([], { git: () => ({ own: { settings: [], indexHook: false }, nested: () => [], around }) });
    refuses('git rev-parse --show-superproject-working-tree', given);
    allows('git rev-parse --show-toplevel', given);
  });

  it('knows the hook that a refreshed index runs', () => {
    const given = facts([], {
      git: () => ({
        own: { settings: [], indexHook: true },
        nested: () => [],
        around: () => ({ settings: [], indexHook: false }),
      }),
    });
    for (const line of ['git status', 'git diff']) refuses(line, given);
    for (const line of ['git log', 'git branch']) allows(line, given);
  });

  it('asks about git only when it matters', () => {
    const git = () => {
      throw new Error('asked');
    };
    allows('ls', facts([], { git }));
    refuses('git push', facts([], { git }));
    assert.throws(() => refuseBash('git status', facts([], { git })));
  });

  it('does not trust a ripgrep configuration inside the project', () => {
    refuses('rg foo', facts([], { ripgrepConfig: true }));
    allows('rg --no-config foo', facts([], { ripgrepConfig: true }));
  });
});

it('plan gate: decides in less than a millisecond', () => {
  const lines = [
    ...['git log --oneline -5', 'ls; touch x', `rg ${'a'.repeat(4000)}`, `cat ${'a/'.repeat(1900)}`],
    ...[`rg "${'\\\\'.repeat(1000)}"`, `rg ${'é'.repeat(4000)}`, `rg foo ${'x[] '.repeat(1000)}`],
    ...[`rg ${'-e x '.repeat(800)}`, `git log ${'@{u} '.repeat(800)}`, `rg ${'['.repeat(4000)}`],
  ];
  for (const line of lines) {
    // The best of many: a slow moment of the machine says nothing about us.
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 200 && best >= 0.5; round++) {
      const began = performance.now();
      refuseBash(line, facts());
      best = Math.min(best, performance.now() - began);
    }
    assert.ok(best < 1, `${line.slice(0, 40)} took ${best} ms`);
  }
});
