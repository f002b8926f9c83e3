// Whether a command that ran is the project's usual command for its tests or checks. The user's configuration names
// that command, or else the base of the change does: the change under review must not choose its own tests.

import { oneLine } from '../../base/outsideText.ts';
import { partsOfScript, partsOfTarget, partsOfTool } from './behind.ts';
import { commandText } from './commandText.ts';
import {
  type DeclaredCommand,
  type DeclaringFiles,
  declaredCommands,
  type Purpose,
  scriptRunBy,
  targetBuiltBy,
} from './declared.ts';
import { type Environment, steeringVariable } from './steering.ts';

export interface CommandFacts {
  readonly what: Purpose;
  readonly command: readonly string[];
  /** Where it ran, relative to the top of the project; empty at the top. */
  readonly directory: string;
  /** What the user's configuration names. */
  readonly configured: readonly string[] | undefined;
  /** The files at the top of the project, in the base of the change and now. */
  readonly base: DeclaringFiles;
  readonly now: DeclaringFiles;
  /** The environment of the command. */
  readonly env?: Environment;
  /** What else decides what such a command runs: a program of the project. */
  readonly steered?: string | undefined;
}

/** Why the command is not the usual one. Null when it is, or when nothing says which one is. */
export function whyUnusual(facts: CommandFacts): string | null {
  const { what, command, directory, configured, base } = facts;
  const usual = configured === undefined ? declaredCommands(base, what) : [{ words: configured }];
  const [first] = usual;
  if (first === undefined) return null;
  // The user may have named a line of a shell.
  const isWhole = usual.some((one) => isSame(command, one));
  const parts = (isWhole ? undefined : joined(command)) ?? [command];
  if (!parts.every((part) => usual.some((one) => isSame(part, one)))) {
    return `the usual command is ${shown(suggested(usual))}`;
  }
  if (directory !== '') return `it ran in ${oneLine(directory, 80)}, not at the top of the project`;
  const altered = parts.map((part) => alteredBy(part, facts)).find((why) => why !== null);
  const variable = steeringVariable(facts.env ?? {}, textsBehind(parts, base), base);
  const steered = variable === undefined ? undefined : `the variable ${variable} decides what it runs`;
  return altered ?? steered ?? facts.steered ?? null;
}

function isSame(command: readonly string[], { words, extra }: DeclaredCommand): boolean {
  const script = scriptRunBy(words);
  if (script !== undefined && scriptRunBy(command) === script) return true;
  if (equal(command, words)) return true;
  const [program, ...args] = command;
  const kept = args.filter((word) => extra?.test(word) !== true);
  return extra !== undefined && equal([program ?? '', ...kept], words);
}

/** What a script or a recipe does must not come from the change. */
function alteredBy(command: readonly string[], { base, now }: CommandFacts): string | null {
  const after = partsBehind(command, now);
  const altered = [...partsBehind(command, base)].find(([label, text]) => after.get(label) !== text);
  return altered === undefined ? null : `the change alters ${altered[0]}`;
}

function partsBehind(command: readonly string[], files: DeclaringFiles): ReadonlyMap<string, string> {
  const script = scriptRunBy(command);
  if (script !== undefined) return partsOfScript(files, script);
  const target = targetBuiltBy(command);
  return target === undefined ? partsOfTool(files, command) : partsOfTarget(files, target);
}

/** The commands, and the scripts and recipes that they run. */
function textsBehind(commands: readonly (readonly string[])[], base: DeclaringFiles): string[] {
  return commands.flatMap((command) => [command.join(' '), ...partsBehind(command, base).values()]);
}

/** The commands of `sh -c 'a && b'`, if it is nothing but plain commands joined like that. */
function joined([shell, flag, text, ...more]: readonly string[]): string[][] | undefined {
  if (!/^(?:ba|z|da)?sh$/.test(shell ?? '') || flag !== '-c' || text === undefined || more.length > 0) return undefined;
  if (!/^[\w@%+=:,./& -]+$/.test(text) || /(?:^|[^&])&(?:[^&]|$)|&&&/.test(text)) return undefined;
  return text.split('&&').map((part) => part.split(' ').filter(Boolean));
}

/** Without those that only say the same in other words. */
function suggested(usual: readonly DeclaredCommand[]): string[] {
  const managed = usual.filter(({ words }) => scriptRunBy(words) !== undefined);
  return (managed.length > 0 ? managed : usual.slice(0, 1)).map(({ words }) => commandText(words));
}

function shown(commands: readonly string[]): string {
  return commands.join(' or ');
}

function equal(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}
