// The command that installs a program on this platform, for messages that name something missing.

import { delimiter, join } from 'node:path';
import { isProgram } from './files.ts';

const managers: readonly (readonly [program: string, command: string])[] = [
  ['brew', 'brew install'],
  ['apt-get', 'sudo apt-get install'],
  ['dnf', 'sudo dnf install'],
  ['pacman', 'sudo pacman -S'],
  ['zypper', 'sudo zypper install'],
  ['apk', 'sudo apk add'],
];

export function installHint(program: string): string {
  const command = installCommand(program);
  return command === undefined ? `Install ${program} with your package manager` : `Install it with: ${command}`;
}

/** Undefined when no package manager that we know is on the PATH. */
export function installCommand(program: string, path = process.env['PATH'] ?? ''): string | undefined {
  const known = process.platform === 'darwin' ? managers.slice(0, 1) : managers;
  // The PATH of an editor may be shorter than the PATH in the user's shell.
  const places = [path, '/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'].join(delimiter);
  const manager = known.find(([name]) => findProgram(name, places) !== undefined)?.[1];
  // Homebrew is what a Mac user means by "the package manager", installed or not.
  return manager ? `${manager} ${program}` : process.platform === 'darwin' ? `brew install ${program}` : undefined;
}

/** The absolute path of an executable on `path`. */
export function findProgram(name: string, path: string): string | undefined {
  for (const directory of path.split(delimiter)) {
    if (directory === '') continue;
    const candidate = join(directory, name);
    if (isProgram(candidate)) return candidate;
  }
  return undefined;
}
