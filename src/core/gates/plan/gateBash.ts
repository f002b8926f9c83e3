// Which Bash lines may run before the plan is approved: one of a few reading programs, with flags that only read.

import { type ReadFlags, readFlags, type UsedFlag } from './gateFlags.ts';
import { type GitCommand, gitCommands, gitGlobalFlags, gitTool } from './gateGit.ts';
import { type GitFacts, gitDanger } from './gateGitConfig.ts';
import { type GateWord, lexLine, shownFirst } from './gateLexer.ts';
import { type GateTool, gateTools } from './gateTools.ts';

export interface BashFacts {
  /** The command's directory; absolute. */
  readonly cwd: string;
  /** Read only for a git command. */
  readonly git: () => GitFacts;
  /** RIPGREP_CONFIG_PATH names a file inside the project, which may contain any flag. */
  readonly ripgrepConfig: boolean;
  /** The file that this name would run, when that is a program of the project. */
  readonly projectProgram?: (name: string) => string | undefined;
  /** A variable such as GIT_EXTERNAL_DIFF that names a program of the project. */
  readonly gitVariable?: () => string | undefined;
}

/** The reason for a denial; undefined when the line may run. */
export function refuseBash(command: string, facts: BashFacts): string | undefined {
  const lexed = lexLine(command);
  if ('refused' in lexed) return lexed.refused;
  const [first, ...rest] = lexed.words;
  if (first === undefined) return 'there is no command';
  if (first.quoted || first.glob >= 0) return 'the name of the program is not written literally';
  const tool = gateTools.get(first.value);
  if (tool === undefined && first.value !== 'git') {
    return `"${shownFirst(first.value)}" is not one of the programs that only read`;
  }
  const own = facts.projectProgram?.(first.value);
  if (own !== undefined)
    return `"${first.value}" would run ${own}, a program of this project: ask the human to correct PATH`;
  return tool === undefined ? refuseGit(rest, facts) : refuseTool(first.value, tool, rest, facts);
}

export const allowedBash = `${[...gateTools.keys()].join(', ')}, and git ${gitCommands.join(', ')}`;

function refuseTool(name: string, tool: GateTool, words: readonly GateWord[], facts: BashFacts): string | undefined {
  const read = readFlags(name, words, tool);
  if ('refused' in read) return read.refused;
  if (name === 'rg' && facts.ripgrepConfig && !has(read.flags, 'no-config')) {
    return 'RIPGREP_CONFIG_PATH names a file in this project, which could run programs: use rg --no-config';
  }
  return refuseOperands(name, tool, read, facts.cwd) ?? refuseWaiting(name, tool, read);
}

function refuseGit(words: readonly GateWord[], facts: BashFacts): string | undefined {
  const variable = facts.gitVariable?.();
  if (variable !== undefined)
    return `${variable} names a program of this project, which git would run: ask the human to unset it`;
  const at = words.findIndex(({ value }) => !value.startsWith('-'));
  const global = readFlags('git', words.slice(0, at < 0 ? undefined : at), gitGlobalFlags);
  if ('refused' in global) return `${global.refused} before the git command`;
  if (words.slice(0, at).some(({ value }) => /^--?$/.test(value))) return 'git takes no "-" or "--" before its command';
  const word = words[at];
  const command = gitCommands.find((name) => name === word?.value);
  if (word === undefined || command === undefined || word.quoted) {
    return `only these git commands are known to read: ${gitCommands.join(', ')}`;
  }
  return refuseGitCommand(command, words.slice(at + 1), facts);
}

function refuseGitCommand(command: GitCommand, words: readonly GateWord[], facts: BashFacts): string | undefined {
  const tool = gitTool(command);
  const read = readFlags(`git ${command}`, words, tool);
  if ('refused' in read) return read.refused;
  const why = tool.refuse?.(read.flags, read.operands) ?? refuseOperands(`git ${command}`, tool, read, facts.cwd);
  if (why !== undefined) return why;
  const danger = gitDanger(command, read.flags, facts.git());
  return danger === undefined
    ? undefined
    : `git ${command} would run a program of this repository, or write a file: ${danger}. Read the files instead, or ask the human to remove the setting`;
}

type Read = Exclude<ReadFlags, { refused: string }>;

function refuseOperands(name: string, tool: GateTool, { flags, operands }: Read, cwd: string): string | undefined {
  const glob = tool.globFirst ? undefined : operands.find((word) => word.glob === 0);
  if (glob !== undefined) return `the glob "${glob.value}" could become a flag of ${name}: write ./ before it`;
  if (tool.opensNothing) return undefined;
  const named = flags.filter(({ name: flag }) => ['f', 'file', 'exclude-from', 'O'].includes(flag));
  const files = [...operands.slice(patternsIn(tool, flags)), ...named];
  const device = files
    .flatMap(({ value }) => (value === undefined ? [] : [value]))
    .find((value) => value === '-' || isDevice(value, cwd));
  return device === undefined ? undefined : `"${device}" is not a file: ${name} could wait forever`;
}

/** The command would wait for typed input, which never comes. */
function refuseWaiting(name: string, tool: GateTool, { flags, operands }: Read): string | undefined {
  if (name === 'tail' && operands.some(({ value }) => value.startsWith('+')))
    return 'tail +N is an old form: use tail -n +N';
  if (!tool.needsFile || tool.withoutFile?.split(' ').some((flag) => has(flags, flag))) return undefined;
  const files = operands.length - patternsIn(tool, flags);
  return files > 0 ? undefined : `${name} without a file waits for input: name the file`;
}

/** How many of the operands are patterns; patterns come first. */
function patternsIn({ patternFlags }: GateTool, flags: readonly UsedFlag[]): 0 | 1 {
  return patternFlags === undefined || patternFlags.split(' ').some((flag) => has(flags, flag)) ? 0 : 1;
}

/** Compares the text of the path only, without following links. */
function isDevice(value: string, cwd: string): boolean {
  if (!/(?:dev|proc)/.test(value) && !/^\/(?:dev|proc)(?:\/|$)/.test(cwd)) return false;
  const parts: string[] = [];
  for (const part of (value.startsWith('/') ? value : `${cwd}/${value}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const path = `/${parts.join('/')}`;
  return (
    (/^\/dev\/(?!null$)/.test(path) && !path.startsWith('/dev/shm/')) || /^\/proc\/(?:kmsg$|.*\/fd(?:\/|$))/.test(path)
  );
}

function has(flags: readonly UsedFlag[], name: string): boolean {
  return flags.some((flag) => flag.name === name);
}
