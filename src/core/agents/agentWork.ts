// What a working agent is doing now, from the end of its own record of the conversation: Claude's transcript (seen in
// 2.1.325) or Codex's rollout file (0.166.0).

import { tryJson } from '../base/json.ts';
import { oneLine } from '../base/outsideText.ts';

/** A call of a tool that has not come back. */
export interface ToolInUse {
  /** The agent's own name for it: `Bash`, `exec_command`. */
  readonly name: string;
  /** What it acts on: a command, a file; empty when the call does not say. */
  readonly text: string;
  /** When it was called, ISO 8601. */
  readonly since: string;
}

export interface AgentWork {
  /** Null between two calls. */
  readonly tool: ToolInUse | null;
  /** Null when the record does not name it. */
  readonly model: string | null;
  /** When the turn began that has not ended, ISO 8601; null when there is none, or the record does not say. */
  readonly turnSince: string | null;
}

/** `lines` are the last ones of the file, in its order; the first may be cut. */
export function claudeWork(lines: readonly string[]): AgentWork {
  const { open, model } = claudeCalls(lines);
  // Claude's session file says since when it works.
  return { tool: last(open), model, turnSince: null };
}

/** The calls of Claude that have not come back, by their ids. */
export function claudeCalls(lines: readonly string[]): {
  readonly open: ReadonlyMap<string, ToolInUse>;
  readonly model: string | null;
} {
  let model: string | null = null;
  const open = new Map<string, ToolInUse>();
  for (const line of lines.filter((one) => claudeForm.test(one))) {
    const { type, timestamp, isSidechain, message } = entryOf<ClaudeEntry>(line);
    // A sub-agent has a conversation of its own, and ends before the call that began it.
    if (isSidechain === true || message === undefined) continue;
    const blocks = Array.isArray(message.content) ? message.content : [];
    if (type === 'assistant') model = modelName(message.model) ?? model;
    for (const { type: kind, id, tool_use_id, name, input } of blocks) {
      if (kind === 'tool_use' && typeof id === 'string') open.set(id, toolInUse(name, Object(input), timestamp));
      if (kind === 'tool_result') open.delete(String(tool_use_id));
    }
    // A new prompt ends what was interrupted before.
    if (type === 'user' && blocks.every(({ type: kind }) => kind !== 'tool_result')) open.clear();
  }
  return { open, model };
}

export function codexWork(lines: readonly string[]): AgentWork {
  let model: string | null = null;
  let turnSince: string | null = null;
  const open = new Map<string, ToolInUse>();
  for (const line of lines.filter((one) => codexForm.test(one))) {
    const { type, timestamp, payload } = entryOf<CodexEntry>(line);
    if (payload === undefined) continue;
    if (type === 'turn_context') model = modelName(payload.model) ?? model;
    if (turnEnds.has(payload.type)) {
      open.clear();
      turnSince = payload.type === 'task_started' && typeof timestamp === 'string' ? timestamp : null;
    }
    const call = String(payload.call_id);
    if (codexCalls.has(payload.type)) open.set(call, codexTool(payload, timestamp));
    if (codexResults.has(payload.type)) open.delete(call);
  }
  return { tool: last(open), model, turnSince };
}

// Most lines are long and irrelevant, so these tests come before parsing.
const claudeForm = /"type":\s*"(?:user|assistant)"/;
const codexForm = /"type":\s*"(?:turn_context|task_\w+|turn_aborted|\w*_call(?:_output)?)"/;

const turnEnds: ReadonlySet<unknown> = new Set(['task_started', 'task_complete', 'turn_aborted']);
const codexCalls: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);
const codexResults: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output']);

/** What a call acts on, by the names that the tools of both clients have for it. */
const telling = ['command', 'cmd', 'file_path', 'notebook_path', 'path', 'url', 'pattern', 'query', 'skill'] as const;

function toolInUse(name: unknown, input: Readonly<Record<string, unknown>>, at: unknown): ToolInUse {
  const found = telling.map((field) => input[field]).find((value) => value !== undefined);
  const said = Array.isArray(found) ? found.at(-1) : (found ?? input['description']);
  return {
    name: oneLine(String(name), 40),
    text: typeof said === 'string' ? oneLine(said, 120) : '',
    since: typeof at === 'string' ? at : '',
  };
}

function codexTool({ type, name, arguments: given, action }: CodexPayload, at: unknown): ToolInUse {
  const input = typeof given === 'string' ? Object(tryJson(given)) : Object(action);
  return toolInUse(name ?? type, input, at);
}

function last(open: ReadonlyMap<string, ToolInUse>): ToolInUse | null {
  return [...open.values()].at(-1) ?? null;
}

/** Claude calls an entry of its own, such as an error, `<synthetic>`. */
function modelName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.:/@[\]-]{1,60}$/.test(value) ? value : undefined;
}

function entryOf<Entry>(line: string): Partial<Entry> {
  return Object(tryJson(line)) as Partial<Entry>;
}

interface ClaudeEntry {
  readonly type: unknown;
  readonly timestamp: unknown;
  readonly isSidechain: unknown;
  readonly message: { readonly model?: unknown; readonly content?: string | readonly Block[] };
}

interface Block {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly tool_use_id?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
}

interface CodexEntry {
  readonly type: unknown;
  readonly timestamp: unknown;
  readonly payload: CodexPayload;
}

interface CodexPayload {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly model?: unknown;
  readonly call_id?: unknown;
  readonly arguments?: unknown;
  readonly action?: unknown;
}
