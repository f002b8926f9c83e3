// What the MCP server costs: its start beside an empty Node, as each agent waits for it, and the time from Codex's call
// until the finding is marked in the editor.

import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CodexTurns } from '../support/codexTurns.ts';
import { McpCalls, textOf } from '../support/mcpCalls.ts';
import { ReceiverParty } from '../support/receiverParty.ts';
import { repository, until } from '../support/sandbox.ts';
import { ratio, type Table } from './figures.ts';
import { median } from './measure.ts';
import { type NamedNode, nodes, type Place } from './nodes.ts';

const empty = 'an empty Node';
const roles = ['author', 'reviewer', 'viewer'] as const;

export async function benchDoor(place: Place): Promise<Table[]> {
  return [await benchServer(place), await benchReport(Math.ceil(place.rounds / 3))];
}

async function benchServer(place: Place): Promise<Table> {
  const times = new Map<string, number[]>();
  const note = (what: string, ms: number) => times.set(what, [...(times.get(what) ?? []), ms]);
  for (let round = 0; round < place.rounds; round++) {
    for (const node of nodes) {
      note(`${empty} ${node.name}`, emptyStart(node));
      for (const role of roles) note(`${role} ${node.name}`, await serverStart(node, role, place));
    }
  }
  const time = (what: string, { name }: NamedNode) => median(times.get(`${what} ${name}`) ?? []);
  const beside = (what: string) => nodes.map((node) => ratio(time(what, node), time(empty, node)));
  return {
    title: "The agents' MCP server",
    about:
      'From its start until its client has the list of tools, beside an empty start of the same Node. Each agent starts one, beside its own start.',
    head: ['', ...nodes.map(({ name }) => name)],
    rows: [[empty, ...beside(empty)], ...roles.map((role) => [`party mcp --role ${role}`, ...beside(role)])],
  };
}

function emptyStart({ path }: NamedNode): number {
  const began = performance.now();
  execFileSync(path, ['-e', '0']);
  return performance.now() - began;
}

async function serverStart({ path }: NamedNode, role: string, { box, project }: Place): Promise<number> {
  const clientInfo = { name: 'bench', version: '1' };
  const lines = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ].map((line) => `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`);
  const began = performance.now();
  const server = spawn('sh', [join(repository, 'resources/bin/party'), 'mcp', '--role', role], {
    ...{ cwd: project, env: { ...box.env, PARTY_NODE: path }, stdio: ['pipe', 'pipe', 'inherit'] },
  });
  server.stdin?.write(lines.join(''));
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    if (JSON.parse(line).id === 2) break;
  }
  const took = performance.now() - began;
  server.stdin?.end();
  return took;
}

async function benchReport(rounds: number): Promise<Table> {
  const at = new ReceiverParty();
  try {
    await at.start();
    const editor = spawn(process.execPath, [join(import.meta.dirname, 'editorHost.ts'), 'marks', at.top], {
      ...{ cwd: at.top, env: { ...at.env }, stdio: ['ignore', 'pipe', 'inherit'] },
    });
    const marks: { marks: string; at: number }[] = [];
    createInterface({ input: editor.stdout }).on('line', (line) => marks.push(JSON.parse(line)));
    await until('the editor', () => marks.length > 0, 60_000);
    const [starts, times]: [number[], number[]] = [[], []];
    for (let n = 0; n < Math.min(rounds, words.length); n++) {
      starts.push(emptyStart(nodes[0] as NamedNode));
      const called = await report(at, n);
      const shown = await until('the mark', () => marks.find((one) => one.marks.includes(words[n] ?? '')), 60_000);
      times.push(shown.at - called);
    }
    editor.kill();
    return {
      title: 'A finding, from the call to the editor',
      about:
        'From the call of report_findings by Codex until the finding is marked in the editor, beside an empty start of Node. The built extension runs in an editor without a window.',
      head: ['', 'beside'],
      rows: [['report_findings until the mark', ratio(median(times), median(starts))]],
    };
  } finally {
    await at.dispose();
  }
}

/** Different enough for different findings. A review has three rounds. */
const words = ['login', 'cookies', 'addresses'];

/** Codex reports one more finding. Returns when it called. */
async function report(at: ReceiverParty, n: number): Promise<number> {
  at.write(
    'src/auth.ts',
    words
      .slice(0, n + 1)
      .map((word) => `export const ${word} = check('${word}');\n`)
      .join(''),
  );
  const before = at.received().length;
  await at.done('review', 'request');
  await until('the request', () => at.received().length > before, 30_000);
  const { event } = new CodexTurns(at).begin();
  const { 'thread-id': thread_id, 'turn-id': turn_id } = event as Record<string, string>;
  const finding = {
    file: 'src/auth.ts',
    line: n + 1,
    severity: 'blocking',
    category: 'tests',
    description: `${words[n]} is unchecked`,
  };
  const args = { findings: [finding], summary: 'I read it', files_reviewed: 1 };
  const step = { tool: 'report_findings', args, meta: { thread_id, turn_id } };
  const result = await new McpCalls(at).step('codex', 'reviewer', step);
  if (result.isError === true || result.began === undefined) throw new Error(textOf(result));
  return result.began;
}
