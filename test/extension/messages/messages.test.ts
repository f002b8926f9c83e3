// The messages of a party as rows, and what follows from them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import type { MessageStatus } from '../../../src/core/messages/messageStatus.ts';
import { quietStatus } from '../../../src/core/status/status.ts';
import type { Party, Snapshot } from '../../../src/extension/app/snapshot.ts';
import { createMailboxes } from '../../../src/extension/messages/mailboxes.ts';
import { readMessage } from '../../../src/extension/messages/messageFile.ts';
import {
  childRows,
  deliverable,
  messageRows,
  parentRow,
  type Row,
  topRows,
  waitingFacts,
} from '../../../src/extension/session/sessionRows.ts';
import { nextTick } from '../../../src/extension/ui/ages.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';

const folder = { name: 'p', path: '/p', top: '/p' };
const since = '2026-01-01T00:00:00Z';
const begin = Date.parse(since);

function message(id: string, state: MessageStatus['state'], to = 'codex'): MessageStatus {
  return { id, from: 'human', to, kind: 'talk', state, since, file: `/m/${id}`, reason: null };
}

function party(messages: MessageStatus[], more: { codex?: AgentStatus['state']; copyMode?: boolean } = {}): Party {
  const session = { id: 'x', name: 'party-x', cwd: '/p' };
  const agent = (role: AgentStatus['role'], state: AgentStatus['state']): AgentStatus => ({
    ...{ role, state, pane: '%1', waitingFor: null, demo: false },
  });
  const agents = [agent('codex', more.codex ?? 'idle'), agent('claude', 'idle')];
  const inCopyMode = more.copyMode ? (['codex'] as const) : [];
  return {
    folder,
    session,
    status: { ...quietStatus, session, agents, messages },
    inCopyMode,
    programs: [],
    reportedIn: [],
  };
}

function snapshot(...parties: Party[]): Snapshot {
  return { ...emptySnapshot, folders: [folder], parties };
}

describe('the rows of messages', () => {
  const names = (rows: Row[]) => rows.map((row) => (row.kind === 'message' ? row.message.id : row.kind));

  it('have a group below the roles, if there are any', () => {
    assert.deepEqual(names(topRows(snapshot(party([])))), ['role', 'role']);
    assert.deepEqual(names(topRows(snapshot(party([message('a', 'answered')])))), ['role', 'role', 'messages']);
  });

  it('begin with messages under way, newest first', () => {
    const messages = [
      message('a', 'written'),
      message('b', 'answered'),
      message('c', 'failed'),
      message('d', 'typed'),
      message('e', 'cancelled'),
    ];
    assert.deepEqual(names(messageRows(party(messages))), ['d', 'a', 'e', 'c', 'b']);
  });

  it('know their parents, with one party and with several', () => {
    const one = party([message('a', 'written')]);
    const kinds = (row: Row | undefined, all: Snapshot): string[] =>
      row === undefined ? [] : [row.kind, ...kinds(parentRow(all, row), all)];
    const [row] = messageRows(one);
    assert.deepEqual(kinds(row, snapshot(one)), ['message', 'messages']);
    assert.deepEqual(kinds(row, snapshot(one, party([]))), ['message', 'messages', 'party']);
    const [top] = topRows(snapshot(one, party([])));
    assert(top);
    assert.deepEqual(names(childRows(top)), ['role', 'role', 'messages']);
  });

  it('name the message that they wait behind', () => {
    const messages = [
      message('a', 'submitted'),
      message('b', 'written'),
      message('c', 'written'),
      message('d', 'written', 'claude'),
    ];
    const behind = messages.map((one) => waitingFacts(party(messages), one).isBehind);
    assert.deepEqual(behind, [false, false, true, false]);
    const unsure = party([message('a', 'unsure'), message('b', 'written')]);
    assert.equal(waitingFacts(unsure, message('b', 'written')).isBehind, false);
  });

  it('show that a pane is in copy mode', () => {
    const facts = waitingFacts(party([], { copyMode: true }), message('a', 'written'));
    assert.deepEqual([facts.inCopyMode, facts.agent?.state], [true, 'idle']);
    assert.equal(waitingFacts(party([], { copyMode: true }), message('a', 'written', 'claude')).inCopyMode, false);
  });
});

describe('a message that could be delivered', () => {
  const cases: [title: string, Party, ids: string[]][] = [
    ['waits for an idle agent', party([message('a', 'written'), message('b', 'typed')]), ['a', 'b']],
    ['has not arrived', party([message('a', 'submitted'), message('b', 'failed'), message('c', 'cancelled')]), []],
    ['is not unsure', party([message('a', 'unsure')]), []],
    ['is not for an agent at work', party([message('a', 'written')], { codex: 'busy' }), []],
    ['is not for one that asks', party([message('a', 'written')], { codex: 'waiting' }), []],
    ['is not for a pane in copy mode', party([message('a', 'written')], { copyMode: true }), []],
    ['is for an agent of the party', party([message('a', 'written', 'gemini')]), []],
    [
      'is looked at when its agent took it and is idle',
      party([{ ...message('a', 'submitted'), inTurn: true }]),
      ['a taken'],
    ],
    [
      'is not looked at while its agent works on it',
      party([{ ...message('a', 'submitted'), inTurn: true }], { codex: 'busy' }),
      [],
    ],
  ];
  for (const [title, one, ids] of cases) it(title, () => assert.deepEqual(deliverable(one), ids));
});

describe('the next age', () => {
  it('belongs to the message whose displayed age changes first', () => {
    const old = { ...message('b', 'submitted'), since: new Date(begin - 3_600_000).toISOString() };
    assert.equal(nextTick([old, message('a', 'written')], begin + 400), 4600);
  });

  it('never comes when nothing is under way', () => {
    assert.equal(nextTick([message('a', 'answered'), message('b', 'failed')], begin), undefined);
  });
});

describe('the files of messages', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'party-messages-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const draft = (text: string) => ({ to: 'codex', from: 'human', kind: 'talk' as const, text, line: () => text });

  it('are read from where the last reading ended, until the directory is replaced', async () => {
    const stateDir = join(directory, 'party-x');
    mkdirSync(stateDir);
    const mailboxOf = createMailboxes();
    const count = async () => (await mailboxOf(stateDir).messages()).length;
    await openMailbox(stateDir).write(draft('one'));
    assert.equal(await count(), 1);
    assert.equal(mailboxOf(stateDir), mailboxOf(stateDir));
    await openMailbox(stateDir).write(draft('two'));
    assert.equal(await count(), 2);
    rmSync(stateDir, { recursive: true });
    mkdirSync(join(directory, 'other'));
    mkdirSync(stateDir);
    assert.equal(await count(), 0);
    await openMailbox(stateDir).write(draft('three'));
    assert.equal(await count(), 1);
  });

  const paths = () => ({ stateRoot: directory, home: directory, markerRoot: directory });
  const read = (file: string, limit?: number) =>
    readMessage(paths(), party([]), { ...message('a', 'written'), file }, limit);

  it('show their text, up to the given limit', async () => {
    const stateDir = join(directory, 'party-x');
    mkdirSync(stateDir);
    const { file } = await openMailbox(stateDir).write(draft('äöü'));
    assert.equal(await read(file), 'äöü');
    // Half a character is not shown.
    assert.equal(await read(file, 3), 'ä');
  });

  it('show nothing for a file that is gone, or outside the directory', async () => {
    const secret = join(directory, 'secret');
    writeFileSync(secret, 'secret');
    assert.equal(await read(secret), undefined);
    assert.equal(await read(join(directory, 'party-x', 'messages', '..', '..', 'secret')), undefined);
    assert.equal(await read(join(directory, 'party-x', 'messages', 'to-codex', 'gone.md')), undefined);
  });
});
