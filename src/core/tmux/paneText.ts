// The one function that makes text fit to be pasted into a pane. Everything that Party types goes through it.

/**
 * A terminal acts on control characters: `ESC[201~` ends a bracketed paste early and what follows is typed, so that a
 * shell executes it (tmux 3.3a does not filter it). Line breaks and tabs stay, in one spelling. Marks that only turn the
 * direction of writing go: Claude Code takes them out of a paste and then wants a second look and another Enter, with a
 * text in its composer that is no longer the message. The file of the message keeps them.
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
 * For a client with a composer. Both clients take a leading `!` for a shell command and `/` for one of their own; the
 * prefix makes them plain text. At the end `\` swallows the Enter, and `@word`, `$word` or `#word` open a list of
 * suggestions that eats it; a full stop after a space closes that.
 */
export function composerText(prefix: string, text: string): string {
  const line = `${prefix} ${paneText(text)}`;
  return /(?:\\|(?:^|\s)[@$#]\S*)$/.test(line) ? `${line} .` : line;
}

/** To compare what a client shows or reports with what was typed: it turns tabs into spaces and breaks lines elsewhere. */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
