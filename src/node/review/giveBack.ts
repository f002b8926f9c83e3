// Withdraws a request whose turn has failed. The build puts this code into a separate file (build.mjs), because it
// needs all the code about reviews, and few deliveries of messages need it.

import { isPartyError } from '../../core/base/errors.ts';
import { partyPaths } from '../project/paths.ts';
import { giveUpRound } from './giveUpRound.ts';

export interface FailedRequest {
  /** A directory of the project. */
  readonly cwd: string;
  /** Where the findings would have been. */
  readonly file: string;
  readonly reason: string;
}

/** False when the log could not be written, for example while it is locked: then the next look repeats everything. */
export async function giveBack(env: NodeJS.ProcessEnv, { cwd, file, reason }: FailedRequest): Promise<boolean> {
  try {
    await giveUpRound({ env, cwd, paths: partyPaths(env) }, { file }, reason);
    return true;
  } catch (error) {
    if (!isPartyError(error)) throw error;
    // Outside a repository there is no round to give back.
    return isPartyError(error, 'NOT_A_REPOSITORY');
  }
}
