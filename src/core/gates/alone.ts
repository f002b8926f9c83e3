// The gate judges a pull request by the state of the repository when the command line arrives. So the line must not run
// anything else that could change that state.

import { oneLine } from '../base/outsideText.ts';
import { type GatedAct, gatedActNames } from '../project/gatedActs.ts';
import { isInterpreter } from '../shell/kinds.ts';
import { feeders, launchers, shellOptions, shells } from '../shell/launchers.ts';
import { launched } from '../shell/options.ts';
import type { Invocation, ShellLine } from '../shell/programs.ts';
import { programName, type ShellWord } from '../shell/word.ts';
import { type Denial, deny } from './denial.ts';
import { makesPullRequest } from './pullRequest.ts';

/**
 * The reason for a denial, when a line that makes a pull request also does something else. `judged` are the programs
 * that the gate has looked at already.
 */
export function denyCompany(
  { invocations, writes }: ShellLine,
  judged: ReadonlySet<Invocation> = new Set(),
  act: GatedAct = 'pr-create',
): Denial | undefined {
  const [write] = writes;
  const other = invocations.find((one) => !judged.has(one) && !isHarmless(one, invocations.length === 1));
  if (other === undefined && write === undefined) return undefined;
  const what = other === undefined ? `writes ${shownFile(write?.target)}` : `runs ${shown(other)}`;
  const order = act === 'pr-create' ? 'Create the pull request' : `Do this (${gatedActNames[act]})`;
  return deny(
    `${order} in a call of its own. This line also ${what}, and the gate checks the commits before any part of the line runs`,
  );
}

const quiet: ReadonlySet<string> = new Set(
  `cd pushd popd chdir echo printf print cat true false : test [ set export declare typeset local readonly exit return
  pwd ls head tail grep egrep fgrep rg wc sort uniq cut tr jq which type date sleep basename dirname eval`.split(/\s+/),
);

function isHarmless(invocation: Invocation, only: boolean): boolean {
  const [program, ...args] = invocation.words;
  const name = program === undefined ? null : programName(program);
  if (name === null) return only;
  if (isInterpreter(name)) return false;
  if (quiet.has(name)) return true;
  if (name === 'git') return gitIsHarmless(args);
  // The list has the programs that these run as entries of their own.
  if (shells.has(name)) return launched(args, shellOptions).options.some((one) => /^-[A-Za-z]*c/.test(one.name));
  if (Object.hasOwn(launchers, name)) return !feeders.has(name);
  return makesPullRequest(invocation) || (name === 'gh' && ghReads(args));
}

const gitVerbs: ReadonlySet<string> = new Set(
  'push status log diff fetch rev-parse show ls-files merge-base rev-list describe'.split(' '),
);

function gitIsHarmless(words: readonly ShellWord[]): boolean {
  const { words: rest, options } = launched(words, { valued: ['-C', '-c', '--config-env'] });
  if (!options.every(({ name }) => name === '-C' || name === '--no-pager' || name === '-P')) return false;
  const [verb, ...args] = rest;
  if (args.some(({ value }) => /^--(?:output|exec|receive-pack|upload-pack)(?:=|$)/.test(value ?? ''))) return false;
  if (verb?.value === 'branch')
    return args.every(({ value }) => /^(?:--show-current|--list|-[arv]+)$/.test(value ?? ''));
  if (verb?.value === 'remote') return args.length === 0 || /^(?:-v|get-url)$/.test(args[0]?.value ?? '');
  if (verb?.value === 'push') return !args.some(pushesOther);
  return verb?.value != null && gitVerbs.has(verb.value);
}

/** `git push origin other:topic` pushes other commits under the reviewed name. */
function pushesOther({ value }: ShellWord): boolean {
  const [, from, to] = /^\+?([^:/]*(?:\/[^:/]+)*):(.+)$/.exec(value ?? '') ?? [];
  return from !== undefined && !['HEAD', '@', to].includes(from);
}

function ghReads(args: readonly ShellWord[]): boolean {
  const [first, second] = launched(args, { valued: ['-R', '--repo', '--hostname'] }).words;
  if (first === undefined || first.value === 'status' || first.value === 'version') return true;
  return /^(?:list|view|status|checks|diff)$/.test(second?.value ?? '');
}

/** The program and its verb, if it has verbs. More words might reveal a secret. */
function shown({ words: [program, ...args] }: Invocation): string {
  const name = program === undefined ? null : programName(program);
  if (name === null) return 'a program that only the shell knows';
  const verb = name === 'git' || name === 'gh' ? launched(args, { valued: ['-C', '-c', '-R'] }).words[0]?.value : null;
  return oneLine(verb == null ? name : `${name} ${verb}`, 60);
}

function shownFile(target: ShellWord | undefined): string {
  return target?.value == null ? 'a file' : oneLine(target.value, 60);
}
