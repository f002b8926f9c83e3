// Programs that send a change for review under other names, checkouts that the line itself makes, commands in variables,
// and scripts that run scripts.
import assert from 'node:assert/strict';
import { doorsOf } from '../../../src/core/gates/acts/doors.ts';
import { mentionsPullRequests } from '../../../src/core/gates/pullRequest.ts';
import { couldHide, readShellLine } from '../../../src/core/shell/programs.ts';
import { everydayLines } from './everydayLines.ts';
import { checkouts, deep, helped, submitters } from './otherDoorLines.ts';

const files: Readonly<Record<string, string>> = {
  '/p/package.json':
    '{"scripts":{"pr":"make pr","ship":"npm run pr","deep":"sh deep.sh","test":"mocha","build":"make build"}}',
  '/p/Makefile': 'build:\n\ttsc\npr:\n\tgh pr create\nother:\n\t./scripts/pr.sh\n',
  '/p/deep.sh': 'make other\n',
  '/p/scripts/pr.sh': 'gh pr create\n',
  '/p/scripts/ok.sh': 'vim "$1"\n',
  '/p/pr.js': 'require("child_process").execSync("gh pr create")\n',
};

/** `/main` and what is below it has the base branch; no other folder than `/p` is there. */
async function isDoor(line: string): Promise<boolean> {
  const read = readShellLine(line, { cwd: '/p', home: '/h' });
  const current = (folder: string) => (folder.startsWith('/main') ? 'main' : folder.startsWith('/p') ? 'topic' : '');
  const facts = {
    readScript: (path: string) => files[path],
    branchesOf: async (folder: string) => ({ current: current(folder), bases: ['main'] }),
    aliasOf: async () => undefined,
  };
  return (await doorsOf(read, facts, '/p')).length > 0 || couldHide(read, line, mentionsPullRequests);
}

const otherVerbs: readonly string[] = [
  'moz-phab patch D123',
  'moz-phab self-update',
  'spr list',
  'git spr status',
  'ghstack status',
  'ghstack checkout 5',
  'av pr status',
  'sl pr list',
  'git pr 62',
  'git pr list',
  'git review -d 123',
  'git review --list',
  'git review -s',
  'git send-email --dry-run 0001.patch',
  'b4 am 2026@x.org',
  'b4 shazam x',
  'repo sync',
  'repo status',
  'hg log',
  'hg commit -m x',
  'jf rt ping',
  'gs -sDEVICE=pdfwrite -o a.pdf b.ps',
  'jj log',
  'jj git fetch',
  'pip install ghstack',
  'uv tool install ghstack',
  'brew install git-review',
  'npm install -g ghstack',
  'cat spr',
  'man ghstack',
  'which git-review',
  'ls git-cl',
  'git cl status',
  'git town sync',
  'osc status',
];

const ownCheckouts: readonly string[] = [
  'git worktree add ../w && cd ../w && git push',
  'git worktree add ../w topic2 && cd ../w && git push -u origin HEAD',
  'git worktree add -b fix ../w origin/main && cd ../w && npm test && git push -u origin HEAD',
  'git worktree add ../w main && git push',
  'git clone https://x.org/o/r && cd r && git switch -c x && git push -u origin HEAD',
  'git -C /p/sub push',
  'git -C sub status',
];

const ordinary: readonly string[] = [
  ...['EDITOR=./scripts/ok.sh git commit', "PAGER='less -R' git log", 'npm run build', 'npm test', 'make build'],
  ...['GIT_SEQUENCE_EDITOR="sed -i \'s/^pick/squash/\'" git rebase -i main', "echo 'make build' > x.sh; sh x.sh"],
  ...['git -c core.pager=cat log', "NODE_OPTIONS='--require ./ok.js' node x", 'SHELL=/bin/bash make build'],
];

describe('other doors to a pull request', () => {
  for (const [kind, lines] of Object.entries({ submitters, checkouts, helped, deep })) {
    for (const line of lines) {
      it(`sees one (${kind}) in ${JSON.stringify(line)}`, async () => assert.ok(await isDoor(line)));
    }
  }
  for (const line of [...otherVerbs, ...ownCheckouts, ...ordinary, ...everydayLines]) {
    it(`sees none in ${JSON.stringify(line)}`, async () => assert.ok(!(await isDoor(line))));
  }
});
