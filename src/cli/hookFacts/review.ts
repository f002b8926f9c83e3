// What the gates before reviews and pull requests ask about a project. Its own bundle: most lines concern neither.

export { loadUserConfig } from '../../node/project/configFiles.ts';
export { readReview } from '../../node/review/openReview.ts';
export { askLinkedTasks } from '../hooks/linkedTasks.ts';
