// Programs that change everything below a folder, and so also what Party guards below it, which the line need not name:
// `find ~ -delete`, `chmod -R 0 ~`, `rsync --delete x/ ~`.

import { literal, type ShellWord } from '../../shell/word.ts';

type Reads = (words: readonly ShellWord[]) => boolean;

/** The folders below which find and fd change what they find; `reads` says whether the program that they run only reads. */
export function sweptBy(name: string, args: readonly ShellWord[], reads: Reads): readonly ShellWord[] {
  if (/^g?find$/.test(name)) return sweptByFind(args, reads);
  const at = /^fd(?:find)?$/.test(name) ? args.findIndex(({ value }) => /^(?:-[xX]|--exec)/.test(value ?? '')) : -1;
  return at < 0 || reads(args.slice(at + 1)) ? [] : args.slice(0, at);
}

function sweptByFind(args: readonly ShellWord[], reads: Reads): readonly ShellWord[] {
  const values = args.map(({ value }) => value ?? '');
  const acts = values.some((value, at) => {
    if (/^-(?:exec|ok)(?:dir)?$/.test(value)) return !reads(args.slice(at + 1));
    return value === '-delete';
  });
  if (!acts || isNarrow(values)) return [];
  const end = args.findIndex(({ value }, at) => /^[-(!]/.test(value ?? '') && !/^-[HLP]$/.test(values[at] ?? ''));
  const starts = args.slice(0, end < 0 ? args.length : end);
  return starts.length > 0 ? starts : [literal('.')];
}

/** With a name, `find` leaves other files alone; with `-o` and `!` only it knows which. */
function isNarrow(values: readonly string[]): boolean {
  if (values.some((value) => /^(?:-or?|-not|!|,)$/.test(value))) return false;
  return values.some((value, at) => {
    const pattern = values[at + 1] ?? '';
    if (/^-i?(?:path|wholename|regex)$/.test(value)) return !/part|state|tmux/i.test(pattern);
    return /^-i?name$/.test(value) && !ownFiles.some((name) => fits(name, pattern));
  });
}

/** Names of every kind of file that Party guards. */
const ownFiles = ['party', 'party-x', 'events.jsonl', 'events.head', 'gate.json', 'config.json', 'hook.cjs', 'x.sh'];

/** By the beginning and the end, as far as these are no globs. */
function fits(name: string, pattern: string): boolean {
  const head = /^[^*?[]*/.exec(pattern)?.[0] ?? '';
  const tail = /[^*?\]]*$/.exec(pattern)?.[0] ?? '';
  return head === pattern ? name === pattern : name.startsWith(head) && name.endsWith(tail);
}

/** Whether a copy goes into the target itself and not into a folder of its own: `cp -r x/. DIR`, `rsync -a x/ DIR`. */
export function spillsOver(name: string, sources: readonly ShellWord[], target: ShellWord | undefined): boolean {
  // Another machine has its own files.
  if (/^[\w.@-]+:/.test(target?.value ?? '')) return false;
  const spills = name === 'rsync' ? /\/$|(?:^|\/)\.$/ : /(?:^|\/)\.\/*$/;
  return sources.some(({ value }) => spills.test(value ?? ''));
}

/** `chmod -R`, `chown -R`. */
export function isRecursive(name: string, args: readonly ShellWord[]): boolean {
  return /^g?ch(?:mod|own|grp)$/.test(name) && args.some(({ value }) => /^-[a-zA-Z]*R|^--rec/.test(value ?? ''));
}
