// Verbs of `party`, through the script that people and agents call, beside an empty start of the same Node.

import { join } from 'node:path';
import { repository } from '../support/sandbox.ts';
import { ratio, type Table } from './figures.ts';
import { type Case, measure } from './measure.ts';
import { type NamedNode, nodes, type Place } from './nodes.ts';

const party = join(repository, 'resources/bin/party');
const tmuxCodex = join(repository, 'resources/claude/skills/codex-transport/scripts/tmux-codex.sh');

const git = 'git ls-files -v & git ls-files --others & git for-each-ref & git diff --raw HEAD & wait';
/** What a status cannot do without: an empty Node, then what it asks of git and tmux, side by side. */
const asking = `"$PARTY_NODE" -e 0; tmux -L "$PARTY_TMUX_SOCKET" list-panes -a & ${git}`;

const verbs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'an empty Node': ['sh', '-c', 'exec "$PARTY_NODE" -e 0'],
  'an empty Node, tmux and 4 × git side by side': ['sh', '-c', asking],
  'party --version': ['sh', party, '--version'],
  'party --help': ['sh', party, '--help'],
  'party status': ['sh', party, 'status'],
  'party message list': ['sh', party, 'message', 'list'],
  'tmux-codex.sh --prompt, to a Codex that cannot take it now': ['sh', tmuxCodex, '--prompt', 'do it'],
};

export function benchStarts(place: Place): Table {
  const times = measure(
    nodes.flatMap((node) => casesOf(node, place)),
    place.rounds,
  );
  const time = (verb: string, node: NamedNode) => times.get(`${verb} ${node.name}`) ?? 0;
  const rows = Object.keys(verbs).map((verb) => [
    verb,
    ...nodes.map((node) => ratio(time(verb, node), time('an empty Node', node))),
  ]);
  return {
    title: 'Start-up',
    about: 'Beside an empty start of the same Node (1.00 ×). A party of demo agents runs in the project.',
    head: ['', ...nodes.map(({ name }) => name)],
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
