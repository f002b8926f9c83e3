// The configuration in layers: defaults < ~/.tmux-team/config.json < ./tmux-team.json < flags, merged deeply. Each file
// is checked on its own, so that a message can name the file, the key and the expected form.

import { adapterNames } from '../agents/agent.ts';
import { personaNames } from '../agents/persona.ts';
import { messageOf, PartyError } from '../base/errors.ts';
import { isRecord, parseJson } from '../base/json.ts';
import { nearest } from '../base/nearest.ts';
import * as z from '../base/schema.ts';
import type { BudgetLimits } from '../project/budget.ts';
import { evidenceKinds } from '../project/evidenceKinds.ts';
import { gatedActs } from '../project/gatedActs.ts';
import { type Permissions, patternProblem } from '../tasks/permissions.ts';
import { amount, commandWords, milliseconds, object, oneOf, text } from './forms.ts';

export const permissionModes = [
  'acceptEdits',
  'plan',
  'manual',
  'default',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const;

const AgentConfig = object({
  command: z.optional(commandWords('["claude", "--flag"]')),
  adapter: z.optional(oneOf(adapterNames)),
  permissionMode: z.optional(oneOf(permissionModes)),
  persona: z.optional(oneOf(personaNames)),
  pane: z.optional(text('a pane such as "1.0" or "%3"')),
  remark: z.optional(text('a text')),
  preamble: z.optional(text('a text')),
});
export type AgentConfig = z.infer<typeof AgentConfig>;

const Permission = object({
  allow: z.array(
    text('a name such as "task.update.status"').check(
      z.refine((pattern) => patternProblem(pattern) === undefined, {
        error: ({ input }) => patternProblem(String(input)) ?? '',
      }),
    ),
    { error: 'expected a list such as ["task.update.status", "task.done"]' },
  ),
});

const policyNames = ['strict', 'standard', 'off'] as const;
const requirement = {
  error: `expected "strict", "standard", "off" or a list of ${evidenceKinds.map((kind) => `"${kind}"`).join(', ')}`,
};
const Requirement = z.union([z.enum(policyNames), z.array(z.enum(evidenceKinds))], requirement);

const GateRule = object({
  paths: z.optional(z.array(text('a pattern such as "src/**"'), { error: 'expected a list such as ["src/**"]' })),
  branch: z.optional(text('a pattern such as "release/*"')),
  require: Requirement,
}).check(
  z.refine(({ paths = [], branch }) => paths.length > 0 || branch !== undefined, 'expected "paths", "branch" or both'),
);

const Layer = object({
  agents: z.optional(z.record(z.string(), AgentConfig, { error: 'expected an object of agents { "name": { … } }' })),
  preambleMode: z.optional(oneOf(['always', 'disabled'])),
  defaults: z.optional(
    object({
      timeout: z.optional(milliseconds),
      pollInterval: z.optional(milliseconds),
      captureLines: z.optional(amount('lines', 'line')),
    }),
  ),
  pm: z.optional(
    object({
      storage: z.optional(oneOf(['fs', 'github'])),
      repo: z.optional(text('a repository such as "owner/name"')),
      labels: z.optional(object({})),
      permissions: z.optional(
        z.record(z.string(), Permission, { error: 'expected an object of agents { "name": { "allow": […] } }' }),
      ),
    }),
  ),
  review: z.optional(
    object({
      rounds: z.optional(amount('rounds', 'round')),
      overdueMinutes: z.optional(
        z.number({ error: 'expected a number of minutes' }).check(z.positive('expected more than 0 minutes')),
      ),
      ignore: z.optional(
        z.array(text('a pattern such as "*.md"'), { error: 'expected a list of patterns such as ["*.md"]' }),
      ),
      requireTasksDone: z.optional(z.boolean({ error: 'expected true or false' })),
      trustGenericReviewer: z.optional(z.boolean({ error: 'expected true or false' })),
    }),
  ),
  gates: z.optional(
    object({
      require: z.optional(Requirement),
      rules: z.optional(
        z.array(GateRule, { error: 'expected a list of rules such as [{ "paths": ["src/**"], "require": "strict" }]' }),
      ),
      acts: z.optional(
        z.array(oneOf(gatedActs), { error: `expected a list of ${gatedActs.map((act) => `"${act}"`).join(', ')}` }),
      ),
    }),
  ),
  evidence: z.optional(
    object({
      tests: z.optional(commandWords('["npm", "test"]')),
      checks: z.optional(commandWords('["npm", "run", "lint"]')),
    }),
  ),
  plan: z.optional(
    object({
      revisions: z.optional(amount('revisions', 'revision')),
      timeoutSeconds: z.optional(
        amount('seconds', 'second').check(z.refine((seconds) => seconds <= 1200, 'expected at most 1200 seconds')),
      ),
      mcpReaders: z.optional(
        z.array(
          text('a tool such as "github/get_issue"').check(
            z.regex(/^[^/\s]+\/[^/\s]+$/, 'expected a server and a tool, such as "github/get_issue"'),
          ),
          { error: 'expected a list of tools such as ["github/get_issue"]' },
        ),
      ),
    }),
  ),
  budget: z.optional(
    object({
      rounds: z.optional(amount('rounds', 'round')),
      minutes: z.optional(amount('minutes', 'minute')),
      tokens: z.optional(amount('tokens', 'token')),
    }),
  ),
});
export type ConfigLayer = z.infer<typeof Layer>;

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
  /** Of the user alone: what the tests and the checks of a change are run with. */
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
  const result = Layer.safeParse(registry);
  if (!result.success) {
    const [issue] = result.error.issues;
    const key = issue?.path.map(String).join('.') || 'the whole file';
    throw invalid(file, `${key}: ${issue?.message ?? 'not understood'}`);
  }
  rejectMistypedKeys(result.data, file);
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

/** Unknown keys belong to other programs and stay as they are, unless they look like a mistyped key of Party. */
function rejectMistypedKeys(layer: ConfigLayer, file: string): void {
  checkKeys(layer, knownKeys, '', file);
  for (const [name, agent] of Object.entries(layer.agents ?? {})) {
    checkKeys(agent, agentKeys, `agents.${name}.`, file);
  }
}

function checkKeys(value: object, known: KeyTree, prefix: string, file: string): void {
  for (const [key, entry] of Object.entries(value)) {
    const below = known[key];
    if (below === undefined) {
      const meant = nearest(key, Object.keys(known));
      if (meant !== undefined) throw invalid(file, `${prefix}${key}: unknown key; did you mean ${prefix}${meant}?`);
    } else if (isRecord(entry) && below !== true) {
      checkKeys(entry, below, `${prefix}${key}.`, file);
    }
  }
}

interface KeyTree {
  readonly [key: string]: KeyTree | true;
}
const agentKeys: KeyTree = {
  command: true,
  adapter: true,
  permissionMode: true,
  persona: true,
  pane: true,
  remark: true,
  preamble: true,
};
export const knownKeys: KeyTree = {
  agents: true,
  preambleMode: true,
  defaults: { timeout: true, pollInterval: true, captureLines: true },
  pm: { storage: true, repo: true, labels: true, permissions: true },
  review: { rounds: true, overdueMinutes: true, ignore: true, requireTasksDone: true, trustGenericReviewer: true },
  gates: { require: true, rules: true, acts: true },
  evidence: { tests: true, checks: true },
  plan: { revisions: true, timeoutSeconds: true, mcpReaders: true },
  budget: { rounds: true, minutes: true, tokens: true },
  mode: true,
};

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
