import assert from 'node:assert/strict';
import { type ErrorCode, isPartyError, type PartyError } from '../../../src/core/base/errors.ts';
import type { Role } from '../../../src/core/base/role.ts';
import {
  discoverSession,
  findSession,
  isParty,
  resolveRole,
  type Whereabouts,
} from '../../../src/core/session/routing.ts';
import type { Pane, Session } from '../../../src/core/tmux/pane.ts';

function pane(id: string, role?: Role, more: Partial<Pane> = {}): Pane {
  return {
    id,
    role,
    window: 0,
    index: Number(id.slice(1)),
    dead: false,
    inMode: false,
    synchronized: false,
    demo: false,
    adapter: undefined,
    pid: 1,
    tty: '/dev/pts/0',
    command: 'sh',
    title: '',
    ...more,
  };
}

function session(name: string, more: Partial<Session> = {}): Session {
  const id = name.replace('party-', '');
  return {
    name,
    id,
    project: 'p1',
    title: '',
    ready: true,
    attached: false,
    createdAt: 0,
    path: '/p1',
    panes: [pane('%0')],
    ...more,
  };
}

function where(more: Partial<Whereabouts> = {}): Whereabouts {
  return {
    named: undefined,
    ownPane: undefined,
    project: 'p1',
    projectOf: (path) => path.slice(1),
    hasState: () => false,
    ...more,
  };
}

function throwsCode(code: ErrorCode, action: () => unknown): PartyError {
  try {
    action();
  } catch (error) {
    assert.ok(isPartyError(error, code), `expected ${code}, got ${error}`);
    return error;
  }
  throw new Error(`expected ${code}, but nothing was thrown`);
}

describe('discoverSession', () => {
  it('takes the session that was named, with or without the prefix', () => {
    const sessions = [session('party-a'), session('party-ab')];
    assert.equal(discoverSession(sessions, where({ named: 'party-a' })).name, 'party-a');
    assert.equal(discoverSession(sessions, where({ named: 'ab' })).name, 'party-ab');
  });

  it('does not fall back to another session when the named one is gone', () => {
    const error = throwsCode('NO_SESSION', () => discoverSession([session('party-a')], where({ named: 'gone' })));
    assert.match(error.message, /party-gone.*party-a/);
    assert.deepEqual(error.next, [{ act: 'start' }]);
  });

  it('never matches a prefix', () => {
    throwsCode('NO_SESSION', () => discoverSession([session('party-abc')], where({ named: 'ab' })));
  });

  it('finds a renamed session by its id', () => {
    assert.equal(findSession([session('mine', { id: 'a' })], 'party-a')?.name, 'mine');
  });

  it('prefers the session of the caller over the project', () => {
    const sessions = [session('party-a'), session('party-b', { project: 'p2', panes: [pane('%7')] })];
    assert.equal(discoverSession(sessions, where({ ownPane: '%7' })).name, 'party-b');
  });

  it('takes the only party of the project', () => {
    const sessions = [session('party-a', { project: 'p2' }), session('party-b')];
    assert.equal(discoverSession(sessions, where()).name, 'party-b');
  });

  it('names all candidates when there are several', () => {
    const error = throwsCode('SESSION_AMBIGUOUS', () =>
      discoverSession([session('party-a'), session('party-b')], where()),
    );
    assert.match(error.message, /party-a, party-b/);
  });

  it('says how to start one when there is none', () => {
    assert.deepEqual(throwsCode('NO_SESSION', () => discoverSession([], where())).next, [{ act: 'start' }]);
  });

  it('does not take a session of that name for a party unless something of Party is in it', () => {
    const plan = session('party-weekend', { id: undefined, project: undefined, panes: [pane('%0'), pane('%1')] });
    throwsCode('NO_SESSION', () => discoverSession([plan], where()));
    assert.ok(isParty(plan, () => true));
    assert.ok(isParty({ ...plan, panes: [pane('%0', 'claude')] }, () => false));
  });
});

describe('resolveRole', () => {
  const legacy = (panes: Pane[]) => session('party-old', { panes });

  it("goes by the role, not by the pane's position", () => {
    const panes = [pane('%4'), pane('%2', 'claude'), pane('%9', 'codex')];
    assert.equal(resolveRole(legacy(panes), 'codex').id, '%9');
  });

  it('reports a role that no pane has', () => {
    throwsCode('ROLE_NOT_FOUND', () => resolveRole(legacy([pane('%0', 'claude'), pane('%1')]), 'codex'));
  });

  it('reports a role that two panes have and never falls through', () => {
    const error = throwsCode('ROLE_AMBIGUOUS', () =>
      resolveRole(legacy([pane('%0', 'claude'), pane('%1', 'claude')]), 'claude'),
    );
    assert.match(error.message, /%0, %1/);
  });

  it('falls back to claude 0.0 and codex 0.1 in a session of two panes without roles, whatever the base index', () => {
    for (const base of [0, 1]) {
      const panes = [pane('%8', undefined, { index: base + 1 }), pane('%3', undefined, { index: base })];
      assert.equal(resolveRole(legacy(panes), 'claude').id, '%3');
      assert.equal(resolveRole(legacy(panes), 'codex').id, '%8');
      throwsCode('ROLE_NOT_FOUND', () => resolveRole(legacy(panes), 'shell'));
    }
  });

  for (const [title, panes] of [
    ['one pane', [pane('%0')]],
    ['three panes', [pane('%0'), pane('%1'), pane('%2')]],
    ['two panes in two windows', [pane('%0'), pane('%1', undefined, { window: 1 })]],
  ] as const) {
    it(`does not guess with ${title} and no roles`, () => {
      throwsCode('ROUTING_UNRESOLVED', () => resolveRole(legacy([...panes]), 'claude'));
    });
  }
});
