// What a killed process leaves behind is swept away; what a living one is about to use is not.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { removeLeftovers } from '../../../src/node/session/leftovers.ts';
import { makerMark, sweepDrafts, sweepTemporary } from '../../../src/node/system/drafts.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { newProject } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('temporary files', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let place: string;
  beforeEach(() => {
    box = new Sandbox();
    place = box.directory('place');
  });
  afterEach(() => box.dispose());

  const make = (what: string, path: string, end: 'die' | 'wait') =>
    fork(join(import.meta.dirname, '../fixtures/dyingMaker.ts'), [what, path, end], { env: box.env });
  const killed = async (what: string, path: string) => {
    const [, signal] = await once(make(what, path, 'die'), 'exit');
    assert.equal(signal, 'SIGKILL');
  };
  const temporary = () => readdirSync(box.env['TMPDIR'] ?? '').filter((name) => name.startsWith('party-index-'));

  it('stays when its maker is killed, and is swept: a file', async () => {
    await killed('file', join(place, 'a.json'));
    assert.match(readdirSync(place).join(), /^\.a\.json\.\d+\.[\da-f]{16}\.tmp$/);
    await sweepDrafts(place);
    assert.deepEqual(readdirSync(place), []);
  });

  it('stays when its maker is killed, and is swept: a lock', async () => {
    await killed('lock', join(place, 'x.lock'));
    assert.equal(readdirSync(join(place, 'x.lock')).length, 1);
    await sweepDrafts(place);
    assert.deepEqual(readdirSync(join(place, 'x.lock')), []);
  });

  it('stays when its maker is killed, and is swept: a copy of an index, which only its maker can read', async () => {
    const repo = newProject({ git: 'empty' });
    try {
      repo.write('a.ts', 'one\n');
      repo.commit();
      await killed('index', repo.top);
      const [name = '', ...others] = temporary();
      assert.deepEqual(others, []);
      const directory = join(box.env['TMPDIR'] ?? '', name);
      assert.equal(statSync(directory).mode & 0o777, 0o700);
      assert.deepEqual(readdirSync(directory), ['index']);
      await sweepTemporary(box.env['TMPDIR'] ?? '');
      assert.deepEqual(temporary(), []);
    } finally {
      await repo.dispose();
    }
  });

  for (const [what, path] of [
    ['file', 'a.json'],
    ['lock', 'x.lock'],
  ] as const) {
    it(`is left alone while its maker lives: a ${what}`, async () => {
      const maker = make(what, join(place, path), 'wait');
      await once(maker, 'message');
      const before = readdirSync(place, { recursive: true });
      await sweepDrafts(place);
      assert.deepEqual(readdirSync(place, { recursive: true }), before);
      maker.send('go');
      assert.deepEqual(await once(maker, 'exit'), [0, null]);
      if (what === 'file') assert.equal(readFileSync(join(place, path), 'utf8'), 'whole');
    });
  }

  it('is swept when another process has the pid of its maker', async () => {
    const own = makerMark();
    const mistaken = own.replace(/\.(.)/, (_, digit) => `.${digit === '0' ? '1' : '0'}`);
    for (const mark of [own, mistaken]) writeFileSync(join(place, `.a.json.${mark}.tmp`), '');
    await sweepDrafts(place);
    assert.deepEqual(readdirSync(place), [`.a.json.${own}.tmp`]);
  });

  it('is known by its name: nothing else is touched, and no link is followed', async () => {
    const dead = '999999999.0123456789abcdef';
    const names = [`a.json.${dead}.tmp`, `.a.json.${dead}`, '.a.json.tmp', '.a.json.12.tmp', `.${dead}`, '7'];
    for (const name of names) writeFileSync(join(place, name), '');
    mkdirSync(join(place, 'below'));
    writeFileSync(join(place, 'below', `.b.${dead}.tmp`), '');
    symlinkSync('below', join(place, 'x.lock'));
    writeFileSync(join(place, `.other.${dead}.tmp`), '');
    await sweepDrafts(place, { of: ['a.json'] });
    await sweepTemporary(place);
    const kept = [...names, 'below', 'x.lock', `.other.${dead}.tmp`].sort();
    assert.deepEqual(readdirSync(place).sort(), kept);
    assert.equal(readdirSync(join(place, 'below')).length, 1);
  });

  it('is swept wherever Party writes, together with what dead parties have left', async () => {
    const top = box.project();
    const paths = partyPaths(box.env);
    const project = projectDirectory(paths, top);
    const dead = '999999999.0123456789abcdef';
    const left = [
      join(paths.home, `.probes.json.${dead}.tmp`),
      join(project, `.codex.run.json.${dead}.tmp`),
      join(project, 'events.lock', `.${dead}`),
      join(project, 'sessions/abc/messages/locks/to-claude', `.${dead}`),
      join(top, `.tmux-team.json.${dead}.tmp`),
      join(top, '.claude', `.settings.json.${dead}.tmp`),
      join(top, '.claude/review', `.version_counter.${dead}.tmp`),
      join(top, '.claude/codex-collab/reviews', `.r.md.${dead}.tmp`),
      join(box.home, '.tmux-team/teams/01a1e2c0-0b6e-4e80-8341-7e4ebd12d590/tasks', `.T-1.json.${dead}.tmp`),
    ];
    const theirs = join(top, '.claude', `.theirs.${dead}.tmp`);
    for (const file of [...left, theirs]) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '');
    }
    const tmux = createTmux(box.env);
    await removeLeftovers({ env: box.env, paths, tmux }, top);
    assert.deepEqual(
      [...left, theirs].filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined),
      [theirs],
    );
  });

  it('is looked for in the records of parties of the last days alone: there may be a thousand older ones', async () => {
    const top = box.project();
    const paths = partyPaths(box.env);
    const sessions = join(projectDirectory(paths, top), 'sessions');
    const days = (count: number) => Date.now() / 1000 - count * 24 * 60 * 60;
    for (const [id, directory, journal] of [
      ['old', 9, 9],
      ['new', 1, 9],
      ['used', 9, 1],
    ] as const) {
      const draft = join(sessions, id, 'messages/to-codex', '.m.999999999.0123456789abcdef.tmp');
      mkdirSync(join(draft, '..'), { recursive: true });
      for (const file of [draft, join(sessions, id, 'messages.jsonl')]) writeFileSync(file, '');
      utimesSync(join(sessions, id, 'messages.jsonl'), days(journal), days(journal));
      utimesSync(join(sessions, id), days(directory), days(directory));
    }
    await removeLeftovers({ env: box.env, paths, tmux: createTmux(box.env) }, top);
    const left = ['old', 'new', 'used'].filter((id) => readdirSync(join(sessions, id, 'messages/to-codex')).length > 0);
    assert.deepEqual(left, ['old']);
  });

  it('does not keep a start waiting: of a thousand directories of dead parties, each start removes a hundred', async () => {
    const top = box.project();
    const paths = partyPaths(box.env);
    for (let n = 0; n < 130; n++) {
      const directory = join(box.stateRoot, `party-old${n}`);
      mkdirSync(directory, { mode: 0o700 });
      symlinkSync(join(projectDirectory(paths, top), `sessions/old${n}/messages`), join(directory, 'messages'));
    }
    const machine = { env: box.env, paths, tmux: createTmux(box.env) };
    await removeLeftovers(machine, top);
    assert.equal(readdirSync(box.stateRoot).length, 30);
    await removeLeftovers(machine, top);
    assert.equal(readdirSync(box.stateRoot).length, 0);
  });
});
