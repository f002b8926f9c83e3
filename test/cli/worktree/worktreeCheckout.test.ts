// What is checked out by `party worktree` is what `git worktree add` would check out, though the gate is on before. git itself
// makes the other one of each pair.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeDrift } from '../../../src/node/plan/drift.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { newProject, type Project } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('the files of a party worktree', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let hooked: string;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    project.git('stash', '--quiet');
    hooked = box.directory('hooked');
  });
  afterEach(() => box.dispose());

  const commit = (files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) project.write(file, text);
    project.git('add', '--force', '.');
    project.git('commit', '--quiet', '--message', 'theirs');
  };
  /** Tells what it was called with, and what it saw. */
  const hook = (file = '.git/hooks/post-checkout') => {
    const path = join(project.top, file);
    const told = `"$(pwd)" "$*" "\${GIT_DIR-no GIT_DIR}" "\${GIT_WORK_TREE-none}" "$(ls src)" "$(cat)"`;
    project.write(file, `#!/bin/sh\nprintf '%s\\n' ${told} >> ${hooked}/$(basename "$(pwd)")\n`);
    chmodSync(path, 0o755);
  };
  async function both() {
    const plain = join(box.root, 'plain/login');
    project.git('worktree', 'add', '--quiet', '-b', 'plain', plain);
    const { code, stdout, stderr } = await box.party(['worktree', 'ours', '--no-launch', '--agents', 'demo'], {
      cwd: project.top,
    });
    assert.equal(code, 0, stderr);
    const ours = stdout.trim();
    assert.ok(existsSync(join(ours, '.claude/review/gate.json')));
    assert.match(readFileSync(join(ours, '.claude/settings.json'), 'utf8'), /PreToolUse/);
    return { plain, ours };
  }
  /** Without what Party writes. */
  const files = (top: string) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter(
        (path) =>
          !/^(?:\.git$|\.claude(?:$|\/(?:settings\.json$|\.gitignore$|review|skills(?:$|\/(?:implement-approved-plan|plan-with-review)))))/.test(
            path,
          ),
      )
      .sort();
  const git = async (cwd: string, ...args: string[]) => (await box.run('git', args, { cwd })).stdout;
  async function assertSame({ plain, ours }: { plain: string; ours: string }) {
    assert.deepEqual(files(ours), files(plain));
    for (const top of [plain, ours]) assert.equal(await git(top, 'status', '--porcelain'), '', top);
    assert.equal(await git(ours, 'ls-files', '--stage'), await git(plain, 'ls-files', '--stage'));
  }

  it('are those of a git checkout, and its hook runs once with the same arguments', async () => {
    commit({ 'docs/a.md': 'a\n', '.claude/commands/x.md': 'x\n', '.gitignore': 'out\n' });
    hook();
    const { plain, ours } = await both();
    await assertSame({ plain, ours });
    const told = (top: string) => readFileSync(join(hooked, top === ours ? 'ours' : 'login'), 'utf8').replace(top, '');
    assert.match(told(plain), /^\n0{40} [0-9a-f]{40} 1\nno GIT_DIR\nnone\nauth\.ts\n\n$/);
    assert.equal(told(ours), told(plain));
  });

  it('have a hook that is committed, by core.hooksPath', async () => {
    hook('.hooks/post-checkout');
    commit({});
    project.git('config', 'core.hooksPath', '.hooks');
    await assertSame(await both());
    assert.deepEqual(readdirSync(hooked).sort(), ['login', 'ours']);
  });

  it('keep committed settings with our hooks in them, and git shows no change', async () => {
    const text = '{\r\n  "model": "opus"\r\n}\r\n';
    commit({
      '.gitattributes': '.claude/settings.json text eol=crlf\n',
      '.claude/settings.json': text,
      '.claude/.gitignore': '*.log\n',
    });
    const { plain, ours } = await both();
    await assertSame({ plain, ours });
    assert.equal(readFileSync(join(plain, '.claude/settings.json'), 'utf8'), text);
    assert.equal(JSON.parse(readFileSync(join(ours, '.claude/settings.json'), 'utf8')).model, 'opus');
    assert.equal((await box.party(['plan', 'stop'], { cwd: ours })).code, 0);
    assert.equal(readFileSync(join(ours, '.claude/settings.json'), 'utf8'), text);
    assert.equal(await git(ours, 'status', '--porcelain'), '');
  });

  it('get no .gitignore of ours where the project ignores the settings itself', async () => {
    commit({ '.gitignore': '.claude/settings.json\n' });
    const { plain, ours } = await both();
    await assertSame({ plain, ours });
    assert.ok(!existsSync(join(ours, '.claude/.gitignore')));
  });

  it('go through the filters of the project, the settings too', async () => {
    project.git('config', 'filter.caps.smudge', 'tr a-z A-Z');
    project.git('config', 'filter.caps.clean', 'tr A-Z a-z');
    project.git('config', 'filter.caps.required', 'true');
    commit({
      '.gitattributes': '*.caps filter=caps\n.claude/*.md filter=caps\n',
      'a.caps': 'a\n',
      '.claude/x.md': 'x\n',
    });
    const { plain, ours } = await both();
    await assertSame({ plain, ours });
    assert.equal(readFileSync(join(ours, 'a.caps'), 'utf8'), 'A\n');
    assert.equal(readFileSync(join(ours, '.claude/x.md'), 'utf8'), 'X\n');
  });

  it('leave out what a sparse checkout leaves out', async () => {
    commit({ 'docs/a.md': 'a\n', 'big/b.md': 'b\n', '.claude/settings.json': '{"model":"opus"}\n' });
    project.git('sparse-checkout', 'set', 'src', '.claude');
    const { plain, ours } = await both();
    assert.deepEqual(files(ours), files(plain));
    assert.deepEqual(files(ours), ['src', 'src/auth.ts']);
    assert.equal(JSON.parse(readFileSync(join(ours, '.claude/settings.json'), 'utf8')).model, 'opus');
  });

  it('leave submodules empty, as git does, also where it is told to recurse', async () => {
    const other = newProject({ box, name: 'other', git: true });
    project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.top, 'sub');
    commit({});
    project.git('config', 'submodule.recurse', 'true');
    const { plain, ours } = await both();
    await assertSame({ plain, ours });
    assert.deepEqual(readdirSync(join(ours, 'sub')), []);
  });

  it('are all there when the project keeps files of its own in .claude/review', async () => {
    commit({ '.claude/review/notes.md': 'notes\n' });
    const { ours } = await both();
    assert.equal(readFileSync(join(ours, '.claude/review/notes.md'), 'utf8'), 'notes\n');
    assert.equal(await git(ours, 'status', '--porcelain'), '');
  });

  it('are the state that later drift is compared with', async () => {
    const { ours } = await both();
    const paths = partyPaths(box.env);
    assert.equal(await treeDrift(paths, ours), undefined);
    writeFileSync(join(ours, 'src/auth.ts'), 'changed\n');
    assert.deepEqual((await treeDrift(paths, ours))?.changed, ['src/auth.ts']);
  });
});
