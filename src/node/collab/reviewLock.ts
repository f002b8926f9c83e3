/** Held in the project's directory by whoever lets Codex review for collab. */
export const reviewLock = 'collab.lock';
