// `party worktree` that launches its party, killed with -9 at each call of another program: before the call and after it.
// Whatever is checked out then is behind the gate, and any next call clears it away or finishes it.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partyPaths, projectDirectory } from '../../src/node/project/paths.ts';
import { killAtEachCall } from '../support/killAtCall.ts';
import { newProject, type Project } from '../support/project.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('a party worktree that is killed while it launches a party', function () {
  this.timeout(900_000);
  let box: Sandbox;
  let project: Project;
  let worktrees: string;
  beforeEach(async () => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    worktrees = join(box.root, 'project-worktrees');
    const bin = box.directory('bin');
    const agent = (name: string, version: string, flags: string) =>
      writeFileSync(
        join(bin, name),
        `#!/bin/sh\ncase $1 in --version) echo ${version} ;; --help) echo ' ${flags}' ;; *) exec cat ;; esac\n`,
        { mode: 0o755 },
      );
    agent('claude', '2.1.325', '--plugin-dir --settings --permission-mode --append-system-prompt');
    agent('codex', '0.166.0', '--config --ask-for-approval --sandbox --no-daemon');
    box.env['PATH'] = `${bin}:${box.env['PATH']}`;
    // The server is there before, so that its panes do not get the environment of the call that is killed.
    await box.tmux('new-session', '-d', '-s', 'other');
  });
  afterEach(() => box.dispose());

  const party = (args: readonly string[], cwd = project.top) => box.party(args, { cwd });
  const at = (name: string) => join(worktrees, name);
  const text = (name: string, file: string) =>
    existsSync(join(at(name), file)) ? readFileSync(join(at(name), file), 'utf8') : '';
  const isGated = (name: string) =>
    text(name, '.claude/review/gate.json') !== '' && text(name, '.claude/settings.json').includes('PreToolUse');
  const hasProject = (name: string) => existsSync(join(at(name), 'src'));
  const sessionsIn = async (name: string) =>
    (await box.tmux('list-panes', '-a', '-F', '#{session_name} #{pane_start_path}')).stdout
      .split('\n')
      .filter((line) => line.endsWith(` ${at(name)}`))
      .map((line) => line.split(' ')[0]);
  const record = (name: string) => projectDirectory(partyPaths(box.env), at(name));
  const traces = async (name: string) => ({
    directory: existsSync(at(name)),
    branch: project.git('branch', '--list', name).trim() !== '',
    registered: project.git('worktree', 'list', '--porcelain').includes(`refs/heads/${name}\n`),
    party: (await sessionsIn(name)).length > 0,
    begun: existsSync(join(record(name), 'making.json')),
  });

  /** Any of them comes next. */
  const nexts = [
    (name: string) => party(['worktree', name, '--no-launch']),
    () => party(['start', '--detach']),
    () => party(['sweep']),
  ];

  for (const callIsMade of [false, true]) {
    it(`(${callIsMade ? 'after' : 'before'} the call) leaves no file without the gate, and the next one removes or finishes it`, async () => {
      const left = { nothing: 0, ungated: 0, gated: 0, withParty: 0, finished: 0 };
      const killed = await killAtEachCall(box, {
        ...{ programs: ['tmux', 'git', 'codex'], callIsMade },
        run: (env, kth) => box.party(['worktree', `w${kth}`, '--detach'], { cwd: project.top, env }),
        afterwards: async (kth) => {
          const name = `w${kth}`;
          const before = await traces(name);
          if (hasProject(name) || before.party) assert.ok(isGated(name), `call ${kth} left it without the gate`);
          if (before.party) left.withParty++;
          else left[!before.directory ? 'nothing' : isGated(name) ? 'gated' : 'ungated']++;
          const next = await nexts[kth % nexts.length]?.(`next${kth}`);
          assert.equal(next?.code, 0, `after call ${kth}: ${next?.stderr}`);
          const after = await traces(name);
          const whole = { directory: true, branch: true, registered: true, party: true, begun: false };
          const none = { directory: false, branch: false, registered: false, party: false, begun: false };
          assert.deepEqual(after, after.directory ? whole : none, `after call ${kth}`);
          if (!after.directory) return;
          left.finished++;
          assert.ok(hasProject(name) && isGated(name), `call ${kth} left half a worktree`);
          assert.equal((await party(['stop'], at(name))).code, 0);
          project.git('worktree', 'remove', '--force', at(name));
          project.git('branch', '--quiet', '-D', name);
        },
      });
      assert.ok(killed >= 20, `only ${killed} kills`);
      assert.ok(left.gated > 0 && left.withParty > 0, `the kills came too early: ${JSON.stringify(left)}`);
      if (callIsMade) assert.ok(left.finished > 0, `none was finished: ${JSON.stringify(left)}`);
      // What is left of the parties themselves goes with a sweep.
      assert.equal((await party(['sweep'])).code, 0);
      const running = (await box.sessions()).filter((one) => one !== 'other');
      assert.deepEqual(readdirSync(box.stateRoot).sort(), running.sort());
    });
  }
});
