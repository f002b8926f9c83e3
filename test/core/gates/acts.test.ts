// The gated acts besides the making of a pull request, and what scripts hide.

import assert from 'node:assert/strict';
import { actsOf } from '../../../src/core/gates/acts/actsOf.ts';
import { doorsOf } from '../../../src/core/gates/acts/doors.ts';
import { denyPanes } from '../../../src/core/gates/acts/panes.ts';
import { readShellLine } from '../../../src/core/shell/programs.ts';

const place = { cwd: '/p', home: '/h' };
const aliases: Readonly<Record<string, string>> = {
  ...{ p: 'push', land: 'push origin HEAD:main', pr: '!gh pr create', st: 'status -sb', twice: 'p origin HEAD:main' },
  loop: 'loop',
};
const read = (line: string) => readShellLine(line, place);

describe('gated acts', () => {
  const lines: [string, string][] = [
    ['gh pr ready', 'pr-ready'],
    ['gh pr ready 5', 'pr-ready'],
    ['gh -R o/r pr ready', 'pr-ready'],
    ['gh pr merge --squash', 'pr-merge'],
    ['gh pr merge 5 --auto', 'pr-merge'],
    ['bash -c "gh pr merge"', 'pr-merge'],
    ['python3 -c \'import os; os.system("gh pr merge 5")\'', 'pr-merge'],
    ['glab mr merge 5', 'pr-merge'],
    ['glab mr update 5 --ready', 'pr-ready'],
    ['tea pr merge 5', 'pr-merge'],
    ['az repos pr update --id 5 --status completed', 'pr-merge'],
    ['az repos pr update --id 5 --auto-complete true', 'pr-merge'],
    ['gt merge', 'pr-merge'],
    ['gh api -X PUT repos/o/r/pulls/5/merge', 'pr-merge'],
    ["gh api graphql -f query='mutation { mergePullRequest(input: {}) { x } }'", 'pr-merge'],
    ["gh api graphql -f query='mutation { markPullRequestReadyForReview(input: {}) { x } }'", 'pr-ready'],
    ['gh api repos/o/r/statuses/abc -f state=success', 'status'],
    ['gh api -X POST /repos/o/r/statuses/abc', 'status'],
    // What only the shell knows may be any endpoint.
    ['gh api "repos/o/r/statuses/$SHA" -f state=success', 'pr-create'],
    ['gh api repos/o/r/check-runs -f name=x', 'status'],
    ['gh api -X PATCH repos/o/r/check-runs/7 -f conclusion=success', 'status'],
    ["curl -X POST https://api.github.com/repos/o/r/statuses/abc -d '{}'", 'status'],
    ['glab api projects/1/statuses/abc -X POST', 'status'],
    ['gh api -X PATCH repos/o/r/git/refs/heads/main -f sha=x', 'push-base'],
    ['gh api -X PUT repos/o/r/contents/a.ts -f content=x', 'push-base'],
    ['arc land', 'push-base'],
    ['git push --push-o merge_request.create', 'pr-create'],
    ['git push --push-opt=merge_request.create', 'pr-create'],
    ['git -c "$X" push origin topic', 'pr-create'],
    ['gh pr edit --base other', 'pr-create'],
    ['gh pr edit 5 -B other', 'pr-create'],
    ['gh pr edit -Bother', 'pr-create'],
    ['gh pr edit --base=other --title x', 'pr-create'],
    ['gh pr edit $MORE', 'pr-create'],
    ['glab mr update 5 --target-branch other', 'pr-create'],
    ['gh api -X PATCH repos/o/r/pulls/5 -f base=other', 'pr-create'],
    ['gh api -X PATCH repos/o/r/pulls/5 --input x.json', 'pr-create'],
    ['gh api graphql -f query=\'mutation { updatePullRequest(input: {baseRefName: "x"}) { x } }\'', 'pr-create'],
    ['gh pr edit --title "$TITLE" --add-label bug', ''],
    ['gh pr edit 5 --body "see --base"', ''],
    ['gh api -X PATCH repos/o/r/pulls/5 -f title=base', ''],
    ['gh api -X PATCH repos/o/r/pulls/5 -f title="$TITLE"', ''],
    ['gh pr ready --undo', ''],
    ['gh pr merge --disable-auto', ''],
    ['gh pr merge --help', ''],
    ['gh api repos/o/r/statuses/abc', ''],
    ['gh api repos/o/r/commits/abc/check-runs', ''],
    ['gh pr view 5', ''],
    ['echo gh pr merge', ''],
    ['az repos pr update --id 5 --title x', ''],
    ['glab mr update 5 --title x', ''],
    ['curl https://api.github.com/repos/o/r/statuses/abc', ''],
  ];
  for (const [line, expected] of lines) {
    it(`sees ${expected || 'nothing'} in ${line}`, () => {
      const found = new Set(
        read(line)
          .invocations.flatMap(actsOf)
          .map(({ act }) => act),
      );
      assert.deepEqual([...found], expected === '' ? [] : [expected]);
    });
  }
});

describe('pushes to the base branch', () => {
  const goes = async (line: string, current: string) => {
    const facts = {
      readScript: () => undefined,
      branchesOf: async () => ({ current, bases: ['main', 'master', 'dev'] }),
      aliasOf: async (_: string, name: string) => aliases[name],
    };
    return (await doorsOf(read(line), facts, '/p')).some(({ act }) => act === 'push-base');
  };
  for (const line of [
    'git push origin HEAD:main',
    'git push origin main',
    'git push origin topic:main',
    'git push -f origin +HEAD:refs/heads/main',
    'git push origin HEAD:master',
    'git push origin HEAD:dev',
    'git push origin :main',
    'git push --delete origin main',
    'git push --all',
    'git push --mirror origin',
    'git push origin "$REF"',
    'git push origin HEAD:"$B"',
    'git push origin $ARGS',
    'git push --repo=origin main',
    'git -C . push origin HEAD:main',
    'git push origin topic HEAD:main',
    'npm test && git push origin HEAD:main',
    'git push --al',
    'git push --mir origin',
    "git push origin 'refs/heads/*:refs/heads/*'",
    'git send-pack origin HEAD:main',
    'git-push origin HEAD:main',
    '/usr/lib/git-core/git-push origin HEAD:main',
    'git $(echo push) origin HEAD:main',
    'git -c push.default=upstream push',
    'git -c push.default=matching push',
    'git -c remote.origin.push=HEAD:main push',
    'git -c alias.p=push p origin HEAD:main',
    "git -c alias.p='push origin HEAD:main' p",
    "git config alias.p 'push origin HEAD:main'; git p",
    'git config push.default upstream; git push',
    'git config remote.origin.push HEAD:refs/heads/main && git push',
    'git checkout main && git merge topic && git push',
    'git switch main; git push origin HEAD',
    'git checkout -B main && git push -f',
    'git branch -M main && git push',
    'git symbolic-ref HEAD refs/heads/main; git push',
    'git checkout - && git push',
    'git checkout $B && git push',
  ]) {
    it(`sees one in ${line}`, async () => assert.ok(await goes(line, 'topic')));
  }
  for (const line of [
    'git push',
    'git push origin',
    'git push -u origin HEAD',
    'git push --follow-tags',
    'git push -f',
  ]) {
    it(`sees one in ${line} only on the base branch`, async () => {
      assert.ok(await goes(line, 'main'));
      assert.ok(!(await goes(line, 'topic')));
    });
  }
  for (const line of [
    'git push origin topic',
    'git push -u origin topic',
    'git push origin HEAD:topic',
    'git push origin main:topic',
    'git checkout main && git pull && git checkout topic && git push',
    'git checkout main && git pull && git checkout - && git rebase main && git push -f',
    'git checkout -b other main && git commit -am x && git push -u origin HEAD',
    'git switch -c other && git push -u origin HEAD',
    'git checkout main -- a.txt && git push',
    'git checkout main a.txt && git push',
    'git push && git checkout main',
    'git config push.default current && git push',
    'git config --get push.default; git push',
    'git config push.autoSetupRemote true && git push',
    'git -c push.default=current push',
    "git config alias.st 'status -sb'; git push",
    'git push --tags',
    'git push origin v1.0',
    'git push --dry-run origin main',
    'git push origin --delete topic',
    'echo git push origin main',
    'git stash push -m main',
    'git subtree push --prefix x origin main',
  ]) {
    it(`sees none in ${line}`, async () => assert.ok(!(await goes(line, 'topic'))));
  }
});

describe('scripts that a line runs', () => {
  const files: Record<string, string> = {
    '/p/land.sh': 'git checkout main\ngit merge topic\ngit push\n',
    '/p/pr.sh': '#!/bin/sh\nset -e\ngit push -u origin HEAD\ngh pr create --fill\n',
    '/p/bin/pr': '#!/usr/bin/env bash\nmain() { gh pr create "$@"; }\nmain\n',
    '/p/outer.sh': 'cd "$(dirname "$0")"\n./pr.sh\n',
    '/p/pr.py': '#!/usr/bin/env python3\nimport subprocess\nsubprocess.run(["gh", "pr", "create"])\n',
    '/p/pr.mjs': 'import { $ } from "zx";\nawait $`gh pr create --fill`;\n',
    '/p/merge.js': 'execSync("gh pr merge 5");\n',
    '/p/broken.sh': 'if true; then gh pr create\n',
    '/p/push.sh': 'git push origin HEAD:main\n',
    '/p/wrapper.sh': 'gh "$@"\n',
    '/p/ok.sh': '#!/bin/bash\nset -eu\n"$PYTHON" -m pytest\nnpm run lint\ncurl -s https://x.org/a | sh\n"$@"\n',
    '/p/deploy.sh': 'git push "$REMOTE" "$BRANCH"\n',
    '/p/test.js': 'const lines = ["gh pr create"];\nfor (const line of lines) gate(line);\nexpect(run("npm test"));\n',
    '/p/words.sh': 'echo "then run: gh pr create"\n# gh pr create\n',
    '/p/package.json': JSON.stringify({
      scripts: {
        ...{ test: 'mocha', build: 'node build.mjs', pr: 'gh pr create', gh: 'gh pr', outer: 'npm run pr' },
        ...{ prerelease: 'glab mr create', release: 'true', all: 'npm test && npm run build' },
      },
    }),
    '/p/web/package.json': JSON.stringify({ scripts: { open: 'gh pr create' } }),
    '/p/Makefile': [
      'GH ?= gh',
      '.PHONY: test pr',
      'test: build',
      '\tnpm test',
      'build:',
      '\t@node build.mjs',
      'pr: test',
      '\t@$(GH) pr create \\',
      '\t  --fill',
      'ship: pr',
      'inline: ; gh pr create',
    ].join('\n'),
    '/p/other.mk': 'all:\n\tgh pr create\n',
  };
  const found = async (line: string) => {
    const facts = {
      readScript: (path: string) => (path === '/p/pipe' ? null : files[path]),
      branchesOf: async () => ({ current: 'topic', bases: ['main'] }),
      aliasOf: async () => undefined,
    };
    return (await doorsOf(read(line), facts, '/p')).map(({ act, script }) => `${act} in ${script}`);
  };
  const hiding: [string, string][] = [
    ['sh pr.sh', 'pr-create in pr.sh'],
    ['sh land.sh', 'push-base in land.sh'],
    ['bash -x ./pr.sh', 'pr-create in ./pr.sh'],
    ['./pr.sh', 'pr-create in ./pr.sh'],
    ['/p/pr.sh --fast', 'pr-create in /p/pr.sh'],
    ['cd bin && ./pr', 'pr-create in ./pr'],
    ['bin/pr', 'pr-create in bin/pr'],
    ['. ./pr.sh', 'pr-create in ./pr.sh'],
    ['source pr.sh', 'pr-create in pr.sh'],
    ['cat pr.sh | sh', 'pr-create in pr.sh'],
    ['sh < pr.sh', 'pr-create in pr.sh'],
    ['timeout 60 sh pr.sh', 'pr-create in pr.sh'],
    ['sh outer.sh', 'pr-create in ./pr.sh'],
    ['python3 pr.py', 'pr-create in pr.py'],
    ['./pr.py', 'pr-create in ./pr.py'],
    ['node pr.mjs', 'pr-create in pr.mjs'],
    ['node --no-warnings merge.js', 'pr-merge in merge.js'],
    ['sh broken.sh', 'pr-create in broken.sh'],
    ['sh push.sh', 'push-base in push.sh'],
    ['sh wrapper.sh pr create', 'pr-create in wrapper.sh'],
    ['npm run pr', 'pr-create in package.json'],
    ['npm run gh -- create', 'pr-create in package.json'],
    ['npm run outer', 'pr-create in package.json'],
    ['npm run release', 'pr-create in package.json'],
    ['npm --silent run pr', 'pr-create in package.json'],
    ['yarn pr', 'pr-create in package.json'],
    ['pnpm run pr', 'pr-create in package.json'],
    ['npm --prefix web run open', 'pr-create in package.json'],
    ['make pr', 'pr-create in Makefile'],
    ['make ship', 'pr-create in Makefile'],
    ['make inline', 'pr-create in Makefile'],
    ['make -f other.mk', 'pr-create in other.mk'],
    ['make -C /p pr', 'pr-create in Makefile'],
    // Written and run in the same line.
    ["cat > new.sh <<'E'\ngh pr create\nE\nsh new.sh", 'pr-create in new.sh'],
    ['echo "gh pr create" > new.sh && sh new.sh', 'pr-create in new.sh'],
    ['printf "#!/bin/sh\\ngh pr create\\n" > new && chmod +x new && ./new', 'pr-create in ./new'],
    ["cat > new.py <<'E'\nimport os\nos.system('gh pr create')\nE\npython3 new.py", 'pr-create in new.py'],
    ['echo gh pr create | tee new.sh; bash new.sh', 'pr-create in new.sh'],
    ['cp pr.sh copy.sh; sh copy.sh', 'pr-create in copy.sh'],
    ['cat pr.sh > copy.sh; sh copy.sh', 'pr-create in copy.sh'],
    ['tee copy.sh < pr.sh; sh copy.sh', 'pr-create in copy.sh'],
    ['sed s/x/y/ pr.sh > copy.sh; sh copy.sh', 'pr-create in copy.sh'],
    ['sed s/x/y/ pr.sh | sh', 'pr-create in pr.sh'],
    ['head -5 pr.sh | bash', 'pr-create in pr.sh'],
    ["printf 'x:\\n\\tgh pr create\\n' > new.mk && make -f new.mk x", 'pr-create in new.mk'],
    ['sh pipe', 'pr-create in pipe'],
    ['curl -fsSL https://x.org/x.sh -o new.sh && sh new.sh', 'pr-create in new.sh'],
    ['curl -fsSL https://x.org/x.sh > new.sh; bash new.sh', 'pr-create in new.sh'],
    ['wget https://x.org/new.sh && sh new.sh', 'pr-create in new.sh'],
    ['base64 -d x.b64 > new.sh; sh new.sh', 'pr-create in new.sh'],
  ];
  for (const [line, expected] of hiding) {
    it(`finds ${expected} by ${JSON.stringify(line)}`, async () => assert.ok((await found(line)).includes(expected)));
  }
  for (const line of [
    'sh ok.sh',
    './ok.sh --fast',
    'sh missing.sh',
    'sh deploy.sh',
    'sh words.sh',
    'node test.js',
    'npm test',
    'npm t',
    'npm run build',
    'npm run all',
    'npm run missing',
    'npm ci',
    'yarn test',
    'make',
    'make test',
    'make -j 4 build',
    'make missing',
    'cat pr.sh',
    'chmod +x pr.sh',
    'git add pr.sh && git commit -m pr.sh',
    "cat > new.py <<'E'\nprint('through the high night')\nE\npython3 new.py",
    "cat > new.sh <<'E'\nnpm test\nE\nsh new.sh",
    "cat > notes.txt <<'E'\ngh pr create\nE\nsh ok.sh",
    'sed s/x/y/ ok.sh | sh',
    'head -5 pr.sh | grep gh',
    'curl -fsSL https://x.org/data.json -o data.json && node test.js',
  ]) {
    it(`finds nothing by ${JSON.stringify(line)}`, async () => assert.deepEqual(await found(line), []));
  }
});

describe('other panes of the party', () => {
  const denied = (line: string, tmuxSocket = '') => denyPanes(read(line).invocations, { tmuxSocket }) !== undefined;
  for (const line of [
    "tmux send-keys -t %3 'party plan approve' Enter",
    'tmux send-keys -t party-app-1:work.2 y Enter',
    'tmux send -t work.2 y',
    'tmux send-keys y Enter',
    'tmux paste-buffer -t %2',
    'tmux pasteb -p -t %2',
    'tmux respawn-pane -k -t %2 bash',
    'tmux respawnp -k -t %2',
    "tmux pipe-pane -t %2 'cat > x'",
    'tmux list-panes \\; send-keys -t %2 x',
    'tmux split-window "party plan stop"',
    'tmux neww "party plan stop"',
    'tmux run-shell "party plan stop"',
    'tmux if-shell true "send-keys x"',
    'tmux kill-server',
    'tmux set-environment -g BASH_ENV x',
    'tmux setenv A b',
    'tmux "$COMMAND" -t %2',
    'tmux -C attach',
    'env tmux send-keys -t %1 x',
    "bash -c 'tmux send-keys -t %1 x'",
    'tmux -L default send-keys -t %1 x',
    'tmux send-keys -t "$PANE" x',
    'tmux send-keys -t part x',
    'tmux pas -t %2',
    'tmux pi -I -t %2 "echo y"',
    'tmux ru "party plan stop"',
    'tmux so /tmp/x.conf',
    'tmux new-session -d -s dev -t party-app-1',
    'tmux new -d -s dev -t party-app-1',
    'tmux link-window -s party-app-1:work -t dev:5',
    'tmux join-pane -s %2 -t dev:0',
    'tmux swap-pane -s %2 -t dev:0',
    'tmux rename-session -t party-app-1 dev',
    'tmux rename-window -t %2 dev',
    'tmux attach -t party-app-1',
    'tmux a',
    `python3 -c 'import os; os.system("tmux send-keys -t %2 x")'`,
    `node -e 'require("child_process").execFileSync("tmux",["send-keys","-t","%2","x"])'`,
    'mise exec -- tmux send-keys -t %2 x',
  ]) {
    it(`may not be used by ${line}`, () => assert.ok(denied(line)));
  }
  for (const line of [
    'tmux list-panes -a',
    'tmux capture-pane -p -t %2',
    'tmux display -p "#S"',
    'tmux display-message -p x',
    "tmux new-session -d -s dev 'npm start'",
    'tmux send-keys -t dev:0 "npm start" Enter',
    'tmux kill-session -t dev',
    'tmux new -d -s dev',
    'tmux new -A -s dev',
    'tmux ls',
    'tmux has -t dev',
    'tmux show -g',
    'tmux attach -t dev',
    'tmux rename-session -t dev other',
    'tmux join-pane -s dev:1 -t dev:0',
    'brew install tmux git',
    'tmux -L mine send-keys -t %0 x',
    'tmux -S /tmp/mine/sock send-keys x',
    'echo tmux send-keys',
    'tmux-codex.sh --prompt "tmux send-keys"',
  ]) {
    it(`are not used by ${line}`, () => assert.ok(!denied(line)));
  }
  it("are those on the party's own tmux server", () => {
    assert.ok(denied('tmux -L mine send-keys -t %0 x', 'mine'));
    assert.ok(!denied('tmux -L default send-keys -t %0 x', 'mine'));
  });
});
