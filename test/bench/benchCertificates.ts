// What Party costs where a company adds certificates for Node, beside an empty start of Node with the same variable.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { Inputs, script } from './benchHooks.ts';
import { party, tmuxCodex } from './benchStarts.ts';
import { ratio, type Table } from './figures.ts';
import { type Case, measure } from './measure.ts';
import { type NamedNode, nodes, type Place } from './nodes.ts';

const empty = 'an empty Node';
const without = 'an empty Node without the variable';

export function benchCertificates(place: Place): Table {
  const { box, project, session, rounds } = place;
  const file = join(box.root, 'certificates.pem');
  writeFileSync(file, rootCertificates.join('\n'));
  const inputs = new Inputs(place);
  const mention = inputs.bash('mention', 'echo "gh pr create"');
  const ended = inputs.write('ended', { hook_event_name: 'SessionEnd', reason: 'other' });
  const emptyNode = ['sh', '-c', 'exec "$PARTY_NODE" -e 0'] as const;
  const env = { ...box.env, PARTY_SESSION: session };
  const common = { cwd: project, env: { ...env, NODE_EXTRA_CA_CERTS: file }, times: 2 };
  const cases: Case[] = [
    { name: empty, argv: emptyNode, ...common },
    { name: without, argv: emptyNode, ...common, env },
    { name: 'party --version', argv: ['sh', party, '--version'], ...common },
    { name: 'party status', argv: ['sh', party, 'status'], ...common },
    { name: 'pr-gate: a mention', argv: script('pr-gate'), input: mention, ...common },
    { name: 'session-cleanup', argv: script('session-cleanup'), input: ended, ...common },
    { name: 'tmux-codex.sh --prompt', argv: ['sh', tmuxCodex, '--prompt', 'do it'], ...common },
  ];
  // Each message waits, and is one more for the status to read.
  const [prompt] = cases.slice(-1);
  const times = new Map([
    ...measure(onEachNode(cases.filter((one) => one !== prompt)), rounds),
    ...measure(onEachNode(cases.filter((one) => one === prompt)), rounds),
  ]);
  const time = (name: string, node: NamedNode) => times.get(`${name} ${node.name}`) ?? 0;
  return {
    title: 'With the certificates that a company adds',
    about: `NODE_EXTRA_CA_CERTS names a file with the ${rootCertificates.length} certificates that Node itself ships. Beside an empty start of the same Node with the same variable: Node 20 then reads them all, and Party’s Node starts without the variable.`,
    head: ['', ...nodes.map(({ name }) => name)],
    rows: cases.map(({ name }) => [name, ...nodes.map((node) => ratio(time(name, node), time(empty, node)))]),
  };
}

function onEachNode(cases: readonly Case[]): Case[] {
  return nodes.flatMap((node) =>
    cases.map((one) => ({ ...one, name: `${one.name} ${node.name}`, env: { ...one.env, PARTY_NODE: node.path } })),
  );
}
