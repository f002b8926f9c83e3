// The state gate. What Party records is believed by its other gates, so only Party writes it: not the agents of a party,
// with whatever tool. The gate looks at the tools that write files and at the tools of MCP servers; codexGate.ts asks
// the same about lines of Bash (state/lineWrites.ts).

import { oneLine } from '../base/outsideText.ts';
import { type Denial, deny, type GateVerdict } from './denial.ts';
import type { ToolCall } from './toolCall.ts';

export interface StateGateFacts {
  /** Folders and files that only Party or the user writes, as real paths. */
  readonly guarded: readonly string[];
  /** Every absolute path under which the tool may open this one: as it is written, and where its links lead. */
  readonly pathsOf: (cwd: string, path: string) => readonly string[];
  /** Whether this is the file for the answer to an open question. */
  readonly isAnswer: (path: string) => Promise<boolean>;
}

/** Undefined when the call does not concern the gate. */
export async function stateGate(call: ToolCall, facts: StateGateFacts): Promise<GateVerdict | undefined> {
  const { tool_name: tool } = call;
  const what = `${oneLine(tool, 60)} in Party's files`;
  if (tool.startsWith('mcp__')) {
    const given = namedToServer(call, facts);
    return given === undefined ? undefined : { what, deny: denyWrite(given) };
  }
  const path = tool === 'NotebookEdit' ? call.tool_input.notebook_path : call.tool_input.file_path;
  if (path === undefined) throw new Error('without a path');
  const places = facts.pathsOf(call.cwd, path).filter((one) => isGuarded(one, facts.guarded));
  return places.length === 0 || (await areAnswers(places, facts)) ? undefined : { what, deny: denyWrite(path) };
}

export async function areAnswers(places: readonly string[], { isAnswer }: StateGateFacts): Promise<boolean> {
  for (const path of places) if (!(await isAnswer(path))) return false;
  return true;
}

export function isGuarded(path: string, guarded: readonly string[]): boolean {
  return guarded.some((place) => path === place || path.startsWith(`${place}/`));
}

export function denyWrite(path: string): Denial {
  return deny(
    `Only Party writes ${oneLine(path, 200)}: its gates rely on it. Use party review, findings, evidence. To answer Codex, write the file it names. To read it, use cat, jq or the Read tool`,
  );
}

/**
 * A guarded path in a call to an MCP server. Only the server knows which text is a path, and whether it takes it from
 * the project or from another folder that the call names.
 */
function namedToServer({ tool_name: tool, tool_input: input, cwd }: ToolCall, facts: StateGateFacts) {
  const given = [...new Set(texts(input, '').map(filePath))].filter((text) => text.trim() !== '');
  const isWhole = (text: string) => text.startsWith('/') && text.length < 1000;
  const folders = [cwd, ...given.filter(isWhole).slice(0, 8)];
  const isMeant = (path: string) =>
    isGuarded(path, facts.guarded) || (removes.test(tool) && holdsGuarded(path, facts.guarded));
  const isMeantIn = (folder: string, text: string) => facts.pathsOf(folder, text).some(isMeant);
  // Whole paths first: the denial names what the call wrote, and not a field that would be a name in that folder.
  const inOrder = [...given.filter(isWhole), ...given.filter((text) => !isWhole(text))];
  return inOrder.find((text) => {
    const places = isWhole(text) || text.length >= 1000 ? [cwd] : folders;
    return ownVariable.test(text) || places.some((folder) => isMeantIn(folder, text));
  });
}

export function holdsGuarded(folder: string, guarded: readonly string[]): boolean {
  return guarded.some((place) => place.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
}

/** With its folder, a file moves or goes. */
const removes = /delete|move|rename|unlink|trash/i;
const ownVariable = /^\$\{?PARTY_(?:HOME|STATE_ROOT)\b/;

/** Fields with paths among other words. What a tool writes into a file may mention any path. */
const wordy = /^(?:cmd|commands?|script|arg[sv]|arguments|patch|diff|paths?|files?)$/i;

function texts(value: unknown, field: string): string[] {
  if (typeof value === 'string') return [value, ...(wordy.test(field) ? value.split(/[\s"'`=,;<>|&()]+/) : [])];
  if (Array.isArray(value)) return value.flatMap((one) => texts(one, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...texts(one, name)]);
}

/** `file:///a%20b` and its other forms; any other text as it is. */
function filePath(text: string): string {
  const path = text.trim().replace(/^file:(?:\/\/(?:localhost)?)?(?=\/|%2f)/i, '');
  try {
    return path === text.trim() ? text : decodeURIComponent(path);
  } catch {
    return path;
  }
}
