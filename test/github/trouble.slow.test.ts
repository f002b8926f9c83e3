// What goes wrong on the way to GitHub: errors are told as they are, and nothing is ever made twice.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPartyError } from '../../src/core/base/errors.ts';
import type { ServedRequest, Trouble } from '../support/github.ts';
import { until } from '../support/sandbox.ts';
import { codex, human, World } from './world.ts';

const is =
  (method: string, path: RegExp | string) =>
  (request: ServedRequest): boolean =>
    request.method === method && (typeof path === 'string' ? request.path === path : path.test(request.path));
const creating = is('POST', 'issues');
const always = Number.POSITIVE_INFINITY;

describe('failures between Party and GitHub', function () {
  this.timeout(60_000);
  let world: World;
  beforeEach(async () => {
    world = await World.make();
  });
  afterEach(() => world.dispose());

  const fails = (work: Promise<unknown>, message: RegExp, details: object = {}) =>
    assert.rejects(work, (error) => {
      assert.ok(isPartyError(error, 'COMMAND_FAILED'), String(error));
      assert.equal(error.exit, 1);
      assert.match(error.message, message);
      for (const [name, value] of Object.entries(details)) assert.equal(error.details?.[name], value);
      return true;
    });

  const limited = JSON.stringify({ message: 'API rate limit exceeded for user ID 1.' });
  const answers: readonly [string, Omit<Trouble, 'when'>, RegExp, object][] = [
    [
      'the rate limit',
      { status: 403, body: limited, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1900000000' } },
      /^gh: API rate limit exceeded for user ID 1\. \(HTTP 403\); GitHub answers again at 2030-03-17T17:46:40\.000Z$/,
      { status: 403, limitedUntil: '2030-03-17T17:46:40.000Z' },
    ],
    [
      'the second rate limit',
      {
        status: 429,
        body: JSON.stringify({ message: 'You have exceeded a secondary rate limit' }),
        headers: { 'retry-after': '60' },
      },
      /^gh: You have exceeded a secondary rate limit \(HTTP 429\); GitHub answers again at /,
      { status: 429 },
    ],
    [
      'no permission',
      { status: 403, body: '{"message":"Resource not accessible"}' },
      /^gh: Resource not accessible \(HTTP 403\)$/,
      { status: 403 },
    ],
    ['an invalid token', { status: 401, body: '{"message":"Bad credentials"}' }, /Bad credentials/, { status: 401 }],
    ['no such repository', { status: 404, body: '{"message":"Not Found"}' }, /Not Found/, { status: 404 }],
    [
      'a broken server',
      { status: 502, body: '<html>Unicorn</html>', headers: { 'content-type': 'text/html' } },
      /502/,
      { status: 502 },
    ],
    ['an object instead of a list', { status: 200, body: '{}' }, /is not a list/, { status: 200 }],
    ['half an answer', { status: 200, body: '[{"number":' }, /incomplete or not JSON/, { status: 200 }],
    ['issues without a number', { status: 200, body: '[{"id":1}]' }, /no (?:issue|milestone) in it/, {}],
    ['a closed connection', {}, /EOF|closed/, {}],
  ];
  for (const [name, trouble, message, details] of answers) {
    it(`names the failure: ${name}`, async () => {
      const pm = world.storage();
      world.github.troubles.push({ ...trouble, when: is('GET', /^(?:issues|milestones)$/), times: always });
      await fails(pm.tasks(), message, details);
      await fails(pm.addTask({ title: 'One' }, human), message);
      assert.equal(world.github.count('POST issues'), 0);
    });
  }

  it('says what GitHub found wrong with the request', async () => {
    const body = JSON.stringify({
      message: 'Validation Failed',
      errors: [
        { resource: 'Issue', code: 'custom', field: 'title', message: 'title is too long (maximum is 256 characters)' },
      ],
    });
    world.github.troubles.push({ when: creating, status: 422, body });
    const pm = world.storage();
    await fails(pm.addTask({ title: 'x'.repeat(300) }, human), /Validation Failed.*title is too long/);
    assert.deepEqual((await pm.tasks()).all, []);
    assert.deepEqual(readdirSync(join(world.folder(), 'github', 'pending')), [], 'refused is not pending');
  });

  it('fails at once when there is no network, and changes nothing', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    const before = world.json('tasks', '1.json');
    await world.github.close();
    await fails(pm.tasks(), /connect: |no such file/);
    await fails(pm.updateTask('1', { status: 'done' }, human), /connect: |no such file/);
    await fails(pm.addTask({ title: 'Two' }, human), /connect: |no such file/);
    assert.deepEqual(world.json('tasks', '1.json'), before);
    await world.github.listen();
    assert.equal((await pm.tasks()).all.length, 1, 'nothing was queued');
    assert.equal((await pm.addTask({ title: 'Two' }, human)).id, '2');
    assert.equal(world.github.issues.length, 2);
  });

  it('says that gh is missing or not logged in', async () => {
    const pm = world.storage();
    delete world.env['GH_HOST'];
    delete world.env['GH_TOKEN'];
    delete world.env['GH_ENTERPRISE_TOKEN'];
    await fails(pm.tasks(), /gh auth login/);
    world.env['PATH'] = world.box.directory('empty');
    await fails(pm.tasks(), /gh, GitHub's command line, was not found/);
  });

  const lost: readonly [string, Omit<Trouble, 'when'>][] = [
    ['the connection was closed', {}],
    ['the answer was cut off', { status: 201, body: '{"number":1,"tit' }],
    ['the answer has no issue in it', { status: 201, body: '{"message":"Created"}' }],
    ['the gateway gave up', { status: 504 }],
  ];
  for (const [name, trouble] of lost) {
    it(`an issue was made, but ${name}: it is found`, async () => {
      world.github.troubles.push({ ...trouble, when: creating, afterwards: true });
      const task = await world.storage().addTask({ title: 'One' }, human);
      assert.deepEqual([task.id, task.issue?.number], ['1', 1]);
      assert.equal(world.github.issues.length, 1);
    });

    it(`an issue was made, but ${name}, and then GitHub does not answer: the next command gets it`, async () => {
      const pm = world.storage();
      await pm.tasks();
      world.github.troubles.push({ ...trouble, when: creating, afterwards: true });
      let deaf = true;
      const lists = (request: ServedRequest) => deaf && world.github.issues.length > 0 && is('GET', 'issues')(request);
      world.github.troubles.push({ when: lists, status: 503, times: always });
      await fails(pm.addTask({ title: 'One', body: 'Text' }, human), /./);
      deaf = false;
      // A program looks, as the editor does, before it is tried again.
      assert.equal((await pm.tasks()).all.length, 1);
      const task = await pm.addTask({ title: 'One', body: 'Text' }, human);
      assert.deepEqual([task.id, task.issue?.number], ['1', 1]);
      assert.equal(world.github.count('POST issues'), 1);
      const second = await pm.addTask({ title: 'One', body: 'Text' }, human);
      assert.deepEqual([second.id, second.issue?.number], ['2', 2], 'asked for once more it is another one');
    });
  }

  for (const when of ['before', 'after'] as const) {
    it(`killed ${when} GitHub made the issue: there is one, and it is found`, async () => {
      const { github, box } = world;
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      github.troubles.push({
        when: creating,
        ...(when === 'before' ? { doneAfter: gate } : { answeredAfter: gate }),
      });
      const program = join(import.meta.dirname, 'fixtures/addTask.ts');
      const child = box.spawn(process.execPath, [program, world.folder(), 'One'], { env: world.env });
      await until('the request', () => github.count('POST issues') === 1, 20_000);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const again = world.storage().addTask({ title: 'One' }, human);
      open();
      const task = await again;
      assert.deepEqual([task.id, task.issue?.number], ['1', 1]);
      assert.equal(github.issues.length, 1);
      assert.deepEqual(Object.keys(world.json('id-map.json')), ['1']);
    });
  }

  it('the answer to a change was lost: the next command finds it, and the comment comes once', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    world.github.troubles.push({ when: is('PATCH', 'issues/1'), afterwards: true });
    await fails(pm.updateTask('1', { status: 'done' }, codex), /EOF|closed/);
    assert.equal((await pm.task('1')).status, 'done');
    const last = (await pm.events()).all.at(-1);
    assert.deepEqual([last?.event, last?.actor], ['task_updated', 'codex']);
    await pm.tasks();
    assert.equal(world.github.comments.length, 1);
  });

  it('a change that never arrived is not reported as done', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    world.github.troubles.push({ when: is('PATCH', 'issues/1') });
    await fails(pm.updateTask('1', { status: 'done' }, codex), /EOF|closed/);
    assert.equal((await pm.task('1')).status, 'pending');
    assert.equal(world.github.comments.length, 0);
  });

  for (const afterwards of [true, false]) {
    it(`the answer to a comment was lost, ${afterwards ? 'not' : 'and'} the comment: it comes once`, async () => {
      const pm = world.storage();
      await pm.addTask({ title: 'One' }, human);
      world.github.troubles.push({ when: is('POST', 'issues/1/comments'), afterwards });
      assert.equal((await pm.updateTask('1', { status: 'done' }, codex)).status, 'done');
      assert.match(world.said.join('\n'), /Task 1 \(#1\) was changed, but the comment/);
      await pm.tasks();
      await pm.tasks();
      assert.equal(world.github.comments.length, 1);
      assert.match(world.github.comments[0]?.body ?? '', /Actor: codex/);
    });
  }

  it('an issue that may not be commented on does not hold up a change', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    world.github.troubles.push({ when: is('POST', 'issues/1/comments'), status: 410, times: always });
    assert.equal((await pm.updateTask('1', { status: 'done' }, codex)).status, 'done');
    world.github.requests.length = 0;
    await pm.tasks();
    assert.equal(world.github.count('POST issues/1/comments'), 0, 'not tried for ever');
  });

  it('a user who may not add labels still gets a task', async () => {
    world.github.mayWrite = false;
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    assert.deepEqual(world.github.issue(1).labels, []);
    assert.equal((await pm.pull(human)).changed.length, 0);
    assert.equal((await pm.tasks()).all.length, 1);
  });

  it('one broken file does not hide the others', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    await pm.addTask({ title: 'Two' }, human);
    writeFileSync(join(world.folder(), 'tasks', '1.json'), '{');
    world.github.edit(1, { title: 'Uno' });
    const { all, unreadable } = await pm.tasks();
    assert.deepEqual([all.map(({ id }) => id), unreadable.length], [['2'], 1]);
    await assert.rejects(pm.updateTask('1', { status: 'done' }, human), (error) =>
      isPartyError(error, 'CONFIG_INVALID'),
    );
  });

  it('ten tasks at once get ten numbers', async () => {
    const storages = Array.from({ length: 10 }, () => world.storage());
    const made = await Promise.all(storages.map((pm, index) => pm.addTask({ title: `Task ${index}` }, human)));
    assert.deepEqual(
      made.map(({ number }) => number).sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    assert.equal(world.github.issues.length, 10);
  });
});
