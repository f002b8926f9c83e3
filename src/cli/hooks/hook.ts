import type { Paths } from '../../node/paths.ts';

export interface HookContext {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  /** The id of the party that the agent belongs to. */
  readonly session: string;
  /** What the client passed on the command line. */
  readonly argument: string | undefined;
}

export type Hook = (context: HookContext) => Promise<void>;
