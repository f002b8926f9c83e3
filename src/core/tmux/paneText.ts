// The one function that makes text safe to paste into a pane. Everything that Party types goes through it.

/**
 * A terminal acts on control characters: `ESC[201~` ends a bracketed paste early, so a shell would execute the rest as
 * typed input (tmux 3.3a does not filter it). Line breaks and tabs stay, in one form. Marks that change the direction
 * of writing go: Claude Code removes them from a paste, asks for a second look and another Enter, and then holds a text
 * that differs from the message. The message file keeps them.
 */
export function paneText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\n+$/, '');
}

/**
 * For a client with a composer. Both clients read a leading `!` as a shell command and `/` as a command of their own;
 * the prefix makes them plain text. At the end, `\` swallows the Enter, and `@word`, `$word` or `#word` open a list of
 * suggestions that takes it. A full stop after a space closes that list.
 */
export function composerText(prefix: string, text: string): string {
  const line = `${prefix} ${paneText(text)}`;
  return /(?:\\|(?:^|\s)[@$#]\S*)$/.test(line) ? `${line} .` : line;
}

/**
 * For comparing typed text with what a client shows or reports: clients turn tabs into spaces and wrap lines
 * differently.
 */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
