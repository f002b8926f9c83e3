// Where an act of the user or of an agent takes place.

import type { Paths } from './paths.ts';

export interface ActPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly paths: Paths;
}
