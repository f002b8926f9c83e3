// The calls of tools whose input decides, before the plan is approved: sub-agents, messages, and tools that write one
// file whose path is in the call. clientTools.ts says which tool is of which kind.

import { oneLine } from '../../base/outsideText.ts';
import { toolAnswer } from './clientTools.ts';

export function isReader(tool: string): boolean {
  return toolAnswer(tool) === 'reads';
}

/** True for a tool of an MCP server. Its name does not tell what it does: the server's author chose it. */
export function isServed(tool: string): boolean {
  return tool.startsWith('mcp__');
}

/** `named` are tools as the user writes them, `server/tool`. The client replaces other characters by an underscore. */
export function isNamed(tool: string, named: readonly string[]): boolean {
  return named.some((one) => {
    const [server = '', name = ''] = one.split('/').map((part) => part.replace(/[^\w-]/g, '_'));
    return tool === `mcp__${server}__${name}`;
  });
}

/**
 * A sub-agent may start, because its calls also pass through the gate. It may not get its own worktree, which is a
 * change.
 */
export function mayLaunch(
  tool: string,
  input: Readonly<Record<string, unknown>>,
): { readonly refused: string | undefined } | undefined {
  if (toolAnswer(tool) !== 'launches') return undefined;
  const { isolation } = input;
  if (isolation !== undefined && isolation !== null && isolation !== '' && isolation !== 'none')
    return { refused: 'a sub-agent with its own isolation creates a worktree: start it without isolation' };
  const unknown = Object.keys(input).filter((key) => !launchKeys.has(key));
  if (unknown.length === 0) return { refused: undefined };
  const names = oneLine(unknown.join(', '), 120);
  return { refused: `${tool}: Party does not know what ${names} would do: start the sub-agent without it` };
}

/** None of them takes a sub-agent out of this project or away from the gate. */
const launchKeys: ReadonlySet<string> = new Set(
  'description prompt subagent_type model run_in_background name resume max_turns isolation'.split(' '),
);

/**
 * A message can reach any Claude of this user, even one without a gate, which could then build what this one may not.
 * The calls of this conversation's own sub-agents pass through the gate. The gate knows them by the id that `Agent`
 * returned, because another session may have the same name. Undefined for any other tool.
 */
export function mayWriteTo(
  tool: string,
  { to }: Readonly<Record<string, unknown>>,
  isOwnAgent: (id: string) => boolean,
): { readonly refused: string | undefined } | undefined {
  if (toolAnswer(tool) !== 'messages') return undefined;
  const known = typeof to === 'string' && /^a[A-Za-z\d_-]{1,100}$/.test(to) && isOwnAgent(to);
  const whom = typeof to === 'string' ? `"${oneLine(to)}"` : 'its receiver';
  return {
    refused: known
      ? undefined
      : `SendMessage: Party does not know that ${whom} is a sub-agent of this conversation, and another session could write code before the plan is approved. Use the agentId that Agent returned here as "to", or start a sub-agent with Agent`,
  };
}

export type WrittenPath = { readonly path: string } | { readonly refused: string };

/** Undefined for a tool that is not known to write one file. */
export function writtenPath(tool: string, input: Readonly<Record<string, unknown>>): WrittenPath | undefined {
  const served = /^mcp__.+__(?:write|edit|create)_?file$/i.test(tool);
  const answer = toolAnswer(tool);
  const known = typeof answer === 'object' && 'writes' in answer ? answer.writes : undefined;
  const key = served ? servedKey(input) : known;
  if (key === undefined) return served ? { refused: 'it does not name exactly one path' } : undefined;
  const path = input[key];
  if (typeof path !== 'string' || path === '') return { refused: `its ${key} is not a path` };
  // The gate cannot tell which of two paths the tool writes.
  const keys = pathKeys(input);
  if (keys.length > 1) return { refused: `it names more than one path: ${keys.join(', ')}` };
  // An MCP server has its own working directory, so the gate cannot resolve a relative path.
  if (served && !path.startsWith('/')) return { refused: 'its path is not absolute' };
  return { path };
}

function servedKey(input: Readonly<Record<string, unknown>>): string | undefined {
  const keys = pathKeys(input);
  return keys.length === 1 ? keys[0] : undefined;
}

function pathKeys(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(/path|file(?!s?_?content)|dir|folder|uri|url|target|dest|source/i.test(key) ? [key] : []),
    ...pathKeys(inner, depth + 1),
  ]);
}
