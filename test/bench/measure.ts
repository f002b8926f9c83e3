// Measures programs beside each other. The programs run from a shell in a loop, because that parent costs little; the
// rounds are interleaved, so that a slow moment of the machine hits all alike; and the median ignores it.

import { execFileSync } from 'node:child_process';

export interface Case {
  readonly name: string;
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** From a file, because a hook that has nothing to do need not read its input. */
  readonly input?: string;
  /** How often it runs in each round. */
  readonly times: number;
}

const loop = 'input=$1 times=$2; shift 2; while [ "$times" -gt 0 ]; do "$@" <"$input"; times=$((times - 1)); done';

/** The median time of each case in milliseconds, by its name. */
export function measure(cases: readonly Case[], rounds: number): Map<string, number> {
  const times = new Map(cases.map((one) => [one.name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const one of cases) times.get(one.name)?.push(once(one));
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function once({ argv, cwd, env, input = '/dev/null', times }: Case): number {
  const began = performance.now();
  execFileSync('sh', ['-c', loop, 'sh', input, String(times), ...argv], {
    ...{ cwd, env, stdio: ['ignore', 'ignore', 'inherit'] },
  });
  return (performance.now() - began) / times;
}
