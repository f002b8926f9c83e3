import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pane, Session } from '../../../src/core/tmux/pane.ts';
import { readSnapshot } from '../../../src/extension/app/readSnapshot.ts';
import type { Folder } from '../../../src/extension/app/snapshot.ts';
import { projectKey } from '../../../src/node/project/paths.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';

describe('reading the window', () => {
  let directory: string;
  let bin: string;
  let folder: Folder;
  let calls: number;
  let sessions: Session[];

  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-snapshot-')));
    bin = join(directory, 'bin');
    const top = join(directory, 'project');
    mkdirSync(bin);
    mkdirSync(top);
    folder = { name: 'project', path: top, top };
    calls = 0;
    sessions = [];
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function machine() {
    const env = { PATH: bin, HOME: directory, PARTY_HOME: join(directory, 'home') };
    const answer = async () => {
      calls++;
      return sessions;
    };
    const readReviews = async () => ({ reviews: [], reviewProblem: undefined });
    const readProofs = async () => ({ proofs: [] });
    const readPlans = async () => ({ plans: [], planProblem: undefined });
    const readCollabs = async () => ({ collabs: [], collabProblem: undefined });
    return { env, tmux: { ...createTmux(env), sessions: answer }, readReviews, readProofs, readPlans, readCollabs };
  }
  function install(...names: string[]) {
    for (const name of names) {
      writeFileSync(join(bin, name), '#!/bin/sh\n');
      chmodSync(join(bin, name), 0o755);
    }
  }
  const read = (more = {}) => readSnapshot(machine(), { trusted: true, folders: [folder], demo: false, ...more });

  it('starts no program for a folder that is not trusted', async () => {
    install('tmux');
    const { tmux, parties } = await read({ trusted: false });
    assert.deepEqual([tmux, parties, calls], [undefined, [], 0]);
  });

  it('starts no other program when tmux is missing', async () => {
    assert.deepEqual([(await read()).tmux, calls], [undefined, 0]);
  });

  it('finds tmux and the agents', async () => {
    install('tmux');
    assert.deepEqual([(await read()).tmux, (await read()).agents], [join(bin, 'tmux'), false]);
    install('codex');
    assert.equal((await read()).agents, true);
  });

  it('counts configured agents as installed', async () => {
    install('tmux');
    writeFileSync(join(folder.path, 'tmux-team.json'), '{"agents":{"claude":{"command":["gemini"]}}}');
    assert.equal((await read()).agents, true);
  });

  it('reports no missing agents when the demo is chosen, or the configuration is broken', async () => {
    install('tmux');
    assert.equal((await read({ demo: true })).agents, true);
    writeFileSync(join(folder.path, 'tmux-team.json'), '{');
    assert.equal((await read()).agents, false);
  });

  it('finds the party of each folder with one call', async () => {
    install('tmux');
    const top = join(directory, 'second');
    mkdirSync(top);
    const second = { name: 'second', path: top, top };
    sessions = [session('a', folder), session('b', second), session('c', { ...folder, top: '/elsewhere' })];
    const { parties } = await read({ folders: [folder, second] });
    assert.deepEqual(
      parties.map((party) => [party.folder.name, party.session.id]),
      [
        ['project', 'a'],
        ['second', 'b'],
      ],
    );
    assert.equal(calls, 1);
    assert.deepEqual(
      parties[0]?.status.agents.map((agent) => agent.state),
      ['absent', 'absent', 'idle'],
    );
  });

  it('finds the parties of other worktrees of an open folder, with their branches', async () => {
    install('tmux');
    const top = join(directory, 'login');
    mkdirSync(join(folder.path, '.git', 'worktrees', 'login'), { recursive: true });
    mkdirSync(top);
    writeFileSync(join(folder.path, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(top, '.git'), `gitdir: ${folder.path}/.git/worktrees/login\n`);
    writeFileSync(join(folder.path, '.git/worktrees/login/gitdir'), `${top}/.git\n`);
    writeFileSync(join(folder.path, '.git/worktrees/login/commondir'), '../..\n');
    writeFileSync(join(folder.path, '.git/worktrees/login/HEAD'), 'ref: refs/heads/login\n');
    const login = { name: 'login', path: top, top };
    sessions = [session('a', folder), session('b', login), session('c', { ...folder, top: '/elsewhere' })];
    const { parties, others = [], branches } = await read();
    assert.deepEqual([parties.length, others.map(({ party }) => party.session.id)], [1, ['b']]);
    assert.deepEqual(others[0]?.party.folder, login);
    assert.deepEqual(branches, { [folder.top]: 'main', [top]: 'login' });
    assert.equal(calls, 1);
    // Opened in the window, it is one of the window's own.
    const both = await read({ folders: [folder, login] });
    assert.deepEqual([both.parties.length, both.others], [2, undefined]);
  });

  it('knows nothing of branches while there is one party', async () => {
    install('tmux');
    sessions = [session('a', folder), session('c', { ...folder, top: '/elsewhere' })];
    const snapshot = await read();
    assert.deepEqual(['others' in snapshot, 'branches' in snapshot], [false, false]);
  });

  it('keeps the last known parties when tmux does not answer', async () => {
    install('tmux');
    sessions = [session('a', folder)];
    const before = await read();
    const broken = machine();
    broken.tmux.sessions = () => Promise.reject(new Error('tmux did not answer'));
    const after = await readSnapshot(broken, { trusted: true, folders: [folder], demo: false }, before);
    assert.deepEqual(after, { ...before, problem: 'tmux did not answer' });
  });
});

function session(id: string, { top }: Folder): Session {
  const pane = { id: '%2', role: 'shell', dead: false, demo: false, command: 'sh', title: '' } as Pane;
  const project = projectKey(top);
  return {
    id,
    name: `party-${id}`,
    project,
    title: '',
    attached: false,
    ready: true,
    createdAt: 0,
    path: top,
    panes: [pane],
  };
}
