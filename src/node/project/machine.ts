// Where a function runs. A function that needs only a part says so: `Pick<Machine, 'env'>`.

import type { Paths } from './paths.ts';

export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Party's own directories. */
  readonly paths: Paths;
}
