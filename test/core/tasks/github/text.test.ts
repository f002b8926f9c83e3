import assert from 'node:assert/strict';
import { isPartyError } from '../../../../src/core/base/errors.ts';
import { complaints, limitedUntil, nextPage, readGithubAnswer } from '../../../../src/core/tasks/github/answer.ts';
import { auditComment, readAudit } from '../../../../src/core/tasks/github/comments.ts';
import { defaultLabels, labelsWith, readLabels, statusOf } from '../../../../src/core/tasks/github/labels.ts';
import {
  markText,
  readMarked,
  type TaskMark,
  TaskMark as TaskMarkSchema,
  withMark,
} from '../../../../src/core/tasks/github/marker.ts';
import type { TaskState } from '../../../../src/core/tasks/task.ts';

const mark: TaskMark = { team: 'a-b', key: 'k--1', id: '1-2', number: 3, actor: 'codex' };
const read = (body: string | null) => readMarked(body, TaskMarkSchema);

describe('the mark of a task in its issue', () => {
  const texts = [
    '',
    'Text',
    'Text\n',
    '\n\nText\n\n\n',
    '<!-- a comment -->',
    '100% -- %2D \\u0041 \\n',
    '```\ncode\n```',
  ];
  for (const text of texts) {
    it(`leaves ${JSON.stringify(text)} as it is`, () => assert.deepEqual(read(withMark(text, mark)), { text, mark }));
  }

  it('cannot be closed by the text inside it', () => {
    const nasty = { ...mark, actor: 'x --> <script> \\u002d %2D --!> <!-- \u001b[31m "\n' };
    const body = withMark('Text', nasty);
    assert.equal(body.match(/-->/g)?.length, 1);
    assert.ok(!body.includes('\\') && !body.includes('<script'));
    assert.deepEqual(read(body), { text: 'Text', mark: nasty });
  });

  it('is the last mark in the issue; a quoted one is text', () => {
    const quoted = withMark('See', { ...mark, id: '9' });
    assert.deepEqual(read(withMark(quoted, mark)), { text: quoted, mark });
  });

  it('stays valid when people write after it', () => {
    assert.deepEqual(read(`${withMark('Text', mark)}\n\nMore`), { text: 'Text\n\nMore', mark });
  });

  it('is ignored when it is broken, cut off or of another kind', () => {
    for (const body of [null, '<!-- tmux-team {"id": -->', '<!-- tmux-team {} -->', markText(mark).slice(0, -4)])
      assert.equal(read(body).mark, undefined);
  });

  it('is read with the line ends of a browser', () => {
    assert.deepEqual(read(withMark('a\nb', mark).replaceAll('\n', '\r\n')), { text: 'a\nb', mark });
  });
});

describe('labels', () => {
  const cases: readonly [string, readonly string[], TaskState][] = [
    ['open', ['tmux-team:pending'], 'pending'],
    ['open', ['tmux-team:in_progress'], 'in_progress'],
    ['OPEN', ['TMUX-TEAM:In_Progress', 'bug'], 'in_progress'],
    ['open', ['tmux-team:pending', 'tmux-team:in_progress'], 'in_progress'],
    ['open', [], 'pending'],
    ['open', ['tmux-team:done'], 'pending'],
    ['closed', ['tmux-team:pending'], 'done'],
    ['CLOSED', [], 'done'],
  ];
  for (const [state, labels, status] of cases) {
    it(`${state} with ${labels.join(', ') || 'none'} is ${status}`, () =>
      assert.equal(statusOf({ state, labels }, defaultLabels), status));
  }

  it('are replaced, and labels of other programs stay', () => {
    const names = ['bug', 'Tmux-Team:pending', 'tmux-team:done', 'tmux-team:other'];
    assert.deepEqual(labelsWith(names, 'in_progress', defaultLabels), [
      'bug',
      'tmux-team:other',
      'tmux-team:in_progress',
    ]);
  });

  it('can have other names in the configuration', () => {
    const labels = readLabels({ pending: { name: 'to do' }, done: { color: '#00ff00' } });
    assert.deepEqual(labels.pending, { name: 'to do', color: 'FBCA04' });
    assert.deepEqual(labels.done, { name: 'tmux-team:done', color: '00FF00' });
    assert.deepEqual(readLabels(undefined), defaultLabels);
  });

  const wrong: readonly unknown[] = [
    { pending: 'to do' },
    { pending: { name: '' } },
    { pending: { name: 'a,b' } },
    { pending: { color: 'red' } },
    { pending: { name: 'x' }, done: { name: 'X' } },
  ];
  for (const labels of wrong) {
    it(`are refused: ${JSON.stringify(labels)}`, () =>
      assert.throws(
        () => readLabels(labels),
        (error) => isPartyError(error, 'CONFIG_INVALID'),
      ));
  }
});

describe('the comment that says who changed what', () => {
  const audit = {
    ...{ team: 't', key: 'k', id: '1', actor: 'codex', ts: '2025-12-19T11:00:00Z' },
    changes: [{ field: 'status' as const, from: 'pending', to: 'in_progress' }],
  };

  it('is read by people and by programs', () => {
    const body = auditComment(audit, (_, value) => value);
    assert.equal(
      body.split('\n\n<!--')[0],
      '**[tmux-team]** Status changed: `pending` → `in_progress`\nActor: codex | 2025-12-19T11:00:00Z',
    );
    assert.deepEqual(readAudit(body), audit);
    assert.equal(readAudit('**[tmux-team]** Status changed: `pending` → `done`'), undefined);
  });

  it('mentions no user and shows nothing but text', () => {
    const changes = [{ field: 'milestone' as const, from: null, to: '1' }];
    const body = auditComment({ ...audit, actor: '@team [x](y)', changes }, () => 'a`b\n@all <img>');
    assert.match(
      body,
      /^\*\*\[tmux-team\]\*\* Milestone changed: none → `a'b @all <img>`\nActor: `@team \[x\]\(y\)` \|/,
    );
  });
});

describe('what gh prints', () => {
  const printed = (
    body: string,
    head = 'HTTP/2.0 200 OK\r\nLink: <https://h/x?page=3&q=1>; rel="next", <https://h/x?page=9>; rel="last"\r\nEtag: W/"a:b"\r\n\r\n',
  ) => head + body;

  it('has a status, headers and a body', () => {
    const answer = readGithubAnswer(printed('{"a":"\\n\\n"}\n\nx'));
    assert.ok(answer);
    assert.deepEqual([answer.status, answer.headers['etag'], answer.body], [200, 'W/"a:b"', '{"a":"\\n\\n"}\n\nx']);
    assert.equal(nextPage(answer), 3);
  });

  it('may have no body, no headers, or be something else', () => {
    assert.deepEqual(readGithubAnswer('HTTP/1.1 204 No Content\n\n'), { status: 204, headers: {}, body: '' });
    assert.equal(readGithubAnswer(''), undefined);
    assert.equal(readGithubAnswer('{"a":1}'), undefined);
  });

  const bodies: readonly [string, string][] = [
    ['"\\\\\\u0041"', '\\u0041'],
    ['"\\\\\\\\\\u0041"', '\\\\u0041'],
    ['"\\\\\\u003c"', '\\<'],
    ['"\\u0041"', 'A'],
    ['"\\\\u0041"', '\\u0041'],
  ];
  for (const [json, text] of bodies) {
    it(`${json} is ${text}`, () => assert.equal(JSON.parse(readGithubAnswer(printed(json))?.body ?? ''), text));
  }

  it('says until when the rate limit lasts', () => {
    const answer = (status: number, headers: Record<string, string>) => ({ status, headers, body: '' });
    const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
    assert.equal(limitedUntil(answer(403, reset), 0), '1970-01-01T00:01:00.000Z');
    assert.equal(limitedUntil(answer(429, { 'retry-after': '5' }), 0), '1970-01-01T00:00:05.000Z');
    assert.equal(limitedUntil(answer(403, { 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': '60' }), 0), undefined);
    assert.equal(limitedUntil(answer(404, reset), 0), undefined);
  });

  it('names the error', () => {
    assert.deepEqual(complaints('{"errors":[{"field":"name","code":"already_exists"},"other",{"message":"m"},7]}'), [
      'name already_exists',
      'other',
      'm',
    ]);
    assert.deepEqual(complaints('<html>'), []);
    assert.deepEqual(complaints('{"errors":"x"}'), []);
  });
});
