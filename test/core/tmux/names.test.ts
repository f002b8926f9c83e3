import assert from 'node:assert/strict';
import { nearest } from '../../../src/core/base/nearest.ts';
import { isSessionId, makeSessionId, sessionId, sessionName } from '../../../src/core/project/ids.ts';
import { paneFormat, parsePanes } from '../../../src/core/tmux/pane.ts';
import { chain, exactSession, formatText } from '../../../src/core/tmux/tmuxCommands.ts';

describe('session names', () => {
  it('are converted in both directions, with or without the prefix', () => {
    assert.equal(sessionName('a'), 'party-a');
    assert.equal(sessionName('party-a'), 'party-a');
    assert.equal(sessionId('party-a'), 'a');
  });

  for (const [title, id] of [
    ['Fix the login', 'fix-the-login-x'],
    ['#(touch /tmp/x)', 'touch-tmp-x-x'],
    ['a.b:c', 'a-b-c-x'],
    ['日本語', 'session-x'],
    ['Grüße', 'gru-e-x'],
    ['', 'session-x'],
    ['../../etc', 'etc-x'],
    ['Party', 'session-x'],
    ['party-party planning', 'planning-x'],
    ['a'.repeat(90), `${'a'.repeat(24)}-x`],
  ] as const) {
    it(`makes a harmless id of ${JSON.stringify(title.slice(0, 20))}`, () => {
      const made = makeSessionId(title, 'x');
      assert.equal(made, id);
      assert.ok(isSessionId(made));
      assert.equal(sessionId(sessionName(made)), made);
    });
  }

  it('refuses ids that are paths', () => {
    for (const id of ['..', 'a/b', '', '-x', 'a b', 'a\n']) assert.ok(!isSessionId(id), JSON.stringify(id));
  });
});

describe('nearest', () => {
  const verbs = ['start', 'stop', 'status', 'sessions', 'attach', 'check'];
  for (const [word, meant] of [
    ['strat', 'start'],
    ['stat', 'start'],
    ['statsu', 'status'],
    ['atach', 'attach'],
    ['xyzzy', undefined],
    ['', undefined],
  ] as const) {
    it(`takes ${JSON.stringify(word)} for ${meant}`, () => assert.equal(nearest(word, verbs), meant));
  }
});

describe('tmux arguments', () => {
  it('are exact targets', () => assert.equal(exactSession('party-a'), '=party-a:'));
  it('double the # in formats', () => assert.equal(formatText('/a#(x)'), '/a##(x)'));
  it('keep a trailing semicolon from ending the command', () => {
    assert.deepEqual(
      chain([
        ['a', 'b;'],
        ['c', ';', 'd;e'],
      ]),
      ['a', 'b\\;', ';', 'c', '\\;', 'd;e'],
    );
  });
});

describe('parsePanes', () => {
  const row = (values: Record<string, string>) =>
    paneFormat.replace(/#\{s\/.*? \/:([^}]+)\}/g, (_, field: string) => values[field] ?? '');

  it('reads sessions with their panes and options', () => {
    const output = `${row({ session_name: 'party-a', '@party_id': 'a', '@party_project': 'k', pane_id: '%1', '@party_role': 'claude', pane_dead: '1', pane_pid: '42', pane_title: 'T', session_path: '/x' })}\n`;
    const [session] = parsePanes(output);
    assert.equal(session?.id, 'a');
    assert.equal(session?.path, '/x');
    const [pane] = session?.panes ?? [];
    assert.deepEqual([pane?.id, pane?.role, pane?.dead, pane?.pid, pane?.title], ['%1', 'claude', true, 42, 'T']);
  });

  it('ignores an unknown role and lines that have another number of fields', () => {
    const line = row({ session_name: 's', pane_id: '%1', '@party_role': 'boss' });
    const sessions = parsePanes(`${line}\nhalf a line\n${line}\tone more\n`);
    assert.equal(sessions.length, 1);
    assert.equal(sessions[0]?.panes.length, 1);
    assert.equal(sessions[0]?.panes[0]?.role, undefined);
  });
});
