import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type McpRole, mcpRoles } from '../../core/agents/mcpTools.ts';
import { exits } from '../../core/base/exits.ts';
import { limits } from '../../core/findings/finding.ts';
import { installationRoot, versionOf } from '../../node/system/installation.ts';
import { usage } from '../party/arguments.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { runAct } from './act.ts';
import { createServer, type RunAct } from './server.ts';

export const mcp: Command = {
  ...headings.mcp,
  operandCount: [0, 0],
  options: {
    role: { value: mcpRoles.join('|'), help: 'Which tools it offers (default viewer)' },
  },
  details: [
    'Speaks the Model Context Protocol on stdin and stdout until stdin ends. Party starts it for both agents.',
    'viewer only reads, for any other client. A writing tool of author or reviewer works only in a server that the agent',
    'in that pane has started. No tool approves, overrides, renews a budget or switches a gate.',
  ].join('\n'),
  async run(_, args) {
    const role = args.value('role') ?? 'viewer';
    if (!isMcpRole(role)) throw usage(mcp, `There is no role ${role}; the roles are ${mcpRoles.join(', ')}`);
    const version = await versionOf(installationRoot(__dirname));
    const running = new Set<Promise<unknown>>();
    const run: RunAct = (caller, act) => {
      const result = runAct(caller, act);
      running.add(result);
      return result.finally(() => running.delete(result));
    };
    const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
    // As long as a findings file may be. A longer line ends the connection, and with it all tools of the agent.
    const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: limits.bytes });
    const { close } = serveStdio(() => createServer(role, version, run), { transport });
    await ended;
    // Finish what the agent has begun, although it no longer gets the answer.
    await Promise.allSettled(running);
    await close();
    return exits.success;
  },
};

function isMcpRole(text: string): text is McpRole {
  return (mcpRoles as readonly string[]).includes(text);
}
