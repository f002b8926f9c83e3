// Which team a project belongs to.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, isPartyError } from '../../../src/core/base/errors.ts';
import { findTeam, listTeams, makeTeam } from '../../../src/node/tasks/team.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('the team of a project', () => {
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.directory('project');
  });
  afterEach(() => box.dispose());

  const wanted = { name: 'Auth Refactor', actor: 'human' };
  const make = (cwd = project, more: object = {}) => makeTeam(box, cwd, { ...wanted, ...more });
  const found = async (cwd: string) => (await findTeam(box, cwd))?.team.id;
  const pointer = (directory: string) => join(directory, '.tmux-team', 'team.json');
  const point = (directory: string, text: string) => {
    mkdirSync(join(directory, '.tmux-team'), { recursive: true });
    writeFileSync(pointer(directory), text);
  };
  const teams = () =>
    existsSync(join(box.home, '.tmux-team/teams')) ? readdirSync(join(box.home, '.tmux-team/teams')) : [];
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd,
      stdio: 'pipe',
      encoding: 'utf8',
    });
  const refused = (act: Promise<unknown>, code: ErrorCode, exit: number, words: RegExp) =>
    assert.rejects(act, (error) => {
      assert.ok(isPartyError(error, code), String(error));
      assert.equal(error.exit, exit);
      assert.match(error.message, words);
      return true;
    });

  it('is a folder named by a UUID, and a pointer at the top of the project', async () => {
    const { folder, team, top } = await make(project, { storage: 'github', repo: 'owner/repo', windowId: '@1' });
    assert.equal(top, project);
    assert.equal(folder, join(box.home, '.tmux-team/teams', team.id));
    assert.deepEqual(JSON.parse(readFileSync(pointer(top), 'utf8')), { id: team.id });
    const { createdAt, ...stored } = JSON.parse(readFileSync(join(folder, 'team.json'), 'utf8'));
    assert.deepEqual(stored, {
      id: team.id,
      name: 'Auth Refactor',
      windowId: '@1',
      storage: 'github',
      repo: 'owner/repo',
    });
    const event = JSON.parse(readFileSync(join(folder, 'events.jsonl'), 'utf8'));
    assert.deepEqual(event, {
      event: 'team_created',
      id: team.id,
      name: 'Auth Refactor',
      actor: 'human',
      ts: createdAt,
    });
    assert.equal(await found(top), team.id);
    assert.deepEqual(teams(), [team.id]);
  });

  it('is in $XDG_CONFIG_HOME when that is set, and found where it was made before', async () => {
    const before = await make();
    const place = { env: { HOME: box.home, XDG_CONFIG_HOME: box.directory('xdg') } };
    const other = box.directory('other');
    const { folder, team } = await makeTeam(place, other, wanted);
    assert.equal(folder, join(box.root, 'xdg/tmux-team/teams', team.id));
    assert.equal((await findTeam(place, project))?.team.id, before.team.id);
    assert.deepEqual(
      (await listTeams(place)).all.map(({ team: { id } }) => id),
      [before.team.id, team.id],
    );
  });

  it('is in $PARTY_CONFIG_HOME, whatever XDG_CONFIG_HOME says', async () => {
    const PARTY_CONFIG_HOME = box.directory('own');
    const place = { env: { HOME: box.home, XDG_CONFIG_HOME: box.directory('xdg'), PARTY_CONFIG_HOME } };
    const { folder, team } = await makeTeam(place, project, wanted);
    assert.equal(folder, join(PARTY_CONFIG_HOME, 'teams', team.id));
  });

  it('is found from a subfolder, with git and without', async () => {
    const { team } = await make();
    const deep = box.directory('project/a/b');
    assert.equal(await found(deep), team.id);
    const repo = box.directory('repo');
    git(repo, 'init', '--quiet');
    const made = await make(box.directory('repo/src'));
    assert.equal(made.top, repo);
    assert.equal(await found(box.directory('repo/src/deep')), made.team.id);
    assert.equal(git(repo, 'status', '--short'), '', 'it is no part of any change');
  });

  it('is not taken from a folder around the repository, nor from the home', async () => {
    await make();
    const inner = box.directory('project/inner');
    git(inner, 'init', '--quiet');
    assert.equal(await found(inner), undefined);
    point(box.home, JSON.stringify({ id: teams()[0] }));
    assert.equal(await found(box.directory('home/work')), undefined);
    assert.equal(await found(box.home), teams()[0]);
  });

  it('is that of the main worktree, unless a worktree has its own', async () => {
    const repo = box.directory('repo');
    git(repo, 'init', '--quiet');
    git(repo, 'commit', '--quiet', '--allow-empty', '-m', 'first');
    git(repo, 'worktree', 'add', '--quiet', '../linked');
    const linked = join(box.root, 'linked');
    assert.equal(await found(linked), undefined);
    const main = await make(repo);
    assert.equal(await found(box.directory('linked/src')), main.team.id);
    await refused(make(linked), 'REFUSED', 1, /has the team "Auth Refactor" already/);
    const own = await make();
    point(linked, JSON.stringify({ id: own.team.id }));
    assert.equal(await found(linked), own.team.id);
    assert.equal(await found(repo), main.team.id);
  });

  it('is unique: a second one is refused, also at the same moment', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => make(project, { name: `team ${n}` })));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results)
      if (result.status === 'rejected') assert.match(String(result.reason), /has the team "team \d" already/);
    assert.equal(teams().length, 1, 'nothing is left of the others');
    assert.deepEqual(readdirSync(join(project, '.tmux-team')).sort(), ['.gitignore', 'team.json']);
    await refused(make(), 'REFUSED', 1, /Remove that file to create another/);
  });

  it('is ambiguous when two pointers name two teams', async () => {
    const a = await make(box.directory('a'));
    await make();
    const sub = box.directory('project/sub');
    point(sub, JSON.stringify({ id: a.team.id }));
    await refused(findTeam(box, sub), 'CONFIG_INVALID', 1, /sub.*team\.json and .*team\.json name two teams/);
    await refused(make(sub), 'CONFIG_INVALID', 1, /two teams/);
    assert.notEqual(await found(project), a.team.id);
  });

  it('is stale when its folder is not there', async () => {
    const { folder, team } = await make();
    renameSync(folder, join(box.root, 'elsewhere'));
    await refused(
      findTeam(box, project),
      'CONFIG_MISSING',
      2,
      new RegExp(`names the team ${team.id}, which is not in`),
    );
    await refused(make(), 'CONFIG_MISSING', 2, /Remove that file first$/);
    assert.deepEqual(teams(), []);
    mkdirSync(folder);
    await refused(findTeam(box, project), 'CONFIG_MISSING', 2, /There is no team in/);
  });

  for (const [title, text] of [
    ['is no JSON', '{'],
    ['has no id', '{}'],
    ['names a path', '{"id":"../../../etc"}'],
    ['is empty', ''],
  ] as const) {
    it(`is not guessed when the pointer ${title}`, async () => {
      point(project, text);
      await refused(findTeam(box, project), 'CONFIG_INVALID', 1, /team\.json should be \{"id": /);
      await refused(make(), 'CONFIG_INVALID', 1, /team\.json should be/);
      assert.equal(readFileSync(pointer(project), 'utf8'), text);
    });
  }

  it('is not made through a link that came with the project', async () => {
    const outside = box.directory('outside');
    symlinkSync(outside, join(project, '.tmux-team'));
    await refused(make(), 'STATE_UNSAFE', 1, /or is a link to one/);
    assert.deepEqual(readdirSync(outside), []);
    assert.deepEqual(teams(), []);
  });

  it('has a name of one line', async () => {
    await refused(make(project, { name: 'a\nb' }), 'USAGE', 1, /one line/);
    assert.ok(!existsSync(join(project, '.tmux-team')));
  });

  it('is listed beside one that is broken', async () => {
    const a = await make();
    const b = await make(box.directory('b'));
    writeFileSync(join(b.folder, 'team.json'), '{');
    const { all, unreadable } = await listTeams(box);
    assert.deepEqual(
      all.map(({ team }) => team.id),
      [a.team.id],
    );
    assert.deepEqual(unreadable, [
      { file: join(b.folder, 'team.json'), problem: 'is not a JSON object. Correct the file' },
    ]);
    await refused(findTeam(box, join(box.root, 'b')), 'CONFIG_INVALID', 1, /team\.json: is not a JSON object/);
    rmSync(join(box.home, '.tmux-team'), { recursive: true });
    assert.deepEqual((await listTeams(box)).all, []);
  });
});
