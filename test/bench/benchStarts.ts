// Verbs of `party`, through the script that people and agents call, beside an empty start of the same Node.

import { join } from 'node:path';
import { repository } from '../support/sandbox.ts';
import { goal, ratio, type Table } from './figures.ts';
import { type Case, measure } from './measure.ts';
import { gitCalls, type NamedNode, nodes, type Place } from './nodes.ts';

const party = join(repository, 'resources/bin/party');
const tmuxCodex = join(repository, 'resources/claude/skills/codex-transport/scripts/tmux-codex.sh');

const empty = 'an empty Node';
const tmux = 'tmux -L "$PARTY_TMUX_SOCKET" list-panes -a';
/** What a status cannot do without, and what a message to a busy agent cannot do without. */
const withGit = 'an empty Node, then tmux and 3 × git side by side';
const withTmux = 'an empty Node, then 2 × tmux';

const busyPrompt = 'tmux-codex.sh --prompt, to a Codex that cannot take it now';

const verbs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  [empty]: ['sh', '-c', 'exec "$PARTY_NODE" -e 0'],
  [withGit]: ['sh', '-c', `"$PARTY_NODE" -e 0; ${tmux} & ${gitCalls}`],
  [withTmux]: ['sh', '-c', `"$PARTY_NODE" -e 0; ${tmux}; ${tmux}`],
  'party --version': ['sh', party, '--version'],
  'party --help': ['sh', party, '--help'],
  'party status': ['sh', party, 'status'],
  'party message list': ['sh', party, 'message', 'list'],
  [busyPrompt]: ['sh', tmuxCodex, '--prompt', 'do it'],
};

export function benchStarts(place: Place): Table {
  const times = measure(
    nodes.flatMap((node) => casesOf(node, place)),
    place.rounds,
  );
  const time = (verb: string, node: NamedNode) => times.get(`${verb} ${node.name}`) ?? 0;
  const beside = (verb: string) => nodes.map((node) => time(verb, node) / time(empty, node));
  /** 1.4 × Node, and what it asks others. */
  const asking = (verb: string) => beside(verb).map((one) => one + 0.4);
  const goals: Readonly<Record<string, readonly number[]>> = {
    'party --version': [1.2, 1.4],
    'party --help': [1.2, 1.4],
    'party status': asking(withGit),
    [busyPrompt]: asking(withTmux),
  };
  const rows = Object.keys(verbs).map((verb) => [
    verb,
    ...beside(verb).map((one) => ratio(one)),
    goal(beside(verb), goals[verb]),
  ]);
  return {
    title: 'Start-up',
    about: 'Beside an empty start of the same Node (1.00 ×). A party of demo agents runs in the project.',
    head: ['', ...nodes.map(({ name }) => name), 'goal'],
    rows,
  };
}

function casesOf(node: NamedNode, { box, project, session }: Place): Case[] {
  const env = { ...box.env, PARTY_NODE: node.path, PARTY_SESSION: session };
  return Object.entries(verbs).map(([verb, argv]) => ({
    name: `${verb} ${node.name}`,
    ...{ argv, cwd: project, env, times: 2 },
  }));
}
