// The MCP server of one agent, or of any other client: the tools of its role, and what can be read as a resource.

import { McpServer } from '@modelcontextprotocol/server';
import { type McpToolName, mcpServer, mcpToolsFor, readsOnly } from '../../core/agents/mcpTools.ts';
import { recordOf } from '../../core/base/json.ts';
import { mustDescendFrom } from '../../node/tmux/ownPane.ts';
import { type ActResult, type Caller, paneMachine, roleOf, runAct, type ToolAct } from './act.ts';
import { type Resource, resources } from './resources.ts';
import { tools } from './tools.ts';

/** Runs an act; `serve` counts those that are on their way. */
export type RunAct = (caller: Caller, act: ToolAct) => Promise<ActResult>;

export function createServer(role: Caller['role'], version: string, run: RunAct = runAct): McpServer {
  const server = new McpServer({ name: mcpServer, title: 'Party', version });
  for (const name of mcpToolsFor(role)) addTool(server, name, role, run);
  for (const [name, resource] of Object.entries(resources)) addResource(server, name, resource, { role, run });
  return server;
}

function addTool(server: McpServer, name: McpToolName, role: Caller['role'], run: RunAct): void {
  const { title, description, input, hints, act } = tools[name];
  const reads = readsOnly(name);
  const annotations = { title, readOnlyHint: reads, ...(reads && { openWorldHint: false }), ...hints };
  server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given, context) => {
    const caller = { role, signal: context.mcpReq.signal, ...turnOf(context.mcpReq._meta) };
    const { text, failed } = await run(caller, async (cli) => {
      if (!reads) await mustDescendFrom(paneMachine(cli), roleOf(caller));
      return act(given, caller)(cli);
    });
    return { content: [{ type: 'text', text }], isError: failed };
  });
}

/** Codex names its thread and its turn in every call. */
function turnOf(meta: unknown): Pick<Caller, 'thread' | 'turn'> {
  const own = recordOf(meta);
  const more = recordOf(own['x-codex-turn-metadata']);
  const word = (...names: readonly string[]) =>
    names.flatMap((name) => [own[name], more[name]]).find((value) => typeof value === 'string');
  return { thread: word('thread_id', 'threadId'), turn: word('turn_id', 'turnId') };
}

interface Reading {
  readonly role: Caller['role'];
  readonly run: RunAct;
}

function addResource(server: McpServer, name: string, resource: Resource, { role, run }: Reading): void {
  const { title, description, act } = resource;
  const uri = `party://${name}`;
  server.registerResource(name, uri, { title, description, mimeType: 'application/json' }, async (_, context) => {
    const { signal } = context.mcpReq;
    const { text, failed } = await run({ role, signal, thread: undefined, turn: undefined }, act);
    if (failed) throw new Error(text);
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  });
}
