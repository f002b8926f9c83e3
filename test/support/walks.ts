// Tests each entry of the table of states and ways on (src/core/status/waysOn.ts) with the built program.

import assert from 'node:assert/strict';
import { delimiter, join } from 'node:path';
import type { WayOn } from '../../src/core/status/waysOn.ts';
import { node20, type Output, repository, type Sandbox } from './sandbox.ts';

type Kind = 'by itself' | 'by the command' | 'is an end';
/** Creates the state, checks that it is there, and takes the given way on. */
export type Walk = (way: WayOn) => Promise<void>;
export type Walks<State extends string> = Readonly<Record<State, Readonly<Partial<Record<Kind, Walk>>>>>;

/** One case for each walk. A state of the table without a walk does not compile; a state with too few walks fails. */
export function walkTable<State extends string>(table: Readonly<Record<State, WayOn>>, walks: Walks<State>): void {
  for (const [state, way] of Object.entries(table) as [State, WayOn][]) {
    const kinds = Object.entries(walks[state]) as [Kind, Walk][];
    it(`${state} has a walk for what the table says`, () => {
      const names = kinds.map(([kind]) => kind);
      if (way.isEnd) assert.ok(names.includes('is an end'));
      else assert.ok(names.includes(way.cli === undefined ? 'by itself' : 'by the command'), names.join());
      if (way.byItself === undefined) assert.ok(!names.includes('by itself'));
    });
    for (const [kind, walk] of kinds) it(`${state}, ${kind}`, () => walk(way));
  }
}

type Values = Readonly<Partial<Record<'ID' | 'REASON' | 'PID' | 'ROLE', string | number>>>;

/** Runs exactly the command line that the table offers, in a shell. */
export async function take(box: Sandbox, cwd: string, { cli }: WayOn, values: Values = {}): Promise<Output> {
  assert.ok(cli !== undefined, 'the table offers no command');
  const line = cli.replace(/\b(?:ID|REASON|PID|ROLE)\b/g, (word) => {
    const value = values[word as keyof Values];
    assert.ok(value !== undefined, `${cli} needs ${word}`);
    return `'${value}'`;
  });
  const output = await box.script(['-c', line], { cwd, env: withParty(box) });
  assert.equal(output.code, 0, `${line}: ${output.stdout}${output.stderr}`);
  return output;
}

/** Puts `party` on the PATH, run by the Node that users have. */
function withParty(box: Sandbox): Record<string, string> {
  const PATH = [join(repository, 'resources/bin'), box.env['PATH']].join(delimiter);
  return { PATH, PARTY_NODE: node20 };
}
