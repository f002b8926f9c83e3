// Repositories that try to run something through every command of git that reads them. Whatever they run leaves a mark.

import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an attack leaves behind in the working tree; nothing else makes a file of this name. */
export const mark = 'PWNED';

export interface Hostile {
  readonly name: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the programs of its configuration leave their marks. */
  readonly marks: string;
  /** Everything that no command may change. */
  readonly watched: readonly string[];
}

/** Without any harm to commands that read, when they are used right; and each of the others by itself. */
export const profiles = ['asleep', 'diff', 'filter', 'signature', 'inner', 'index-hook', 'everything'] as const;
export type Profile = (typeof profiles)[number];

export function makeHostile(root: string, profile: Profile, path: string): Hostile {
  const directory = join(root, profile, 'repo');
  const home = join(root, profile, 'home');
  const marks = join(root, profile, 'marks');
  const temporary = join(root, profile, 'tmp');
  for (const folder of [directory, home, marks, temporary]) mkdirSync(folder, { recursive: true });
  const env = {
    ...{ PATH: path, HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8', TERM: 'dumb' },
    ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' },
  };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: directory, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const write = (file: string, text: string, mode = 0o644) => {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), text, { mode });
    chmodSync(join(directory, file), mode);
  };
  const program = (name: string) => {
    const file = join(root, profile, `run-${name}.sh`);
    writeFileSync(file, `#!/bin/sh\n: > '${marks}/${name}'\ncat 2>/dev/null\nexit 0\n`, { mode: 0o755 });
    return file;
  };

  git('init', '--quiet', '--initial-branch=main');
  writeTree(write);
  write('evil.sh', `#!/bin/sh\n: > '${marks}/evil'\n`, 0o755);
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  write('src/index.ts', 'export foo\nexport baz\n');
  git('commit', '--quiet', '-am', 'second');
  git('tag', 'v1');
  git('switch', '--quiet', '-c', 'topic');
  write('src/util.ts', 'util foo\nmore\n');
  git('commit', '--quiet', '-am', 'third');
  git('switch', '--quiet', 'main');
  git('merge', '--quiet', '--no-edit', '--no-ff', 'topic');
  sign(git);
  addInner(git, write);
  appendFileSync(join(directory, '.git/config'), configText(asleep(program)));
  for (const hook of hooks) write(`.git/hooks/${hook}`, hookText(marks, hook), 0o755);
  // Newer than the index, so that git has to look again.
  write('src/index.ts', 'export foo\nexport changed\n');
  write('untracked.txt', 'foo\n');
  awaken(profile, { git, program, write, marks, directory });
  return { name: profile, directory, env, marks, watched: [directory, home, marks, temporary] };
}

/** What `git config KEY VALUE` would write for each of them, without a start of git for each. */
function configText(settings: readonly (readonly [string, string])[]): string {
  return settings.map(([key, value]) => `${sectionOf(key)}\n\t${key.split('.').at(-1)} = ${quoted(value)}\n`).join('');
}

function sectionOf(key: string): string {
  const [section, ...more] = key.split('.').slice(0, -1);
  return more.length === 0 ? `[${section}]` : `[${section} ${quoted(more.join('.'))}]`;
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

type Write = (file: string, text: string, mode?: number) => void;
type Git = (...args: string[]) => string;

function writeTree(write: Write): void {
  write('README.md', '# foo\n');
  write('src/index.ts', 'export foo\n');
  write('src/util.ts', 'util foo\n');
  write('docs/plan.md', '# Goal\n');
  write('patterns.txt', 'foo\n');
  write('data.gz', '\u001f\u008b');
  write('with space.md', 'foo\n');
  write('a;b', 'foo\n');
  // Names that a glob could make flags of.
  write('--output=written', 'foo\n');
  write('--pre=.evil.sh', 'foo\n');
  write('-n', 'foo\n');
  write('-rf', 'foo\n');
  write('.gitattributes', '*.ts diff=t filter=f merge=m\n*.md diff=t\n');
  write('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tupdate = checkout\n');
}

/** A commit with a signature that a program would have to verify. */
function sign(git: Git): void {
  const [head = '', ...body] = git('cat-file', 'commit', 'HEAD').split('\n\n');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
  const file = '.git/signed';
  const signed = `${head}\n${signature}\n\n${body.join('\n\n')}`;
  const directory = git('rev-parse', '--show-toplevel').trim();
  writeFileSync(join(directory, file), signed);
  git('update-ref', 'refs/heads/main', git('hash-object', '-t', 'commit', '-w', file).trim());
}

function addInner(git: Git, write: Write): void {
  write('sub/inner.txt', 'foo\n');
  git('-C', 'sub', 'init', '--quiet', '--initial-branch=main');
  git('-C', 'sub', 'add', '--all');
  git('-C', 'sub', 'commit', '--quiet', '-m', 'inner');
  git('add', 'sub');
  git('commit', '--quiet', '-m', 'a repository inside');
  sign(git);
  write('sub/inner.txt', 'changed\n');
}

/** Programs that no allowed command may wake. */
function asleep(program: (name: string) => string): [string, string][] {
  const shell = (name: string) => `!${program(name)}`;
  return [
    ['core.pager', program('pager')],
    ...gitSections.map((command): [string, string] => [`pager.${command}`, program(`pager-${command}`)]),
    ['core.editor', program('editor')],
    ['sequence.editor', program('sequence-editor')],
    ['core.sshCommand', program('ssh')],
    ['core.askPass', program('askpass')],
    ['core.gitProxy', program('proxy')],
    ['core.alternateRefsCommand', program('alternate')],
    ['credential.helper', shell('credential')],
    ['gpg.program', program('gpg')],
    ['gpg.ssh.program', program('gpg-ssh')],
    ['gpg.x509.program', program('gpg-x509')],
    ['merge.m.driver', `${program('merge')} %O %A %B`],
    ['difftool.x.cmd', program('difftool')],
    ['mergetool.x.cmd', program('mergetool')],
    ['diff.tool', 'x'],
    ['diff.guitool', 'x'],
    ['merge.tool', 'x'],
    ['interactive.diffFilter', program('interactive')],
    ['trailer.x.command', program('trailer')],
    ['trailer.x.cmd', program('trailer-cmd')],
    ['submodule.sub.update', shell('submodule')],
    ['submodule.sub.url', './sub'],
    ['submodule.recurse', 'true'],
    ['remote.origin.url', `ext::${program('ext')}`],
    ['remote.origin.uploadpack', program('uploadpack')],
    ['remote.origin.receivepack', program('receivepack')],
    ['uploadpack.packObjectsHook', program('pack-objects')],
    ['browser.x.cmd', program('browser')],
    ['man.viewer', 'x'],
    ['man.x.cmd', program('man')],
    ['help.autocorrect', 'immediate'],
    ['filter.unused.required', 'true'],
    ...aliases.map((name): [string, string] => [`alias.${name}`, shell(`alias-${name}`)]),
  ];
}

const gitSections = ['status', 'diff', 'show', 'log', 'grep', 'branch', 'rev-parse'];
const aliases = [...gitSections, 'statu', 'st', 'lo', 'made', 'x'];
const hooks = [
  ...[
    'applypatch-msg',
    'pre-commit',
    'commit-msg',
    'post-commit',
    'pre-merge-commit',
    'prepare-commit-msg',
    'pre-push',
  ],
  ...['post-checkout', 'post-merge', 'post-rewrite', 'pre-auto-gc', 'reference-transaction', 'fsmonitor-watchman'],
];

function hookText(marks: string, name: string): string {
  return `#!/bin/sh\n: > '${marks}/hook-${name}'\n`;
}

interface Bed {
  readonly git: Git;
  readonly program: (name: string) => string;
  readonly write: Write;
  readonly marks: string;
  readonly directory: string;
}

function awaken(profile: Profile, { git, program, write, marks, directory }: Bed): void {
  const all = profile === 'everything';
  if (all || profile === 'diff') {
    git('config', 'diff.external', program('external'));
    git('config', 'diff.t.command', program('driver'));
    git('config', 'diff.t.textconv', program('textconv'));
  }
  if (all || profile === 'filter') {
    git('config', 'filter.f.clean', program('clean'));
    git('config', 'filter.f.smudge', program('smudge'));
  }
  if (all || profile === 'signature') {
    git('config', 'log.showSignature', 'true');
    git('config', 'pretty.mine', 'format:%h %G? %GK');
  }
  if (all || profile === 'inner') {
    appendFileSync(
      join(directory, 'sub/.git/config'),
      `[core]\n\tfsmonitor = ${program('inner-fsmonitor')}\n[diff]\n\texternal = ${program('inner-external')}\n`,
    );
  }
  if (all || profile === 'index-hook') write('.git/hooks/post-index-change', hookText(marks, 'index'), 0o755);
  if (all) {
    git('config', 'core.fsmonitor', program('fsmonitor'));
    git('config', 'format.pretty', '%h %G?');
    git('config', 'diff.submodule', 'diff');
  }
}
