// `party mcp` while calls go on: several at once, calls that the client gives up, and the end of the client.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../../src/core/messages/message.ts';
import { CodexTurns } from '../../support/codexTurns.ts';
import { McpCalls, textOf } from '../../support/mcpCalls.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { cliBundle, node20, until } from '../../support/sandbox.ts';

describe('party mcp, while a call waits', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  let codex: CodexTurns;
  let mcp: McpCalls;

  before(async () => {
    at = new ReceiverParty();
    codex = new CodexTurns(at);
    mcp = new McpCalls(at);
    at.write('src/auth.ts', 'export const login = 1;\n');
    at.commit();
    await at.start();
    await at.hasHooks('codex');
  });
  after(() => at.dispose());

  const submitted = (text: string) =>
    until(
      `"${text}" to be submitted`,
      async () =>
        (await at.messages()).find((one): one is Message => one.line.includes(text) && one.state === 'submitted'),
      30_000,
    );

  it('gives each of two questions at the same time its own answer', async () => {
    const question = (text: string) => ({ tool: 'ask', args: { text, wait_seconds: 25 } });
    const asked = mcp.steps('claude', 'author', [{ together: [question('Which port?'), question('Which host?')] }]);
    for (const [text, said] of [
      ['Which host?', 'This one'],
      ['Which port?', 'Port 80'],
    ] as const) {
      await codex.play({ prompts: [(await submitted(text)).line], said });
    }
    const answers = (await asked).map((result) => JSON.parse(textOf(result)));
    assert.deepEqual(
      answers.map(({ status, response }) => [status, response]),
      [
        ['answered', 'Port 80'],
        ['answered', 'This one'],
      ],
    );
  });

  it('takes either a text or a ticket, and says why a ticket has no answer', async () => {
    const either = /^Give either a text to ask, or the ticket of a question asked before \(REFUSED\)$/;
    const wrong = [{}, { text: 'x', ticket: 'y' }].map((args) => ({ tool: 'ask', args }));
    for (const refused of await mcp.steps('claude', 'author', wrong)) assert.match(textOf(refused), either);
    const args = { text: 'Still there?', wait_seconds: 1 };
    const { requestId: ticket } = await mcp.call<{ requestId: string }>('claude', 'author', { tool: 'ask', args });
    const again = { tool: 'ask', args: { ticket, wait_seconds: 1 } };
    const waited = await mcp.call<Record<string, unknown>>('claude', 'author', again);
    assert.deepEqual([waited['status'], waited['requestId']], ['timeout', ticket]);
    assert.deepEqual(waited['error'], { code: 'TIMEOUT', message: 'codex has not answered within 1 s' });
    await at.copyMode(async () => {
      const waits = { tool: 'ask', args: { ...args, text: 'Not now?' } };
      const unsent = await mcp.call<{ requestId: string }>('claude', 'author', waits);
      await at.done('message', 'cancel', unsent.requestId);
      const cancelled = { tool: 'ask', args: { ticket: unsent.requestId } };
      const { status, error } = await mcp.call<{ status: string; error: Error }>('claude', 'author', cancelled);
      assert.equal(status, 'error');
      assert.match(error.message, /^it was cancelled/);
    });
  });

  it('ends a wait that the client cancels, and the last one with the client, and writes nothing but the protocol', async () => {
    const [input, output, errors, close] = ['in', 'out', 'errors', 'close'].map((name) => join(at.root, name)) as [
      ...[string, string, string, string],
    ];
    const call = (id: number, text: string) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'ask', arguments: { text, wait_seconds: 540 } },
    });
    const clientInfo = { name: 'test', version: '1' };
    const lines = [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(2, 'Why so long?'),
      call(3, 'Why so slow?'),
    ];
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };
    writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    writeFileSync(`${input}.cancel`, `${JSON.stringify(cancel)}\n`);
    const awaited = (file: string) => `until [ -e ${file} ]; do sleep 0.1; done`;
    const client = `{ cat ${input}; ${awaited(`${close}.1`)}; cat ${input}.cancel; ${awaited(`${close}.2`)}; }`;
    const server = `${node20} ${cliBundle} mcp --role author > ${output} 2> ${errors}`;
    const ended = at.runBy('claude', ['sh', '-c', `${client} | ${server}`]);
    await Promise.all([submitted('Why so long?'), submitted('Why so slow?')]);
    writeFileSync(`${close}.1`, '');
    await until('the end of the wait', () => readFileSync(errors, 'utf8').includes('CANCELLED'));
    assert.ok(!existsSync(`${close}.2`));
    writeFileSync(`${close}.2`, '');
    assert.equal(await ended, 0);
    const said = readFileSync(output, 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      said.map((line) => JSON.parse(line).id),
      [1],
    );
  });
});
