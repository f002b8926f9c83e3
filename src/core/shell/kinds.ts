// What is known about programs whose arguments the reader does not analyse.

/** They search, print or store their words, and run none of them. */
export const readers: ReadonlySet<string> = new Set(
  `echo printf print rg grep egrep fgrep zgrep ag ack git cat bat ls man which type whereis where hash tldr apropos say
  notify-send logger wall sed test [ export declare typeset local readonly set unset alias read head tail less more jq
  yq sort uniq wc cut tr tee touch mkdir rm cp mv ln find fd party tmux-team tmux-codex.sh tmux-claude.sh claude codex
  code vim nvim nano emacs true false : diff comm column fold fmt basename dirname realpath`.split(/\s+/),
);

/** Their names may end in a version: python3.12, perl5. */
const versioned = ['python', 'perl'];
const unversioned = 'node nodejs deno bun ruby php lua osascript awk gawk mawk nawk tclsh expect emacs m4'.split(' ');

/** They run code that is not shell: from a word, a file or their input. */
export const interpreters: readonly string[] = [...versioned, ...unversioned];

const interpreter = new RegExp(`^(?:(?:${versioned.join('|')})[\\d.]*|${unversioned.join('|')})$`);

/** A name that may be followed by a version. */
export function isVersioned(name: string): boolean {
  return versioned.includes(name);
}

export function isInterpreter(name: string): boolean {
  return interpreter.test(name);
}

/** Also pipes: of awk (`"cmd" | getline`) and of perl (`open(F, "cmd |")`). */
const starting =
  /system|exec|spawn|popen|proc_open|passthru|subprocess|\brun\b|\bcall\b|child_process|qx|%x|`|shell|syscmd|\|\s*getline|["']\s*\||\|\s*["']\s*\)/i;

/** Code that starts programs. Text that is only printed starts none. */
export function startsPrograms(code: string): boolean {
  return starting.test(code) || printsIntoProgram(code);
}

/** awk's `print | "cmd"`. In two steps, because one pattern would look at the rest again for each `print`. */
function printsIntoProgram(code: string): boolean {
  const at = code.search(/\bprintf?\b/i);
  return at >= 0 && /\|\s*"/.test(code.slice(at));
}

/** Variables whose value is a command: PAGER and MANPAGER, EDITOR, LESSOPEN, GIT_EXTERNAL_DIFF, RSYNC_RSH. */
export function namesCommand(name: string): boolean {
  return /(?:PAGER|EDITOR|VISUAL|BROWSER|ASKPASS|SHELL|_COMMAND|_CMD|_DIFF|_SSH|_RSH)$|^LESS(?:OPEN|CLOSE)$/i.test(
    name,
  );
}
