/** The icon in the status bar while there is nothing to say. */
export const quietIcon = 'comment-discussion';
