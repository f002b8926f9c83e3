// What an agent may do to tasks. Without configuration there are no limits, and each configuration can only take rights
// away: the project cannot allow what the user's configuration forbids.

import { nearest } from '../base/nearest.ts';

export const taskVerbs = [
  'init',
  'task.add',
  'task.update.status',
  'task.update.title',
  'task.update.milestone',
  'task.update.assignee',
  'task.done',
  'task.delete',
  'milestone.add',
  'milestone.update',
  'milestone.done',
  'doc.write',
  'undo',
  'sync',
  'team.rename',
] as const;
export type TaskVerb = (typeof taskVerbs)[number];

/** By agent name; `*` applies to every agent without an entry of its own. */
export type Permissions = Readonly<Record<string, { readonly allow: readonly string[] }>>;

export interface Limit {
  readonly agent: string;
  /** The entry that forbids it: `codex`, or `*`. */
  readonly rule: string;
  readonly allow: readonly string[];
}

/** The first table that does not allow one of these agents to do this. */
export function limitOf(
  tables: readonly Permissions[],
  agents: readonly string[],
  verb: TaskVerb,
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

/** The problem with a pattern; undefined when it matches something. */
export function patternProblem(pattern: string): string | undefined {
  if (taskVerbs.some((verb) => matches(pattern, verb))) return undefined;
  const meant = nearest(pattern, taskVerbs);
  return `"${pattern}" is none of ${taskVerbs.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** `*` matches any text, including dots: `task.*` is everything about tasks. */
function matches(pattern: string, verb: TaskVerb): boolean {
  const source = pattern.split(/\*+/).map((part) => part.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`).test(verb);
}

/** Ignores case in agent names, so that `Codex` is limited when `codex` is. */
function ruleFor(permissions: Permissions, agent: string): string | undefined {
  const own = Object.keys(permissions).find((name) => name.toLowerCase() === agent.toLowerCase());
  return own ?? (agent !== 'human' && Object.hasOwn(permissions, '*') ? '*' : undefined);
}
