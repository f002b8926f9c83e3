// The comment threads of findings, of the built extension in an editor without a window. The program that records the
// replies is the shipped one.

import assert from 'node:assert/strict';
import type { TestedParty } from '../../../src/extension/extension.ts';
import type { FakeThread } from '../../support/editor/fakeComments.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { newProject, type Project } from '../../support/project.ts';
import { until } from '../../support/sandbox.ts';
import { playRound, writeCode } from '../../workbench/playRound.ts';

const code = ['export function price(items) {', '  let total = 0;', '  return total / items.length;', '}', ''];
const markup = 'Dividing by **zero** [x](command:party.stop)';

describe('the comment threads of findings', function () {
  this.timeout(60_000);
  let project: Project;
  let editor: FakeEditor;
  let api: TestedParty;
  const threads = () => [...(editor.comments.threads.get('party.findings') ?? [])];
  const thread = (key: string): FakeThread =>
    threads().find(({ label }) => label?.startsWith(`${key} `)) ?? assert.fail(`no thread of ${key}`);
  const said = (key: string) =>
    thread(key).comments.map(({ author, body, label }) => [author.name, body, label].filter(Boolean).join(' | '));
  const id = (key: string) => api.internals.findings.store.all.find(({ finding }) => finding.key === key)?.id;
  const reply = (key: string, text: string, env: Record<string, string> = {}) =>
    project.box.party(['findings', 'reply', key, text], { cwd: project.top, env });
  const again = () => editor.run('party.checkAgain');

  before(async () => {
    project = newProject({ git: true });
    writeCode(project.top, 'src/price.js', code.join('\n'));
    await playRound(project.env, project.top, [
      { id: 'F1', file: 'src/price.js', line: 3, severity: 'blocking', description: markup, suggestion: 'Check it' },
      { id: 'F2', file: 'src/price.js', line: null, severity: 'non-blocking', description: 'No test' },
      { id: 'F3', file: 'src/none.js', line: 1, severity: 'non-blocking', description: 'A file that is not there' },
    ]);
    editor = new FakeEditor([project.top]);
    api = editor.activate<TestedParty>(project.env);
    await api.ready;
    await until('two threads', () => threads().length === 2);
  });
  after(async () => {
    editor.dispose();
    await project.dispose();
  });

  it('are collapsed on the lines of findings that have a place, as plain text', () => {
    const { range, uri, state, collapsibleState, canReply, contextValue, label } = thread('r1-F1');
    assert.equal(uri.fsPath, `${project.top}/src/price.js`);
    assert.deepEqual([range?.start.line, state, collapsibleState, canReply], [2, 0, 0, true]);
    assert.deepEqual([label, contextValue], ['r1-F1 · blocking · correctness', 'findingOpen']);
    assert.deepEqual(said('r1-F1'), [`Codex | ${markup}\nSuggestion: Check it`]);
    assert.equal(thread('r1-F2').range?.start.line, 0);
  });

  it("record the user's reply, which shows at once", async () => {
    await editor.run('party.replyInThread', { thread: thread('r1-F1'), text: 'Is it *really*?' });
    const saving = thread('r1-F1').past.filter(({ label }) => label === 'saving…');
    assert.deepEqual(
      saving.map(({ body }) => body),
      ['Is it *really*?'],
    );
    await until('the record', () => said('r1-F1').includes('You | Is it *really*?'));
    assert.equal(said('r1-F1').length, 2);
    assert.deepEqual(
      project.events('replied').map(({ actor, finding, text }) => [actor, finding, text]),
      [['human', 'r1-F1', 'Is it *really*?']],
    );
    assert.equal(editor.progress.at(-2), 'r1-F1: saving your reply…');
    assert.equal(thread('r1-F1').collapsibleState, 0);
  });

  it("show an agent's answer as it is written, and open where the user has asked", async () => {
    assert.equal((await reply('r1-F1', 'Yes, for no items', { CODEX_THREAD_ID: 't' })).code, 0);
    assert.equal((await reply('r1-F2', 'I add one', { CLAUDECODE: '1' })).code, 0);
    await again();
    await until('the answer', () => said('r1-F1').at(-1) === 'Codex | Yes, for no items');
    await until('the other', () => said('r1-F2').at(-1) === 'Claude | I add one');
    assert.deepEqual([thread('r1-F1').collapsibleState, thread('r1-F2').collapsibleState], [1, 0]);
  });

  it('ask for a text where there is no input box', async () => {
    editor.input = 'By the list';
    await editor.run('party.replyToFinding', id('r1-F2'));
    assert.equal(editor.asked, 'Reply to r1-F2');
    await until('the reply', () => said('r1-F2').at(-1) === 'You | By the list');
    editor.input = 'By an empty box';
    await editor.run('party.replyInThread', { thread: thread('r1-F2'), text: ' ' });
    await until('the reply', () => said('r1-F2').at(-1) === 'You | By an empty box');
  });

  it('say when there is no agent to ask, and record nothing', async () => {
    const before = project.events('replied').length;
    for (const command of ['party.askCodexInThread', 'party.sendReplyToClaude']) {
      await editor.run(command, { thread: thread('r1-F1'), text: 'Hello' });
      assert.equal(editor.told.at(-1), 'No party is running here');
    }
    assert.equal(project.events('replied').length, before);
  });

  it('return a reply to the user when it cannot be recorded', async () => {
    editor.pressed = 'Copy Reply';
    const text = 'x'.repeat(10_001);
    await editor.run('party.replyInThread', { thread: thread('r1-F1'), text });
    assert.match(editor.told.at(-1) ?? '', /^r1-F1: A reply has at most 10000 characters/);
    assert.equal(editor.copied.at(-1), text);
    editor.pressed = undefined;
    await until('nothing is saved', () => said('r1-F1').every((one) => !one.includes('saving…')));
  });

  it('are resolved and opened again as the log says, with the reason', async () => {
    await editor.run('party.markFindingFixed', thread('r1-F1'));
    await until('it is resolved', () => thread('r1-F1').state === 1);
    assert.deepEqual([thread('r1-F1').collapsibleState, thread('r1-F1').contextValue], [0, 'findingResolved']);
    assert.equal(said('r1-F1').at(-1), 'You | Fixed');
    await editor.run('party.reopenFinding', thread('r1-F1'));
    await until('it is open', () => thread('r1-F1').state === 0);
    assert.equal(said('r1-F1').at(-1), 'Codex | Yes, for no items');
    const reject = ['findings', 'triage', 'r1-F1', 'rejected', '--reason', 'Never empty'];
    await project.box.party(reject, { cwd: project.top, env: { CLAUDECODE: '1' } });
    await again();
    await until('it is rejected', () => said('r1-F1').at(-1) === 'Claude | Rejected: Never empty');
    await project.box.party(['findings', 'triage', 'r1-F1', 'open'], { cwd: project.top });
    await again();
    await until('it is open', () => thread('r1-F1').state === 0);
  });

  it('open one at a time as the user goes from one finding to the next', async () => {
    await editor.run('party.openFinding', id('r1-F1'));
    assert.equal(thread('r1-F1').collapsibleState, 1);
    await editor.run('party.openFinding', id('r1-F2'));
    assert.deepEqual([thread('r1-F1').collapsibleState, thread('r1-F2').collapsibleState], [0, 1]);
  });
});
