// A window in which nothing happens, for tests that say what differs.
import type { Snapshot } from '../../../src/extension/app/snapshot.ts';

export const emptySnapshot: Snapshot = {
  trusted: true,
  folders: [],
  tmux: '/bin/tmux',
  agents: true,
  parties: [],
  ended: [],
  reviews: [],
  proofs: [],
  plans: [],
  collabs: [],
  problem: undefined,
  reviewProblem: undefined,
  planProblem: undefined,
  collabProblem: undefined,
};
