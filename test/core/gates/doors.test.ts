// Doors to a pull request that are easy to miss, and ordinary lines that look like one.

import assert from 'node:assert/strict';
import { doorsOf } from '../../../src/core/gates/acts/doors.ts';
import { mentionsPullRequests } from '../../../src/core/gates/pullRequest.ts';
import { couldHide, readShellLine } from '../../../src/core/shell/programs.ts';
import { daily, doors } from './doorLines.ts';

const files: Readonly<Record<string, string>> = {
  '/p/pr.sh': 'gh pr create --fill\n',
  '/p/ok.sh': 'npm test\n',
  '/p/bin/mkpr': '#!/bin/sh\ngh pr create\n',
  '/p/package.json': '{"scripts":{"test":"mocha","build":"tsc","lint":"eslint .","pr":"gh pr create"}}',
  '/p/Makefile': 'test:\n\tnpm test\npr:\n\tgh pr create\n',
  '/p/justfile':
    'default: test\n\ntest:\n  npm test\n\npr title="x": test\n  gh pr create --title {{title}}\n\nship: pr\n',
  '/p/Taskfile.yml':
    "version: '3'\ntasks:\n  pr:\n    cmds:\n      - gh pr create --fill\n  ship:\n    deps: [test, pr]\n  test:\n    cmds:\n      - npm test\n",
  '/p/Rakefile': 'task :test do\n  sh "npm test"\nend\n\ntask :pr do\n  sh "gh pr create"\nend\n',
  '/p/tasks.py':
    'from invoke import task\n\n@task\ndef test(c):\n    c.run("pytest")\n\n@task\ndef open_pr(c):\n    c.run("gh pr create")\n',
  '/p/pyproject.toml':
    '[tool.poe.tasks]\ntest = "pytest"\npr = "gh pr create"\n\n[tool.poe.tasks.ship]\ncmd = "git push origin HEAD:main"\n',
  '/p/mise.toml': '[tasks.test]\nrun = "npm test"\n\n[tasks.pr]\nrun = "gh pr create"\n',
  '/p/deno.json': '{"tasks":{"test":"deno test","pr":"gh pr create"}}',
  '/p/composer.json': '{"scripts":{"test":["phpunit"],"pr":["@test","gh pr create"]}}',
};

const aliases: Readonly<Record<string, string>> = {
  ...{ p: 'push', pp: 'push origin HEAD:main', mkpr: '!gh pr create', twice: 'p origin HEAD:main', loop: 'loop' },
  ...{ st: 'status -sb', lg: 'log --graph', hist: '!git log --oneline', up: 'push -u origin HEAD' },
};

async function isDoor(line: string): Promise<boolean> {
  const read = readShellLine(line, { cwd: '/p', home: '/h' });
  const found = await doorsOf(
    read,
    {
      readScript: (path) => files[path],
      branchesOf: async () => ({ current: 'topic', bases: ['main'] }),
      aliasOf: async (_, name) => aliases[name],
    },
    '/p',
  );
  return found.length > 0 || couldHide(read, line, mentionsPullRequests);
}

describe('doors to a pull request', () => {
  const runners = ['just pr', 'just ship', 'just -f justfile pr', 'task pr', 'task ship', 'go-task -t Taskfile.yml pr'];
  const others = [
    'rake pr',
    'bundle exec rake pr',
    'invoke open-pr',
    'inv open_pr',
    'poe pr',
    'poe ship',
    'mise run pr',
  ];
  const scripts = ['deno task pr', 'composer pr', 'composer run pr', 'node --run pr', 'npx run-s test pr', 'run-p pr'];
  const named = ['PATH=bin:$PATH mkpr', 'export PATH="$PWD/bin:$PATH" && mkpr', 'env PATH=./bin:$PATH mkpr'];
  const written = ['git show HEAD:pr.sh > z.sh; sh z.sh', 'git show HEAD:pr.sh | sh', 'bash --rcfile pr.sh -i'];
  const configured = ['git twice', 'git -C sub pp', 'sudo git pp', 'npm test && git pp', 'GIT_CONFIG_COUNT=1 git push'];
  for (const line of [...doors, ...runners, ...others, ...scripts, ...named, ...written, ...configured]) {
    it(`sees one in ${JSON.stringify(line)}`, async () => assert.ok(await isDoor(line)));
  }
  const tasks = ['just', 'just test', 'task test', 'rake test', 'invoke test', 'poe test', 'mise run test'];
  const calm = ['git loop', 'git up', 'git p', 'git p origin topic', 'composer test', 'mise install', 'deno test'];
  for (const line of [...daily, ...tasks, ...calm]) {
    it(`sees none in ${JSON.stringify(line)}`, async () => assert.ok(!(await isDoor(line))));
  }
});
