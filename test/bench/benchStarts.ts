// Verbs of `party`, through the script that people and agents call, beside an empty start of the same Node.

import { join } from 'node:path';
import { repository } from '../support/sandbox.ts';
import { goal, ratio, type Table } from './figures.ts';
import { type Case, measure } from './measure.ts';
import { type NamedNode, nodes, type Place } from './nodes.ts';
import { callsOf, countedText, type OwnCalls, sideBySide } from './ownCalls.ts';

type Argv = readonly [string, ...string[]];

export const party = join(repository, 'resources/bin/party');
export const tmuxCodex = join(repository, 'resources/claude/skills/codex-transport/scripts/tmux-codex.sh');

const empty = 'an empty Node';
const busyPrompt = 'tmux-codex.sh --prompt, to a Codex that cannot take it now';

const verbs: Readonly<Record<string, Argv>> = {
  [empty]: ['sh', '-c', 'exec "$PARTY_NODE" -e 0'],
  'party --version': ['sh', party, '--version'],
  'party --help': ['sh', party, '--help'],
  'party status': ['sh', party, 'status'],
  'party message list': ['sh', party, 'message', 'list'],
  [busyPrompt]: ['sh', tmuxCodex, '--prompt', 'do it'],
};
const fixedGoals: Readonly<Record<string, readonly number[]>> = {
  'party --version': [1.2, 1.4],
  'party --help': [1.2, 1.4],
};
/** Their goal is 1.4 × Node, and their own calls of git and tmux side by side. */
const asking: readonly string[] = ['party status', busyPrompt];

export function benchStarts(place: Place): Table {
  const least = new Map(asking.map((verb) => [verb, leastFor(verb, place)]));
  const programs = { ...verbs, ...Object.fromEntries([...least.values()].map(({ name, argv }) => [name, argv])) };
  // Each message waits, and is one more for the status to read. So they are sent after all else was measured.
  const [before, after] = [
    Object.keys(programs).filter((name) => name !== busyPrompt),
    [empty, least.get(busyPrompt)?.name ?? '', busyPrompt],
  ].map((names) => measureAll(names, programs, place));
  const beside = (name: string) => {
    const times = before?.has(`${name} ${nodes[0]?.name}`) ? before : after;
    return nodes.map((node) => (times?.get(`${name} ${node.name}`) ?? 0) / (times?.get(`${empty} ${node.name}`) ?? 1));
  };
  const goalsOf = (name: string) => {
    const own = least.get(name);
    return own === undefined ? fixedGoals[name] : beside(own.name).map((one) => one + 0.4);
  };
  return {
    title: 'Start-up',
    about:
      'Beside an empty start of the same Node (1.00 ×). A party of demo agents runs in the project. The goal of a verb that asks git and tmux is 0.40 × above the row before it, which has the same calls.',
    head: ['', ...nodes.map(({ name }) => name), 'goal'],
    rows: Object.keys(verbs)
      .flatMap((name) => [...(least.has(name) ? [least.get(name)?.name ?? ''] : []), name])
      .map((name) => [name, ...beside(name).map((one) => ratio(one)), goal(beside(name), goalsOf(name))]),
  };
}

function leastFor(verb: string, place: Place): { readonly name: string; readonly argv: Argv } {
  const calls: OwnCalls = callsOf(place.box, caseOf(verb, verbs[verb] ?? ['false'], { place, node: nodes[0] }));
  return {
    name: `an empty Node, then ${countedText(calls)} side by side, as in ${verb.replace(/,.*/, '')}`,
    argv: ['sh', '-c', `"$PARTY_NODE" -e 0; ${sideBySide(calls)}`],
  };
}

function measureAll(names: readonly string[], programs: Readonly<Record<string, Argv>>, place: Place) {
  const cases = nodes.flatMap((node) =>
    names.map((name) => caseOf(name, programs[name] ?? ['false'], { place, node })),
  );
  return measure(cases, place.rounds);
}

function caseOf(
  name: string,
  argv: Argv,
  { place: { box, project, session }, node }: { readonly place: Place; readonly node: NamedNode | undefined },
): Case {
  const env = { ...box.env, PARTY_SESSION: session, ...(node && { PARTY_NODE: node.path }) };
  return { name: `${name} ${node?.name}`, argv, cwd: project, env, times: 2 };
}
