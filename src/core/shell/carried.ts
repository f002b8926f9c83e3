// An unknown program may run its arguments: `mise exec -- bash -c "…"`, `nix-shell --run "…"`.

import { shells } from './launchers.ts';
import type { Reading } from './reading.ts';
import { copyOf, type Scope } from './scope.ts';
import { programName, type ShellWord } from './word.ts';

export function runCarried(
  reading: Reading,
  args: readonly ShellWord[],
  scope: Scope,
  next: (words: readonly ShellWord[]) => void,
): void {
  const shell = args.findIndex((word, at) => {
    const following = args[at + 1];
    const last = following === undefined || following.value?.startsWith('-') === true;
    return last && word.value !== null && shells.has(programName(word) ?? '');
  });
  if (shell !== -1) next(args.slice(shell));
  for (const text of lines(args)) reading.guess(text, copyOf(scope));
}

/** Many programs take a shell line with these options; for others they mean something else. */
const options = ['-c', '--command', '--run', '--call', '--cmd', '--exec'];

function lines(args: readonly ShellWord[]): string[] {
  const found = args.flatMap(({ value }, at) => {
    if (value === null) return [];
    if (options.includes(value)) return [args[at + 1]?.value ?? ''];
    const option = options.find((one) => one.startsWith('--') && value.startsWith(`${one}=`));
    return option === undefined ? [] : [value.slice(option.length + 1)];
  });
  return found.filter((text) => text.includes(' ')).slice(0, 8);
}
