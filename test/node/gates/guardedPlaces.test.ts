// Where paths lead, with real links.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardedPlaces, pathBehindLinks, pathsOf } from '../../../src/node/gates/guardedPlaces.ts';
import { newProject, type Project } from '../../support/project.ts';

describe('guarded places', () => {
  let at: Project;
  let home: string;
  before(() => {
    at = newProject({ git: true });
    home = join(at.root, 'kept');
    mkdirSync(join(home, 'projects'), { recursive: true });
    writeFileSync(join(home, 'projects/log'), '');
    symlinkSync(home, at.file('link'));
    symlinkSync(join(home, 'projects/log'), at.file('file'));
    symlinkSync(join(home, 'new'), at.file('dangling'));
    symlinkSync('dangling', at.file('second'));
    symlinkSync('loop', at.file('loop'));
  });
  after(() => at.dispose());

  for (const [path, leads] of [
    ['src/auth.ts', 'project/src/auth.ts'],
    ['link/projects/log', 'kept/projects/log'],
    ['link/not/there', 'kept/not/there'],
    ['file', 'kept/projects/log'],
    ['dangling', 'kept/new'],
    ['second', 'kept/new'],
    ['link/projects/../x', 'kept/x'],
    ['no/such/folder/../../../link/x', 'kept/x'],
    [' link/x\n', 'kept/x'],
    ['/proc/self/root{top}/link/x', 'kept/x'],
    [`${'y/../'.repeat(2000)}link/x`, 'kept/x'],
  ] as const) {
    it(`follows ${path.slice(0, 60)} to ${leads}`, () => {
      const found = pathsOf(undefined, at.top, path.replace('{top}', at.top));
      assert.ok(found.includes(join(pathBehindLinks(at.root), leads)), found.join());
    });
  }

  it("resolves the user's home, and gives up on endless links", () => {
    assert.ok(pathsOf('/h', at.top, '~/x').includes('/h/x'));
    assert.throws(() => pathsOf(undefined, at.top, 'loop/x'), /too many links/);
  });

  it('are not looked for with texts that cannot be a path', () => {
    for (const text of ['word '.repeat(200), 'a/b'.repeat(3000), 'a/b\n'.repeat(20_000), 'x'.repeat(300), 'a \0 b/c'])
      assert.ok(pathsOf('/h', at.top, text).length > 0);
  });

  it('are what the gates rely on; the installed Party only outside of the project', () => {
    const places = (installed: string) =>
      guardedPlaces({ env: { HOME: '/h' }, paths: at.paths, session: 'x', cwd: at.top, installed });
    const found = places('/installed');
    for (const path of [at.paths.home, join(at.paths.stateRoot, 'party-x'), '/h/.tmux-team/config.json'])
      assert.ok(found.includes(path), path);
    assert.ok(found.includes('/installed/dist') && found.includes('/installed/resources'));
    assert.ok(!places(at.top).includes(at.file('dist')));
  });
});
