// The keys that Party knows in a configuration file. Unknown keys belong to other programs and stay as they are, unless
// they look like a mistyped key of Party.

import { isRecord } from '../base/json.ts';
import { nearest } from '../base/nearest.ts';
import type { ConfigLayer } from './configLayer.ts';

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

/** What is wrong with the first mistyped key; undefined when there is none. */
export function mistypedKey(layer: ConfigLayer): string | undefined {
  const agents = Object.entries(layer.agents ?? {});
  return (
    mistypedIn(layer, knownKeys, '') ??
    firstOf(agents, ([name, agent]) => mistypedIn(agent, agentKeys, `agents.${name}.`))
  );
}

function mistypedIn(value: object, known: KeyTree, prefix: string): string | undefined {
  return firstOf(Object.entries(value), ([key, entry]) => {
    const below = known[key];
    if (below !== undefined) {
      return isRecord(entry) && below !== true ? mistypedIn(entry, below, `${prefix}${key}.`) : undefined;
    }
    const meant = nearest(key, Object.keys(known));
    return meant === undefined ? undefined : `${prefix}${key}: unknown key; did you mean ${prefix}${meant}?`;
  });
}

function firstOf<T>(values: readonly T[], problemOf: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const problem = problemOf(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
