// Whether a text that a program may run leads to what Party guards without its literal path: by a variable of the
// environment (`process.env.PARTY_HOME`), from the user's home, or by a path that it puts together.

import { isInterpreter } from '../../shell/kinds.ts';
import type { Invocation } from '../../shell/programs.ts';
import { programName, type ShellWord } from '../../shell/word.ts';

/** `invocation` is one that is not known to read. */
export function codeNamesGuarded({ words, input, given = [] }: Invocation, guarded: readonly string[]): boolean {
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  if (name !== null && keepers.has(name)) return false;
  const texts = [...args, ...given.map(({ value }) => value)].flatMap((word) => word?.value ?? []);
  const codes = words.some(takesCode) ? [...texts, ...input.texts] : texts;
  return codes.some((text) => leadsToGuarded(text, guarded));
}

/** They keep what they are given, for people or in a repository: a text may speak of anything. */
const keepers: ReadonlySet<string> = new Set(
  'git gh glab hub tea az jira linear slack mail codex claude patch tee'.split(' '),
);

/** Programs beside the interpreters that run what they read from their input. */
const alsoTakesCode = /^(?:ed|ex|n?vim?|vim|tsx|ts-node|julia|R|Rscript|pwsh|irb|gdb|guile|racket|sqlite3)$/i;

function takesCode(word: ShellWord): boolean {
  const name = word.value === null ? null : programName(word);
  return name !== null && (isInterpreter(name) || alsoTakesCode.test(name));
}

function leadsToGuarded(text: string, guarded: readonly string[]): boolean {
  if (text.length > longest) return ownNames.test(text);
  const joined = text.replace(joints, '');
  if (ownNames.test(joined) && ((/[([{$:]/.test(text) && asksEnvironment.test(text)) || expands.test(text)))
    return true;
  if (!/["'`(]/.test(text)) return false;
  const path = joined.replaceAll('/', '');
  const home = homeOf(guarded);
  return guarded.some((place) => {
    if (holds(path, place)) return true;
    return home !== undefined && place.startsWith(home) && fromHome.test(text) && holds(path, place.slice(home.length));
  });
}

/** Longer code is only searched for the names of the variables. */
const longest = 20_000;

/** What stands between the parts of a name that code puts together: `"PARTY_" + "HOME"`, `join(home, ".tmux-team")`. */
const joints = /["'`\s+,()[\]]|\.(?=["'\s.])/g;

const ownNames = /PARTY_?(?:HOME|STATE_?ROOT|SESSION)|XDG_?STATE_?HOME/;

/** By any of the ways of common languages, all of which need a bracket, a dollar or a colon. */
const asksEnvironment = /env|system attribute/i;

/** A shell inside of the code would expand it. */
const expands = /\$\{?[!#]?(?:PARTY_(?:HOME|STATE_ROOT|SESSION)|XDG_STATE_HOME)\b/;

const fromHome = /~|home/i;

/** Short paths are parts of other words. */
function holds(path: string, place: string): boolean {
  const wanted = place.replaceAll('/', '');
  return wanted.length >= 10 && path.includes(wanted);
}

function homeOf(guarded: readonly string[]): string | undefined {
  return guarded.find((place) => place.endsWith('/.tmux-team/config.json'))?.split('/.tmux-team/')[0];
}
