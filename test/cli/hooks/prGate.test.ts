// The gate before pull requests.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askingConversation } from '../../../src/core/gates/asking.ts';
import { readDenied } from '../../../src/node/gates/deniedCalls.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { pullRequests } from '../../core/shell/gateLines.ts';
import { scriptLines } from '../../core/shell/scriptLines.ts';
import { newProject } from '../../support/project.ts';
import { asksNodeAbout, closesWhenBroken, needsNoNodeFor } from './support/everyGate.ts';
import { allowed, closed, denied, HookedProject, tracingNode } from './support/hookedProject.ts';

describe('pr-gate', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  const create = () => at.hook('pr-gate', at.bash('gh pr create --fill'));

  it('names everything that is missing and the way to get it', async () => {
    const reason = denied(await create());
    for (const kind of ['code-critic', 'minimizer', 'tests-passed', 'security-scanned', 'codex-approved']) {
      assert.match(reason, new RegExp(`^- ${kind}[.:] .`, 'm'));
    }
    assert.match(reason, /party evidence run tests -- /);
    assert.match(at.logged().join(), /denied: a pull request/);
  });

  it('records its denials for the editor, and neither questions nor allowed calls', async () => {
    const shown = () => readDenied(projectDirectory(partyPaths(at.env), at.top), 5);
    const reason = denied(await create());
    const [one, ...others] = shown();
    assert.ok(one);
    assert.deepEqual([one.hook, one.what, others.length], ['pr-gate', 'a pull request', 0]);
    assert.equal(`Party: ${one.reason}`, reason);
    denied(await at.hook('pr-gate', { ...at.bash('gh pr create --fill'), session_id: askingConversation }));
    allowed(await at.hook('pr-gate', at.bash('gh pr list')));
    assert.equal(shown().length, 1);
  });

  it('opens with all evidence, and closes with the next edit', async () => {
    await at.everything();
    allowed(await create());
    assert.match(at.logged().join(), /allowed: a pull request/);
    at.write('src/auth.ts', 'export const login = 3;\n');
    assert.match(denied(await create()), /tests-passed \(the code has changed since\)/);
  });

  it('opens for what is committed, and names what is not', async () => {
    at.git('commit', '-qam', 'work');
    at.write('src/evil.ts', '1\n');
    await at.everything();
    assert.match(
      denied(await create()),
      /would not contain what was reviewed\. Commit these files first: src\/evil\.ts$/,
    );
    at.git('add', '.');
    denied(await create());
    at.git('commit', '-qm', 'more');
    allowed(await create());
  });

  it('needs to know the base, also for a change of documents', async () => {
    at.git('checkout', '-q', '--', '.');
    at.write('notes.md', 'words\n');
    at.git('branch', '-m', 'main', 'one');
    at.git('branch', 'two');
    assert.match(denied(await create()), /does not know the base.*--review BASE/);
  });

  it('opens only for a call that does nothing else', async () => {
    await at.everything();
    const pr = (line: string) => at.hook('pr-gate', at.bash(line));
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
    allowed(await at.hook('pr-gate', at.bash(`cat > notes.md <<'EOF'\n${text}EOF\n`)));
    denied(await at.hook('pr-gate', at.bash(`bash <<'EOF'\n${text}EOF\n`)));
    denied(await at.hook('pr-gate', at.bash(`: ${'a'.repeat(50_000)}; A=g; B=h; $A$B pr create`)));
  });

  it('opens for a change of documents alone', async () => {
    at.git('checkout', '-q', '--', '.');
    at.git('clean', '-qfd');
    at.write('docs/notes.md', 'words\n');
    allowed(await create());
    at.git('switch', '-qc', 'words');
    at.git('add', '.');
    at.git('commit', '-qm', 'words');
    allowed(await create());
    for (const path of ['CLAUDE.md', '.claude/commands/go.md', '.github/workflows/ci.md', '.mcp.json']) {
      at.write(path, 'words\n');
      denied(await create());
      at.git('clean', '-qfd');
    }
  });

  it('closes for a command that is not the usual one, and says who can accept it', async () => {
    at.git('stash', '-qu');
    at.git('switch', '-q', 'main');
    at.write('package.json', JSON.stringify({ scripts: { test: 'node --version' } }));
    at.git('add', 'package.json');
    at.git('commit', '-qm', 'scripts');
    at.git('switch', '-qc', 'work');
    at.git('stash', 'pop', '-q');
    await at.everything();
    const party = (...args: string[]) => at.box.party(args, { cwd: at.top });
    await party('evidence', 'run', 'tests', '--', 'true');
    assert.match(
      denied(await create()),
      /^- tests-passed \(true is not the usual command: the usual command is npm test\)\..*The human can accept the command as evidence: party evidence accept$/m,
    );
    assert.equal((await party('evidence', 'accept')).code, 0);
    allowed(await create());
    await party('evidence', 'run', 'tests', '--', 'npm', 'test');
    allowed(await create());
  });

  it('closes when a filter commits other bytes than were reviewed', async () => {
    at.git('switch', '-qc', 'filtered');
    writeFileSync(join(at.top, '.git/info/attributes'), 'src/auth.ts filter=own\n');
    at.git('config', 'filter.own.clean', 'sed s/login/logout/');
    at.git('commit', '-qam', 'work');
    await at.everything();
    assert.match(denied(await create()), /git commits other bytes than those on disk.* src\/auth\.ts\./);
    const approving = await at.box.party(['review', 'approve'], { cwd: at.top });
    assert.equal(approving.code, 1);
    assert.match(approving.stderr, /git commits other bytes than those on disk/);
    assert.match(
      (await at.box.party(['status'], { cwd: at.top })).stdout,
      /git commits other bytes than those on disk: src\/auth\.ts/,
    );
    assert.equal((await at.box.party(['gates', 'pass', '--reason', 'ours'], { cwd: at.top })).code, 0);
    allowed(await create());
  });

  it('closes when a commit adds a document that was not reviewed', async () => {
    at.git('switch', '-qc', 'words');
    at.write('docs/new.md', 'words\n');
    await at.everything();
    at.git('add', 'src');
    at.git('commit', '-qm', 'work');
    allowed(await create());
    at.git('add', 'docs');
    at.git('commit', '-qm', 'more');
    assert.match(denied(await create()), /tests-passed \(the code has changed since\)/);
  });

  it('stays closed when nothing has changed', async () => {
    at.git('checkout', '-q', '--', '.');
    at.git('clean', '-qfd');
    assert.match(denied(await create()), /nothing has changed/);
  });

  it('checks the project that a command goes to, and the one that it starts in', async () => {
    await at.everything();
    const other = newProject({ box: at.box, name: 'other', git: true });
    denied(await at.hook('pr-gate', at.bash(`cd ${other.top} && gh pr create`)));
    denied(await at.hook('pr-gate', { ...at.bash(`cd ${at.top} && gh pr create`), cwd: other.top }));
    assert.match(denied(await at.hook('pr-gate', at.bash('cd "$X" && gh pr create'))), /in which directory/);
    denied(await at.hook('pr-gate', at.bash('cd /nowhere/at/all && gh pr create')));
    allowed(await at.hook('pr-gate', at.bash('cd src && gh pr create')));
  });

  it('checks another worktree of the same repository on its own', async () => {
    const tree = join(at.root, 'tree');
    at.git('worktree', 'add', '-q', tree, '-b', 'side');
    writeFileSync(join(tree, 'notes.md'), 'words\n');
    // No review has covered the code here, but the pull request does not contain it.
    allowed(await at.hook('pr-gate', at.bash(`cd ${tree} && gh pr create`)));
    await at.everything();
    allowed(await at.hook('pr-gate', at.bash('gh pr create')));
    writeFileSync(join(tree, 'new.ts'), '1\n');
    denied(await at.hook('pr-gate', at.bash(`cd ${tree} && gh pr create`)));
  });

  it('opens for the branch that was reviewed and for no other', async () => {
    const remote = join(at.root, 'o/r.git');
    at.git('init', '-q', '--bare', '-b', 'main', remote);
    at.git('remote', 'add', 'origin', remote);
    at.git('push', '-q', 'origin', 'main');
    await at.everything();
    const branch = at.git('branch', '--show-current').trim();
    allowed(await at.hook('pr-gate', at.bash(`gh pr create --head ${branch}`)));
    assert.match(denied(await at.hook('pr-gate', at.bash('gh pr create --head other'))), /was reviewed/);
    denied(await at.hook('pr-gate', at.bash('gh pr create -H "$B"')));
    const api = 'gh api -H "Accept: x" repos/o/r/pulls -f title=x';
    allowed(await at.hook('pr-gate', at.bash(`${api} -f head=${branch}`)));
    denied(await at.hook('pr-gate', at.bash(`${api} -f head=other`)));
    const tool = (tool_input: object) =>
      at.hook('pr-gate', at.event('PreToolUse', { tool_name: 'mcp__github__create_pull_request', tool_input }));
    allowed(await tool({ head: branch, base: 'main' }));
    denied(await tool({ head: 'other', base: 'main' }));
  });

  it('guards MCP tools as well', async () => {
    const call = (tool_name: string) =>
      at.hook('pr-gate', at.event('PreToolUse', { tool_name, tool_input: { title: 'x' } }));
    denied(await call('mcp__github__create_pull_request'));
    allowed(await call('mcp__github__list_pull_requests'));
    // A field of that name does not make it a call of Bash.
    const fake = { tool_name: 'mcp__x__create_pull_request', tool_input: { command: 'ls' } };
    denied(await at.hook('pr-gate', at.event('PreToolUse', fake)));
    const nested = { tool_input: { a: { tool_name: 'Bash', tool_input: { command: 'ls' } } } };
    denied(
      await at.hook('pr-gate', { ...at.event('PreToolUse'), tool_name: 'mcp__x__create_pull_request', ...nested }),
    );
  });

  it('allows a line that only mentions pull requests, and logs nothing about it', async () => {
    allowed(await at.hook('pr-gate', at.bash('git commit -m "gh pr create"')));
    allowed(await at.hook('pr-gate', at.bash('rg "gh pr create" docs')));
    assert.deepEqual(at.logged(), []);
  });

  it('does not write the command into the log', async () => {
    denied(await at.hook('pr-gate', at.bash('TOKEN=verysecret gh pr create')));
    assert.doesNotMatch(readFileSync(at.durable('hooks.jsonl'), 'utf8'), /verysecret/);
  });

  it('looks into scripts, makefiles and package.json', async () => {
    at.write('pr.sh', 'gh pr create\n');
    at.write('ok.sh', 'echo ok\n');
    at.write('Makefile', 'test:\n\ttrue\npr:\n\tgh pr create\n');
    at.write('package.json', JSON.stringify({ scripts: { test: 'true', pr: 'gh pr create' } }));
    const judge = (line: string) => at.hook('pr-gate', at.bash(line));
    for (const line of [
      'sh pr.sh',
      'cd src && ../pr.sh',
      'make pr',
      'npm run pr',
      'echo "gh pr new" > x.sh; sh x.sh',
    ]) {
      assert.match(denied(await judge(line)), /^Party: The script .* contains a pull request\. /, line);
    }
    for (const line of ['sh ok.sh', './missing.sh', 'make test', 'npm test', 'npm run missing'])
      allowed(await judge(line));
  });

  it('denies a script that is a pipe, without reading from it', async () => {
    execFileSync('mkfifo', [at.file('pipe.sh')]);
    assert.match(denied(await at.hook('pr-gate', at.bash('sh pipe.sh'))), /^Party: The script pipe\.sh may contain/);
  });

  it('gates a push to the base branch, and no other push', async () => {
    const push = (line: string) => at.hook('pr-gate', at.bash(line));
    at.git('checkout', '-q', 'main');
    assert.match(denied(await push('git push')), /A push to the base branch needs what a pull request needs/);
    denied(await push('git push origin HEAD'));
    at.git('checkout', '-q', 'topic');
    allowed(await push('git push'));
    allowed(await push('git push -u origin topic'));
    denied(await push('git push origin HEAD:main'));
    denied(await push('git push origin topic:refs/heads/main'));
    at.git('update-ref', 'refs/remotes/origin/release', 'HEAD');
    at.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/release');
    denied(await push('git push origin HEAD:release'));
    await at.everything();
    at.git('commit', '-qam', 'work');
    allowed(await push('git push origin HEAD:main'));
  });

  it('says that the gate needs a repository', async () => {
    const outside = at.box.directory('outside');
    const call = { ...at.bash('gh pr create'), cwd: outside };
    assert.match(denied(await at.hook('pr-gate', call, { CLAUDE_PROJECT_DIR: outside })), /not a git repository/);
  });

  describe('when it breaks', () => closesWhenBroken('pr-gate', 'gh pr create', () => at));

  describe('what most calls cost', () => {
    needsNoNodeFor(
      'pr-gate',
      [
        ...['ls -la src', 'git status && git diff --stat | head -5', 'git add . && git commit -m work; git log -3'],
        ...['rg login src/auth.ts | head -5 2>&1', 'cd src && cat auth.ts', 'mkdir -p src/new && touch src/new/a.ts'],
      ],
      () => at,
    );
    asksNodeAbout('pr-gate', scriptLines, () => at);
    asksNodeAbout('pr-gate', pullRequests, () => at);

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
        const { env, started } = tracingNode(at);
        closed(await at.hook('pr-gate', at.bash(command), env));
        assert.equal(started(), true);
      });
    }
  });
});
