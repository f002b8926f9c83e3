/** Passed to the command where a hint has just named a command line. */
export const offering = 'offer';
