// What an agent may do to tasks. Nobody is limited unless a configuration says so, and each configuration can only take
// away: what the project allows is still not allowed when the user does not.

import { nearest } from '../base/nearest.ts';

export const pmVerbs = [
  'init',
  'task.add',
  'task.update.status',
  'task.update.title',
  'task.update.milestone',
  'task.update.assignee',
  'task.done',
  'milestone.add',
  'milestone.update',
  'milestone.done',
  'doc.write',
  'undo',
  'sync',
] as const;
export type PmVerb = (typeof pmVerbs)[number];

/** By the name of the agent; `*` is every agent that has no entry of its own. */
export type Permissions = Readonly<Record<string, { readonly allow: readonly string[] }>>;

export interface Limit {
  readonly agent: string;
  /** The entry that does not allow it: `codex`, or `*`. */
  readonly rule: string;
  readonly allow: readonly string[];
}

/** The first of the tables that does not let one of these agents do this. */
export function limitOf(
  tables: readonly Permissions[],
  agents: readonly string[],
  verb: PmVerb,
): (Limit & { readonly table: number }) | undefined {
  for (const [table, permissions] of tables.entries()) {
    for (const agent of agents) {
      const rule = ruleFor(permissions, agent);
      const allow = rule === undefined ? undefined : permissions[rule]?.allow;
      if (rule === undefined || allow === undefined || allow.some((pattern) => matches(pattern, verb))) continue;
      return { table, agent, rule, allow };
    }
  }
  return undefined;
}

/** What is wrong with a pattern; undefined when it stands for something. */
export function patternProblem(pattern: string): string | undefined {
  if (pmVerbs.some((verb) => matches(pattern, verb))) return undefined;
  const meant = nearest(pattern, pmVerbs);
  return `"${pattern}" is none of ${pmVerbs.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** `*` is any text, also with dots in it: `task.*` is everything that can be done to tasks. */
function matches(pattern: string, verb: PmVerb): boolean {
  const source = pattern.split(/\*+/).map((part) => part.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`).test(verb);
}

/** Names of agents are not told apart by their case: `Codex` must not be free because `codex` is limited. */
function ruleFor(permissions: Permissions, agent: string): string | undefined {
  const own = Object.keys(permissions).find((name) => name.toLowerCase() === agent.toLowerCase());
  return own ?? (agent !== 'human' && Object.hasOwn(permissions, '*') ? '*' : undefined);
}
