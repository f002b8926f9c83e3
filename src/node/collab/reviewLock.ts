/** The process that runs a review for collab holds this lock, which is in the project's directory. */
export const reviewLock = 'collab.lock';
