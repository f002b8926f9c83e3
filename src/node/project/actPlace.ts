// Where a command of the user or of an agent runs.

import type { Paths } from './paths.ts';

export interface ActPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly paths: Paths;
}
