// Whether a line names something that Party guards, also by a glob that may become its name.

import { resolvePath } from '../../shell/scope.ts';
import { withoutQuotes } from '../words.ts';

/** In any of the places, which are where the programs of the line run. */
export function namesGuarded(command: string, guarded: readonly string[], places: readonly string[]): boolean {
  const plain = withoutQuotes(command);
  if (ownWords.test(plain) || (plain.includes('XDG_CONFIG_HOME') && /tmux-|[*?[]|(?<!\$)\{/.test(plain))) return true;
  if (guarded.some((place) => plain.includes(place) || namesFolder(plain, place))) return true;
  return globsIn(plain, guarded).some((glob) => {
    const full = glob.startsWith('/') ? [glob] : places.map((place) => `${place}/${glob}`);
    return full.some((one) => guarded.some((place) => couldBecome(one, place)));
  });
}

/** Whether a glob of the line, which a variable may hold, completes the beginning of a path to a guarded one. */
export function globCompletes(command: string, start: string, guarded: readonly string[]): boolean {
  const globs = globsIn(withoutQuotes(command), guarded).filter((glob) => /^\w/.test(glob));
  return globs.some((glob) => guarded.some((place) => couldBecome(`${start}${glob}`, place)));
}

/** The variables whose values are guarded places, or lead to them. */
export function usesOwnVariable(command: string): boolean {
  return ownVariable.test(withoutQuotes(command));
}

const ownVariable = /\$\{?[!#]?(?:PARTY_(?:HOME|STATE_ROOT|SESSION)|XDG_STATE_HOME)\b/;

/** Also the beginning of a name that a glob completes: `~/.tmux-t*`. */
const ownWords =
  /PARTY_(?:HOME|STATE_ROOT|SESSION)|\/party-|\.tmux-team\b|~\/\.(?:t[*?[]|tmux-t|local\/s[*?[]|local\/state)|XDG_STATE_HOME/;

/** The folder of a session by its name alone: `cd /tmp; rm -r party-x`. */
function namesFolder(plain: string, place: string): boolean {
  const name = /[^/]*$/.exec(place)?.[0] ?? '';
  if (!name.startsWith('party-')) return false;
  const at = plain.indexOf(name);
  return at >= 0 && !/[\w-]/.test(plain[at - 1] ?? '');
}

/** With the user's home for `~`, as far as the guarded places tell it. */
function globsIn(plain: string, guarded: readonly string[]): string[] {
  const home = guarded.find((place) => place.endsWith('/.tmux-team/config.json'))?.split('/.tmux-team/')[0];
  return plain
    .split(/[\s;|&()<>=]+/)
    .filter((word) => word.length < 1000 && /[*?[]|(?<!\$)\{/.test(word))
    .map((word) => (home === undefined ? word : word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, () => home)));
}

/** By the beginning and the end of each part. A glob leaves out the names that begin with a dot. */
function couldBecome(glob: string, place: string): boolean {
  const parts = resolvePath('/', glob).split('/').slice(1);
  const names = place.split('/').slice(1);
  return parts.every((part, at) => {
    const name = names[at];
    if (name === undefined) return true;
    const [head = ''] = part.split(/[*?[{$]/, 1);
    if (head === part) return part === name;
    if (head === '' && name.startsWith('.') && !/^[{$]/.test(part)) return false;
    return name.startsWith(head) && name.endsWith(/[^*?\]}]*$/.exec(part)?.[0] ?? '');
  });
}
