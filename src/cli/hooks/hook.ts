import type { Paths } from '../../node/paths.ts';

export interface HookContext {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  /** The id of the party that the agent belongs to. */
  readonly session: string;
  /** What the client passed on the command line. */
  readonly argument: string | undefined;
  /** One line in the project's hooks.jsonl. */
  log(level: 'info' | 'error', message: string): Promise<void>;
}

/** What it answers with is printed for the client as JSON. */
export type Hook = (context: HookContext) => Promise<object | undefined>;
