// Where cp, mv, ln and their like put the files that their words name.

import { literal, type ShellWord } from '../../shell/word.ts';

export interface Placed {
  readonly options: readonly ShellWord[];
  readonly sources: readonly ShellWord[];
  /** Undefined when it is the folder where the program runs. */
  readonly target: ShellWord | undefined;
  /** The names that the sources get when the target is a folder. */
  readonly inside: readonly ShellWord[];
}

export function placed(args: readonly ShellWord[]): Placed {
  const end = args.findIndex(({ value }) => value === '--');
  const isOption = ({ value }: ShellWord, at: number) => value?.startsWith('-') === true && (end < 0 || at <= end);
  const options = args.filter(isOption);
  const at = args.findIndex((word, index) => isOption(word, index) && targetOption.test(word.value ?? ''));
  const attached = attachedTarget.exec(args[at]?.value ?? '');
  const glued = attached?.[1] ?? attached?.[2];
  const named = glued === undefined ? (at < 0 ? undefined : args[at + 1]) : literal(glued);
  const operands = args.filter((word, index) => !isOption(word, index) && word !== named);
  const target = named ?? (operands.length > 1 ? operands.at(-1) : undefined);
  const sources = named === undefined && target !== undefined ? operands.slice(0, -1) : operands;
  return { options, sources, target, inside: sources.flatMap((one) => into(target ?? literal('.'), one)) };
}

/** GNU programs accept the beginning of a long option. */
const targetOption = /^(?:-[a-zA-Z]*t|--t[a-z-]*(?:=|$))/;
const attachedTarget = /^(?:-[a-zA-Z]*?t(.+)|--t[a-z-]*=(.*))$/s;

/** `cp a/config.json DIR` writes DIR/config.json. */
function into(folder: ShellWord, { value }: ShellWord): ShellWord[] {
  const name = value?.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return folder.value === null || name === '' ? [] : [literal(`${folder.value}/${name}`)];
}
