// The configuration in layers: defaults < ~/.tmux-team/config.json < ./tmux-team.json < flags, merged deeply. Each file
// is checked on its own, so that a message can name the file, the key and the expected form.

import { messageOf, PartyError } from '../base/errors.ts';
import { isRecord, parseJson } from '../base/json.ts';
import type { BudgetLimits } from '../project/budget.ts';
import type { Permissions } from '../tasks/permissions.ts';
import { type AgentConfig, ConfigLayer } from './configLayer.ts';
import { knownKeys, mistypedKey } from './knownKeys.ts';

export interface Config {
  readonly agents: Readonly<Record<string, AgentConfig>>;
  readonly preambleMode: 'always' | 'disabled';
  /** Times in milliseconds. */
  readonly defaults: { readonly timeout: number; readonly pollInterval: number; readonly captureLines: number };
  readonly pm: {
    /** Where a new team keeps its tasks; in files unless set. */
    readonly storage?: 'fs' | 'github';
    readonly repo?: string;
    readonly labels?: unknown;
    /** Of the user and of the project. Each can only take rights away, so they are not merged. */
    readonly permissions: readonly Permissions[];
  };
  readonly review: ReviewConfig;
  /** Of the user alone: a project's file can only add to it, and is read apart (`node/gates/policy.ts`). */
  readonly gates: NonNullable<ConfigLayer['gates']>;
  /** Of the user alone: the commands that run the tests and the checks of a change. */
  readonly evidence: NonNullable<ConfigLayer['evidence']>;
  readonly plan: PlanConfig;
  /** For everything that Codex does until the next approval of code. When it is used up, a human decides. */
  readonly budget: BudgetLimits;
}

export interface PlanConfig {
  /** After this many revisions a human has to decide. */
  readonly revisions: number;
  /** How long one review may take. Claude Code ends the hook after 1300 seconds. */
  readonly timeoutSeconds: number;
  /** Tools of MCP servers that pass the plan gate, each as `server/tool`. */
  readonly mcpReaders: readonly string[];
}

export interface ReviewConfig {
  /** The most rounds without an approval. After them a human decides. */
  readonly rounds: number;
  readonly overdueMinutes: number;
  /**
   * Files that need no review: `*.md` by their name, `docs/**` by their path. Patterns know `*`, `?` and `**`, but not
   * `{a,b}` or `!`.
   */
  readonly ignore: readonly string[];
  /** Denies a pull request while a task made from a blocking finding is not done. */
  readonly requireTasksDone: boolean;
  /** Accepts the findings of a program with the adapter `generic`, which cannot prove that they are its own. */
  readonly trustGenericReviewer: boolean;
}

export const defaultConfig: Config = {
  agents: {},
  preambleMode: 'always',
  defaults: { timeout: 60_000, pollInterval: 1000, captureLines: 500 },
  pm: { permissions: [] },
  review: {
    rounds: 3,
    overdueMinutes: 15,
    ignore: ['*.md', '*.log', '*.jsonl'],
    requireTasksDone: false,
    trustGenericReviewer: false,
  },
  gates: {},
  evidence: {},
  plan: { revisions: 5, timeoutSeconds: 600, mcpReaders: [] },
  budget: { rounds: 30, minutes: 240, tokens: 20_000_000 },
};

/** Checks the content of one file; messages call the file `file`. */
export function parseConfig(content: string, file: string): ConfigLayer {
  let value: unknown;
  try {
    value = parseJson(content);
  } catch (error) {
    throw invalid(file, `is not valid JSON (${messageOf(error)})`, error);
  }
  const registry = readRegistry(value);
  const result = ConfigLayer.safeParse(registry);
  if (!result.success) {
    const [issue] = result.error.issues;
    const key = issue?.path.map(String).join('.') || 'the whole file';
    throw invalid(file, `${key}: ${issue?.message ?? 'not understood'}`);
  }
  const mistyped = mistypedKey(result.data);
  if (mistyped !== undefined) throw invalid(file, mistyped);
  return result.data;
}

export function mergeConfig(layers: readonly ConfigLayer[]): Config {
  const merged = [defaultConfig as unknown, ...layers].reduce(mergeDeep) as Config;
  const permissions = layers.map((layer) => layer.pm?.permissions).filter((table) => table !== undefined);
  return { ...merged, pm: { ...merged.pm, permissions } };
}

/** tmux-team itself keeps agents at the top level, `{"codex": {"pane": "1.1"}}`, and its settings under `$config`. */
function readRegistry(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const settings = isRecord(value['$config']) ? value['$config'] : {};
  const agents: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (key === '$config') continue;
    if (!(key in knownKeys) && isRecord(entry) && 'pane' in entry) agents[key] = entry;
    else rest[key] = entry;
  }
  return Object.keys(agents).length === 0
    ? mergeDeep(settings, rest)
    : mergeDeep(mergeDeep(settings, { agents }), rest);
}

function mergeDeep(lower: unknown, upper: unknown): unknown {
  if (!isRecord(lower) || !isRecord(upper)) return upper;
  const merged: Record<string, unknown> = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    if (value === undefined || key === '__proto__') continue;
    merged[key] = key in merged ? mergeDeep(merged[key], value) : value;
  }
  return merged;
}

function invalid(file: string, what: string, cause?: unknown): PartyError {
  return new PartyError('CONFIG_INVALID', `${file}: ${what}`, cause === undefined ? undefined : { cause });
}
