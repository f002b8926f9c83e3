// A project that is open. A function that needs only a part says so: `Pick<Project, 'top' | 'log'>`.

import type { Git } from '../system/git.ts';
import type { ProjectLog } from './projectLog.ts';

export interface Project {
  /** The top level: an absolute path. */
  readonly top: string;
  readonly log: ProjectLog;
  readonly git: Git;
}
