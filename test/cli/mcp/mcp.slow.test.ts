// `party mcp`, called by the official client of the protocol: from the panes of a party, and from outside of them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { mcpToolsFor } from '../../../src/core/agents/mcpTools.ts';
import type { LedgerFinding } from '../../../src/core/findings/ledgerFinding.ts';
import { CodexTurns } from '../../support/codexTurns.ts';
import { McpCalls, textOf } from '../../support/mcpCalls.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { openRequest } from '../../support/receiverReview.ts';
import { until } from '../../support/sandbox.ts';

const bug = {
  ...{ file: 'src/auth.ts', line: 1, severity: 'blocking', category: 'correctness' },
  ...{ description: 'Login is never checked', suggestion: 'Check it' },
};
const report = { findings: [bug], summary: 'I read the login', files_reviewed: 1 };
const plan = '# Plan\n\nCheck the login.\n';
const clean = { ...report, findings: [] };

describe('party mcp', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  let codex: CodexTurns;
  let mcp: McpCalls;

  before(async () => {
    at = new ReceiverParty();
    codex = new CodexTurns(at);
    mcp = new McpCalls(at);
    at.write('src/auth.ts', 'export const login = 1;\n');
    at.write('docs/plan.md', plan);
    at.commit();
    at.write('src/auth.ts', 'export const login = 2;\n');
    await at.start();
  });
  after(() => at.dispose());

  /** The thread and the turn of a turn of Codex that goes on, as Codex names them in its calls. */
  const turn = (prompts?: readonly string[]) => {
    const { event } = codex.begin(prompts === undefined ? {} : { prompts });
    const { 'thread-id': thread_id, 'turn-id': turn_id } = event as Record<string, string>;
    return { thread_id, turn_id };
  };
  const request = async () => {
    const before = at.received().length;
    await at.done('review', 'request');
    await until('the request', () => at.received().length > before, 30_000);
    return openRequest(at);
  };

  const reading = ['list_findings', 'review_status', 'plan_status', 'list_tasks', 'evidence_status'];
  const talking = ['send_message', 'ask', 'respond', 'reply_to_finding', 'add_task', 'update_task'];
  const listed = {
    author: [...reading, ...talking, 'request_review', 'triage_finding'],
    reviewer: [...reading, ...talking, 'report_findings'],
    viewer: reading,
  };
  for (const role of ['author', 'reviewer', 'viewer'] as const) {
    it(`lists the tools and resources of a ${role}`, async () => {
      const { tools = [], resources = [] } = await mcp.step('outside', role, { list: true });
      assert.deepEqual(tools.map(({ name }) => name).sort(), listed[role].sort());
      for (const { name, title, description, annotations, inputSchema } of tools) {
        const reads = reading.includes(name);
        assert.equal(annotations['readOnlyHint'], reads, name);
        const destroys = ['triage_finding', 'update_task'].includes(name);
        assert.equal(annotations['destructiveHint'], reads ? undefined : destroys, name);
        // A team may keep its tasks on GitHub.
        assert.equal(annotations['openWorldHint'], name.includes('_task'), name);
        assert.ok(title && description, name);
        for (const [field, { description }] of Object.entries(inputSchema.properties ?? {})) {
          assert.ok(description, `${name}: ${field}`);
        }
      }
      assert.deepEqual(resources.map(({ uri }) => uri).sort(), ['party://ledger', 'party://plan', 'party://request']);
    });
  }

  it('has no tool that approves, overrides, renews or switches a gate', () => {
    const all = [...mcpToolsFor('author'), ...mcpToolsFor('reviewer')].join(' ');
    assert.doesNotMatch(all, /approve|override|pass|renew|budget|gate|anchor|accept/);
  });

  it('also speaks the newest version of the protocol', async () => {
    const newest = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
    const [result] = await mcp.steps('outside', 'viewer', [{ tool: 'review_status' }], newest);
    assert.equal(JSON.parse(textOf(result ?? {})).status.kind, 'none');
  });

  it('refuses a text that is too long, and goes on', async () => {
    const tooLong = { tool: 'ask', args: { text: 'x'.repeat(12_000_000) } };
    const [refused, next] = await mcp.steps('outside', 'author', [tooLong, { tool: 'review_status' }]);
    assert.match(textOf(refused ?? {}), /text: Too big: expected string to have <=1000000 characters/);
    assert.equal(JSON.parse(textOf(next ?? {})).status.kind, 'none');
  });

  it('lets every client read', async () => {
    const steps = ['list_findings', 'review_status', 'plan_status', 'evidence_status'].map((tool) => ({ tool }));
    const read = ['request', 'plan', 'ledger'].map((name) => ({ read: `party://${name}` }));
    const results = await mcp.steps('outside', 'viewer', [...steps, ...read]);
    for (const result of results) {
      assert.ok(result.isError !== true, textOf(result));
      assert.equal(typeof JSON.parse(textOf(result)), 'object');
    }
    assert.equal(JSON.parse(textOf(results.at(-3) ?? {})).request, null);
    assert.equal(JSON.parse(textOf(results.at(-2) ?? {})).text, plan);
  });

  it('refuses writing calls when the agent did not start the server', async () => {
    const calls = [
      ['outside', 'author', 'Claude'],
      ['codex', 'author', 'Claude'],
      ['outside', 'reviewer', 'Codex'],
      ['claude', 'reviewer', 'Codex'],
    ] as const;
    for (const [place, role, who] of calls) {
      const why = await mcp.refusal(place, role, { tool: 'send_message', args: { text: 'hello' } });
      assert.match(why, new RegExp(`^Only ${who} can do this, .* has not started this process \\(REFUSED\\)$`));
    }
    assert.deepEqual(await at.messages(), []);
    // A tool of another role is not there at all.
    assert.match(await mcp.refusal('claude', 'author', { tool: 'report_findings', args: report }), /not found/i);
    assert.match(await mcp.refusal('claude', 'viewer', { tool: 'send_message', args: { text: 'x' } }), /not found/i);
  });

  it('passes each text unchanged, also one that looks like an option or like standard input', async () => {
    const text = '--force $(touch x) `y` "quoted"\nand a second line';
    const { status } = await mcp.call<{ status: string }>('claude', 'author', { tool: 'send_message', args: { text } });
    assert.equal(status, 'submitted');
    const [message] = await at.messages();
    assert.deepEqual([message?.from, message?.to, message?.kind], ['claude', 'codex', 'talk']);
    assert.equal(readFileSync(message?.file ?? '', 'utf8'), text);
    assert.match(await mcp.refusal('claude', 'author', { tool: 'send_message', args: { text: '-' } }), /is empty/);
  });

  it('reaches the Codex of the party, even where the project gives its name to another pane', async () => {
    const own = at.read('tmux-team.json') ?? '';
    const { agents } = JSON.parse(own);
    const codexElsewhere = { ...agents.codex, pane: at.started.panes.shell };
    at.write('tmux-team.json', JSON.stringify({ agents: { ...agents, codex: codexElsewhere } }));
    await mcp.call('claude', 'author', { tool: 'send_message', args: { text: 'for Codex alone' } });
    at.write('tmux-team.json', own);
    await until('it to arrive', () => at.received().some((line) => line.includes('for Codex alone')));
  });

  it('asks Codex, and returns the answer or a ticket for it', async () => {
    await at.hasHooks('codex');
    const args = { text: 'Is it safe?', wait_seconds: 1 };
    const asked = await mcp.call<Record<string, string>>('claude', 'author', { tool: 'ask', args });
    assert.equal(asked['status'], 'timeout');
    const ticket = asked['requestId'] ?? '';
    await codex.play({ prompts: [(await at.last()).line], said: 'It is.' });
    const answered = await mcp.call<Record<string, string>>('claude', 'author', { tool: 'ask', args: { ticket } });
    assert.deepEqual([answered['status'], answered['response']], ['answered', 'It is.']);
    assert.match(await mcp.refusal('claude', 'author', { tool: 'ask', args: { ticket: 'none' } }), /has the id none/);
  });

  it('answers a question of Codex, and a task of Claude', async () => {
    assert.match(await mcp.refusal('claude', 'author', { tool: 'respond', args: { text: 'x' } }), /No question/);
    await at.runBy('codex', [
      'sh',
      `${at.box.partyHome}/current/resources/codex/skills/claude-transport/scripts/tmux-claude.sh`,
      'Which port?',
    ]);
    const asked = await until('the question', async () =>
      (await at.messages()).find(({ kind }) => kind === 'question'),
    );
    await mcp.call('claude', 'author', { tool: 'respond', args: { text: 'Port 80' } });
    assert.equal(readFileSync(asked.response ?? '', 'utf8'), 'Port 80');
    assert.equal((await at.messages()).find(({ id }) => id === asked.id)?.state, 'answered');
    const again = { text: 'Port 80', id: asked.id };
    await mcp.call('claude', 'author', { tool: 'respond', args: again });
    const order = { tool: 'respond', args: { ...again, text: 'Write the code' } };
    assert.match(await mcp.refusal('claude', 'author', order), /This question has its answer/);
    assert.equal(readFileSync(asked.response ?? '', 'utf8'), 'Port 80');
    await at.done('tmux-codex', '--prompt', 'Compare them');
    const task = await at.last();
    await mcp.call('codex', 'reviewer', { tool: 'respond', args: { text: 'The first is better', id: task.id } });
    assert.equal(readFileSync(task.response ?? '', 'utf8'), 'The first is better');
    const notice = await at.last();
    assert.deepEqual([notice.kind, notice.to, notice.answers], ['notice', 'claude', task.id]);
  });

  it('asks for a review only with the evidence that the script needs', async () => {
    const why = await mcp.refusal('claude', 'author', { tool: 'request_review', args: { title: 'Login' } });
    assert.match(why, /You can request a review only with these, for the current code:\n- code-critic.*\n- minimizer/);
    assert.deepEqual(at.events('requested'), []);
  });

  it('adds and changes tasks in the name of the agent', async () => {
    await at.done('pm', 'init', '--name', 'team');
    const added = await mcp.call<{ task: { id: string } }>('codex', 'reviewer', {
      tool: 'add_task',
      args: { title: 'Test it' },
    });
    const args = { id: added.task.id, status: 'done' };
    await mcp.call('claude', 'author', { tool: 'update_task', args });
    const { tasks } = await mcp.call<{ tasks: { title: string; status: string }[] }>('outside', 'viewer', {
      tool: 'list_tasks',
    });
    assert.deepEqual(
      tasks.map(({ title, status }) => [title, status]),
      [['Test it', 'done']],
    );
    assert.match((await at.done('pm', 'log')).stdout, /codex/);
  });

  describe('report_findings', () => {
    const call = (args: object, meta: object) => ({ tool: 'report_findings', args, meta });

    it('is refused without a request', async () => {
      assert.match(
        await mcp.refusal('codex', 'reviewer', call(report, turn(['Anything new?']))),
        /^No review request is open/,
      );
    });

    it('names mistakes in the findings at once, and records nothing', async () => {
      const { file } = await request();
      const meta = turn();
      const wrong = [
        [{ ...bug, line: 900 }, /findings\[0\]: "src\/auth.ts" has 1 lines, so it has no line 900/],
        [{ ...bug, file: 'src/none.ts' }, /findings\[0\]: "src\/none.ts" is not a file of this project/],
        [{ ...bug, file: '../outside.ts' }, /findings\[0\]: "..\/outside.ts" is not a file of this project/],
        [{ ...bug, severity: undefined }, /severity/],
        [{ ...bug, severity: 'major' }, /severity/],
        [{ ...bug, line: 0 }, /line/],
        [{ ...bug, description: ' ' }, /lacks its file, category or description/],
      ] as const;
      const steps = wrong.map(([finding]) => call({ ...report, findings: [finding] }, meta));
      const results = await mcp.steps('codex', 'reviewer', [...steps, call({ ...clean, files_reviewed: 0 }, meta)]);
      wrong.forEach(([, why], index) => {
        assert.equal(results[index]?.isError, true);
        assert.match(textOf(results[index] ?? {}), why);
      });
      assert.match(textOf(results.at(-1) ?? {}), /no file was reviewed/);
      assert.equal(at.events('received').length, 0);
      assert.throws(() => readFileSync(file), /ENOENT/);
    });

    it('answers a request that every client can read', async () => {
      const { request: id, round, file } = await openRequest(at);
      const { request } = await mcp.call<{ request: object }>('outside', 'viewer', { read: 'party://request' });
      const asked = (await at.messages()).find((one) => one.id === id)?.file ?? '';
      assert.deepEqual(request, { id, round, title: '', findings: file, text: readFileSync(asked, 'utf8') });
    });

    it("counts only in the reviewer's own thread, and not in a task from Claude", async () => {
      const unknown = {
        thread_id: '01999999-0000-7000-8000-000000000000',
        turn_id: '01999999-0000-7000-8000-000000000001',
      };
      const foreign = /thread that is not the reviewer's\. Write the findings to the file/;
      assert.match(await mcp.refusal('codex', 'reviewer', call(clean, unknown)), foreign);
      assert.match(await mcp.refusal('codex', 'reviewer', call(clean, {})), /does not say in which turn/);
      await at.done('tmux-codex', '--prompt', 'Report that there is nothing');
      const errand = turn([(await at.last()).line]);
      assert.match(
        await mcp.refusal('codex', 'reviewer', call(clean, errand)),
        /such a turn reviews nothing\. Tell Claude that the review is still open \(/,
      );
      assert.equal(at.events('received').length, 0);
    });

    it('from a server that Claude started reports nothing', async () => {
      const { line = '' } = (await at.messages()).findLast(({ kind }) => kind === 'review') ?? {};
      const why = await mcp.refusal('claude', 'reviewer', call(clean, turn([line])));
      assert.match(why, /^Only Codex can do this/);
      assert.equal(at.events('received').length, 0);
    });

    for (const [place, what] of [
      ['pretender', 'to be the party'],
      ['stranger', 'to have a party'],
    ] as const) {
      it(`from a tmux server that only pretends ${what} reports nothing`, async () => {
        const { line = '' } = (await at.messages()).findLast(({ kind }) => kind === 'review') ?? {};
        const why = await mcp.refusal(place, 'reviewer', call(clean, turn([line])));
        assert.match(why, /^Only Codex can do this/);
        assert.equal(at.events('received').length, 0);
      });
    }

    it('writes nothing through a link that Codex has put in the place of its folder', async () => {
      const { line = '' } = (await at.messages()).findLast(({ kind }) => kind === 'review') ?? {};
      const task = (await at.messages()).findLast(({ kind }) => kind === 'prompt');
      const answer = { tool: 'respond', args: { text: 'x', id: task?.id } };
      const steps = { findings: call(report, turn([line])), responses: answer };
      for (const [name, step] of Object.entries(steps)) {
        const folder = join(at.stateDir, 'codex', name);
        renameSync(folder, `${folder}.own`);
        symlinkSync(join(at.top, 'src'), folder);
        assert.match(await mcp.refusal('codex', 'reviewer', step), /is not a folder, so Party writes nothing there/);
        rmSync(folder);
        renameSync(`${folder}.own`, folder);
      }
      assert.deepEqual(readdirSync(join(at.top, 'src')), ['auth.ts']);
      assert.equal(at.events('received').length, 0);
    });

    it('counts at once, with proven origin, and Claude is told', async () => {
      const { file } = await openRequest(at);
      const { line = '' } = (await at.messages()).findLast(({ kind }) => kind === 'review') ?? {};
      const meta = turn([line]);
      const answer = await mcp.call<Record<string, unknown>>('codex', 'reviewer', call(report, meta));
      assert.deepEqual([answer['sentinel'], answer['origin'], answer['blocking']], ['CODEX_REVIEW_RAN', 'mcp', 1]);
      const received = at.events('received').at(-1);
      assert.deepEqual([received?.origin, received?.actor], ['mcp', 'codex']);
      assert.equal((await at.status()).review.kind, 'findings');
      const notice = await at.last();
      assert.deepEqual([notice.kind, notice.to], ['notice', 'claude']);
      // Claude does what the line says, although the findings are there already.
      const { stdout } = await at.done('review', 'complete', file);
      assert.match(stdout, /^CODEX_REVIEW_RAN\nround: 1\nfound: 1; open: 1, 1 blocking$/m);
      assert.equal(at.events('received').length, 1);
      const again = await mcp.refusal('codex', 'reviewer', call(clean, meta));
      assert.match(again, /No review request is open/);
    });

    it('is followed by replies in the thread of the finding', async () => {
      const reply = { tool: 'reply_to_finding' };
      const asked = { key: 'r1-F1', text: 'Why does that matter?', to: 'codex' };
      const sent = await mcp.call<{ message: { agent: string; status: string } }>('claude', 'author', {
        ...{ ...reply, args: asked },
      });
      assert.deepEqual([sent.message.agent, sent.message.status], ['codex', 'submitted']);
      const { from, to, kind, file } = await at.last();
      assert.deepEqual([from, to, kind], ['claude', 'codex', 'talk']);
      assert.match(
        readFileSync(file, 'utf8'),
        /^About review finding r1-F1 \(blocking\) at src\/auth\.ts:1:\n\nWhy does that matter\?\n.*reply_to_finding with key "r1-F1" and to "claude"/s,
      );
      const answered = await mcp.call<{ message: null }>('codex', 'reviewer', {
        ...{ ...reply, args: { key: 'r1-F1', text: 'Everyone is let in' } },
      });
      assert.equal(answered.message, null);
      const { findings } = await mcp.call<{ findings: LedgerFinding[] }>('outside', 'viewer', {
        tool: 'list_findings',
      });
      assert.deepEqual(
        findings[0]?.replies?.map(({ by, text, to }) => [by, text, to]),
        [
          ['claude', 'Why does that matter?', 'codex'],
          ['codex', 'Everyone is let in', undefined],
        ],
      );
      assert.equal(findings[0]?.state, 'open');
      const before = at.events('replied').length;
      const refused = [
        [{ key: 'r9-F9', text: 'x' }, /There is no finding "r9-F9".*\(USAGE\)$/],
        [{ key: 'r1-F1', text: ' ' }, /is empty/],
        [{ key: 'r1-F1', text: 'x', to: 'claude' }, /Claude cannot send a message to itself/],
        [{ key: 'r1-F1', text: 'x', to: 'human' }, /to/],
      ] as const;
      const steps = refused.map(([args]) => ({ ...reply, args }));
      const results = await mcp.steps('claude', 'author', steps);
      refused.forEach(([, why], index) => {
        assert.equal(results[index]?.isError, true);
        assert.match(textOf(results[index] ?? {}), why);
      });
      const own = { ...reply, args: { key: 'r1-F1', text: 'I am Codex' } };
      assert.match(await mcp.refusal('claude', 'reviewer', own), /^Only Codex can do this/);
      assert.match(await mcp.refusal('outside', 'viewer', own), /not found/i);
      assert.equal(at.events('replied').length, before);
    });

    it('lets an agent reply only as itself, also without the variables that mark an agent', async () => {
      const party = `${at.box.partyHome}/current/resources/bin/party`;
      const hidden = ['env', '-u', 'CLAUDECODE', 'sh', party, 'findings', 'reply', 'r1-F1', 'The human agrees'];
      assert.equal(await at.runBy('claude', hidden), 0);
      assert.equal(at.events('replied').at(-1)?.actor, 'claude');
      const reply = ['sh', party, 'findings', 'reply', 'r1-F1', 'The human agrees'];
      // No server of tmux is there to ask.
      assert.equal(await at.runBy('claude', ['env', '-u', 'CLAUDECODE', 'PARTY_TMUX_SOCKET=none', ...reply]), 0);
      assert.equal(at.events('replied').at(-1)?.actor, 'claude');
      // It has left the processes of its pane.
      for (const socket of [at.box.socket, 'none']) {
        const before = at.events('replied').length;
        const alone = `(setsid env -u CLAUDECODE PARTY_TMUX_SOCKET=${socket} ${reply.slice(0, -1).join(' ')} ok &)`;
        assert.equal(await at.runBy('claude', ['sh', '-c', alone]), 0);
        await until('the reply', () => at.events('replied').length > before, 30_000);
        assert.equal(at.events('replied').at(-1)?.actor, 'claude', socket);
      }
      await at.done('findings', 'reply', 'r1-F1', 'I do not');
      assert.equal(at.events('replied').at(-1)?.actor, 'human');
    });

    it('is followed by a triage of Claude', async () => {
      const args = { key: 'r1-F1', state: 'rejected', reason: 'It is checked in the caller' };
      const { blocking } = await mcp.call<{ blocking: number }>('claude', 'author', { tool: 'triage_finding', args });
      assert.equal(blocking, 0);
      assert.match((await at.done('review', 'approve')).stdout, /^CODEX APPROVED$/m);
    });

    it('also counts for a whole file, and when Claude cannot be notified', async () => {
      at.write('src/auth.ts', 'export const login = 3;\n');
      await request();
      const { line = '' } = (await at.messages()).findLast(({ kind }) => kind === 'review') ?? {};
      await at.box.tmux('kill-pane', '-t', at.started.panes.claude);
      const answer = await mcp.call<Record<string, unknown>>(
        'codex',
        'reviewer',
        call({ ...report, findings: [{ ...bug, line: null }] }, turn([line])),
      );
      assert.equal(answer['sentinel'], 'CODEX_REVIEW_RAN');
      assert.match(String(answer['remarks']), /^Claude was not told: Claude is not running/);
      assert.equal(at.events('received').at(-1)?.origin, 'mcp');
    });
  });
});
