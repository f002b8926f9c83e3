// How the tests of starts call `party` in the project of the current test.
import type { Status } from '../../src/core/status/status.ts';
import type { Sandbox } from '../support/sandbox.ts';

interface CallOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

/** `now` gives the sandbox and the project, which are others for each test. */
export function partyCalls(now: () => { box: Sandbox; project: string }) {
  return {
    start(args: string[] = [], { cwd = now().project, env = {} }: CallOptions = {}) {
      return now().box.start(cwd, args, env);
    },
    party(args: string[], options: CallOptions = {}) {
      return now().box.party(args, { cwd: now().project, ...options });
    },
    async states() {
      const { box, project } = now();
      return (await box.partyJson<Status>(['status'], { cwd: project })).agents.map(({ state }) => state);
    },
  };
}
