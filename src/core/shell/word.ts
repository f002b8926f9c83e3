// A word of a command line, as far as known before the line runs.

export interface ShellWord {
  /** What the program gets; null when only running the line would tell. */
  readonly value: string | null;
  /** Its certain beginning and end: the end of `"$DIR/tmux-codex.sh"` is known. */
  readonly head: string;
  readonly tail: string;
  /** It may become no word or several: `$X` without quotes, a glob, `"$@"`. */
  readonly many: boolean;
  /** A part of it is a glob, so that it may become the name of any file that fits. */
  readonly isGlob?: true;
}

export function literal(value: string): ShellWord {
  return { value, head: value, tail: value, many: false };
}

export function unknown({ head = '', tail = '', many = false } = {}): ShellWord {
  return { value: null, head, tail, many };
}

/** Something runs here that is completely unknown. */
export const anything: ShellWord = unknown({ many: true });

/** A program's name without its folder. Ignores case, because on macOS `GH` is `gh`. */
export function programName({ value, tail }: ShellWord): string | null {
  if (value !== null) return baseName(value);
  // `$DIR/tool` without quotes could be several words, but folder names rarely contain spaces.
  return tail.includes('/') ? baseName(tail) : null;
}

/** False only when it certainly is something else. */
export function couldBe(word: ShellWord, name: string): boolean {
  const known = programName(word);
  if (known !== null) return known === name;
  const head = word.head.slice(word.head.lastIndexOf('/') + 1).toLowerCase();
  return name.startsWith(head) && name.endsWith(word.tail.toLowerCase());
}

/** Whether an argument could be exactly this word. */
export function couldEqual({ value, head, tail, many }: ShellWord, text: string): boolean {
  if (value !== null) return value === text;
  return many || (text.startsWith(head) && text.endsWith(tail) && text.length >= Math.max(head.length, tail.length));
}

/** zsh looks up a program as `=gh`. */
function baseName(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/^=|\.exe$/g, '');
}
