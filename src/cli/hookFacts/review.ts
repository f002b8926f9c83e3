// What the gates before reviews and pull requests ask about a project. It is its own bundle, because most lines concern
// neither.

export { asksForNothing } from '../../node/gates/policy.ts';
export { loadUserConfig } from '../../node/project/configFiles.ts';
export { readReview } from '../../node/review/openReview.ts';
export { usePass } from '../../node/review/pass.ts';
export { placeOf } from '../../node/review/pullRequests/pullRequestPlace.ts';
export { aliasOf, branchesOf } from '../../node/review/pullRequests/pushedBranch.ts';
export { askLinkedTasks } from '../tasks/askLinkedTasks.ts';
