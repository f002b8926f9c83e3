// The state gate. What Party records is believed by its other gates, so only Party writes it: not the agents of a party,
// with whatever tool. The gate looks at the tools that write files and at the tools of MCP servers; codexGate.ts asks
// the same about lines of Bash.

import { oneLine } from '../base/outsideText.ts';
import type { FileWrite } from '../shell/programs.ts';
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

/** Undefined when a line of Bash writes nothing there, as far as its words say. */
export async function denyStateWrite(
  command: string,
  writes: readonly FileWrite[],
  cwd: string,
  facts: StateGateFacts,
): Promise<Denial | undefined> {
  for (const { target, places } of writes) {
    // Only the shell knows the target.
    if (target.value === null) {
      if (ownVariables.test(command)) return denyWrite('$PARTY_HOME');
      continue;
    }
    for (const place of places ?? [cwd]) {
      const inside = facts.pathsOf(place, target.value).filter((path) => isGuarded(path, facts.guarded));
      if (inside.length > 0 && !(await areAnswers(inside, facts))) return denyWrite(target.value);
    }
  }
  return undefined;
}

const ownVariables = /PARTY_(?:HOME|STATE_ROOT)/;

/** Undefined when the call does not concern the gate. */
export async function stateGate(call: ToolCall, facts: StateGateFacts): Promise<GateVerdict | undefined> {
  const { tool_name: tool, cwd } = call;
  for (const given of namedBy(call)) {
    const places = facts.pathsOf(cwd, given).filter((path) => isGuarded(path, facts.guarded));
    if (places.length === 0) continue;
    if (!tool.startsWith('mcp__') && (await areAnswers(places, facts))) continue;
    return { what: `${oneLine(tool, 60)} in Party's own files`, deny: denyWrite(given) };
  }
  return undefined;
}

async function areAnswers(places: readonly string[], { isAnswer }: StateGateFacts): Promise<boolean> {
  for (const path of places) if (!(await isAnswer(path))) return false;
  return true;
}

function isGuarded(path: string, guarded: readonly string[]): boolean {
  return guarded.some((place) => path === place || path.startsWith(`${place}/`));
}

function denyWrite(path: string): Denial {
  return deny(
    `Only Party writes ${oneLine(path, 200)}: its gates rely on what is there. Use party review, party findings and party evidence. To answer a question of Codex, write the file that the question names`,
  );
}

/** Every text of a call to an MCP server may be a path, because only its server knows. */
function namedBy({ tool_name: tool, tool_input: input }: ToolCall): readonly string[] {
  if (tool.startsWith('mcp__')) return texts(input);
  const path = tool === 'NotebookEdit' ? input.notebook_path : input.file_path;
  if (path === undefined) throw new Error(`a call of ${oneLine(tool, 60)} without a path`);
  return [path];
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^file:\/\//, '')];
  if (Array.isArray(value)) return value.flatMap(texts);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
