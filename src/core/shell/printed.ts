// What some commands inside `$(…)` print, as far as it matters: the name of the checked-out branch, and settings of the
// environment.

/** Stands for the name of the branch that is checked out. No branch has such a name. */
export const currentBranch = '\u{F0000}branch';

const branch =
  /^git\s+(?:branch\s+--show-current|rev-parse\s+--abbrev-ref\s+HEAD|symbolic-ref\s+(?:-q\s+)?--short\s+(?:-q\s+)?HEAD)$/;

/** They print lines that set variables, for `eval`. */
const settings =
  /^(?:ssh-agent(?:\s+-s)?|gpg-agent\s+--daemon|fnm\s+env[\w\s-]*|(?:pyenv|rbenv|nodenv|goenv|jenv)\s+init\s+-[\w\s-]*|direnv\s+(?:hook|export)\s+\w+|mise\s+(?:activate|env)[\w\s-]*|(?:\/[\w./-]*\/)?brew\s+shellenv|opam\s+env|dircolors(?:\s+-b)?|conda\s+shell\.\w+\s+hook|luarocks\s+path|minikube\s+docker-env|docker-machine\s+env\s+\w+)$/;

/** Null when only the shell can tell. `text` is the whole `$(…)`. */
export function printedBy(text: string): string | null {
  const command = /^(?:\$\((.*)\)|`(.*)`)$/s.exec(text);
  const line = (command?.[1] ?? command?.[2] ?? '').replace(/\s+2>\s*\/dev\/null\s*$/, '').trim();
  if (branch.test(line)) return currentBranch;
  return settings.test(line) ? '' : null;
}
