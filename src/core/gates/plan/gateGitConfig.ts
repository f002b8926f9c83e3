// Which programs a git command would run because of the repository's configuration. git trusts that configuration:
// status asks a file system monitor, diff runs an external program. The configuration in the user's home is the user's
// own choice, but any program may have written the one in the project.

import type { UsedFlag } from './gateFlags.ts';
import { type GitCommand, runsProgram } from './gateGit.ts';

export interface GitSetting {
  /** As git prints it: section and name in lower case, the part between them as written. */
  readonly key: string;
  readonly value: string;
  /** Set in the repository, or in a file that the repository's configuration includes. */
  readonly local: boolean;
}

export interface GitRepository {
  readonly settings: readonly GitSetting[];
  /** A hook that git runs when it refreshes its index, which status and diff do. */
  readonly indexHook: boolean;
}

/** What git finds in the command's directory. */
export interface GitFacts {
  readonly own: GitRepository;
  /** The repositories inside that git looks into. Read only when needed. */
  readonly nested: () => readonly GitRepository[];
  /** The repository that contains this one; without settings when there is none. */
  readonly around: () => GitRepository;
}

/** The setting that would run a program, in words that help the user find it; undefined when there is none. */
export function gitDanger(command: GitCommand, flags: readonly UsedFlag[], facts: GitFacts): string | undefined {
  const own = dangerIn(facts.own, command, flags);
  if (own !== undefined) return own;
  // git asks the containing repository through a second git process.
  if (command === 'rev-parse' && flags.some(({ name }) => name === 'show-superproject-working-tree')) {
    return dangerIn(facts.around(), 'status', []);
  }
  if (!looksIntoSubmodules.includes(command) || ignoresSubmodules(flags)) return undefined;
  // git starts a second git process in each, without the command's flags.
  for (const repository of facts.nested()) {
    const found = dangerIn(repository, 'status', []) ?? dangerIn(repository, 'diff', []);
    if (found !== undefined) return `${found} (in a repository inside of this one)`;
  }
  return undefined;
}

const looksIntoSubmodules: readonly GitCommand[] = ['status', 'diff', 'show', 'log', 'grep'];

function ignoresSubmodules(flags: readonly UsedFlag[]): boolean {
  if (flags.some(({ name }) => name === 'no-recurse-submodules')) return true;
  const last = flags.findLast(({ name }) => name === 'ignore-submodules');
  return last !== undefined && (last.value ?? 'all') === 'all';
}

function dangerIn({ settings, indexHook }: GitRepository, command: GitCommand, flags: readonly UsedFlag[]) {
  const has = (name: string) => flags.some((flag) => flag.name === name);
  for (const setting of settings) {
    if (isDangerous(setting, command, has)) return `${setting.key} is set in its configuration`;
  }
  if (verifiesSignatures(settings, command, has)) return 'its configuration lets git log verify signatures';
  const smudged = smudgesFor(settings, command, has);
  if (smudged !== undefined) return `${smudged} is set in its configuration`;
  if (indexHook && ['status', 'diff'].includes(command)) return 'its hook post-index-change would run';
  return undefined;
}

function isDangerous({ key, value, local }: GitSetting, command: GitCommand, has: (flag: string) => boolean): boolean {
  const shows = ['diff', 'show', 'log'].includes(command) || (command === 'status' && (has('v') || has('verbose')));
  const [section = '', ...rest] = key.split('.');
  const name = rest.at(-1) ?? '';
  // Dangerous in any configuration: they make git write, or start a second git process without the command's flags.
  if (key === 'diff.submodule') return value === 'diff' && shows && !has('submodule');
  if (key === 'log.diffmerges') return /^r/.test(value) && shows;
  if (key === 'status.submodulesummary') return !isFalse(value) && value !== '0' && command === 'status';
  if (section === 'diff' && name === 'cachetextconv') return !isFalse(value) && shows && !has('no-textconv');
  return local && isDangerousInProject({ key, value }, { command, shows, has });
}

interface GitCall {
  readonly command: GitCommand;
  /** The command shows differences. */
  readonly shows: boolean;
  readonly has: (flag: string) => boolean;
}

/** Settings that the user may have for their own purposes, but that a project must not make. */
function isDangerousInProject({ key, value }: Pick<GitSetting, 'key' | 'value'>, call: GitCall): boolean {
  const { command, shows, has } = call;
  switch (key) {
    case 'core.fsmonitor':
      return !isFalse(value) && !isTrue(value);
    case 'core.virtualfilesystem':
    case 'core.gvfs':
    case 'extensions.partialclone':
      return true;
    case 'core.usebuiltinfsmonitor':
      return false;
    case 'diff.external':
      return value !== '' && shows && !has('no-ext-diff');
    case 'branch.sort':
      return runsProgram(value) && command === 'branch';
  }
  return isDangerousSection(key, value, call);
}

function isDangerousSection(key: string, value: string, { command, shows, has }: GitCall): boolean {
  const [section = '', ...rest] = key.split('.');
  const name = rest.at(-1) ?? '';
  switch (section) {
    case 'filter':
      return ['clean', 'smudge', 'process'].includes(name) && ['status', 'diff'].includes(command);
    case 'diff':
      if (name === 'command') return shows && !has('no-ext-diff');
      return name === 'textconv' && shows && !has('no-textconv');
    case 'hook':
      return true;
    case 'lfs':
      // The filter is the user's own, but the program that it runs comes from the repository.
      return rest[0] === 'extension' && ['status', 'diff'].includes(command);
    case 'trace2':
      // Matters when the user's own configuration includes a file of the project.
      return name.endsWith('target') && !isFalse(value);
    case 'remote':
      // In a partial clone git fetches missing objects in the way that the repository configures. A filter alone makes
      // a clone partial.
      return name === 'partialclonefilter' || (name === 'promisor' && !isFalse(value));
    default:
      return false;
  }
}

/** git sends the input of the user's textconv through the repository's filter first. */
function smudgesFor(
  settings: readonly GitSetting[],
  command: GitCommand,
  has: (flag: string) => boolean,
): string | undefined {
  if (!['log', 'show'].includes(command) || has('no-textconv')) return undefined;
  if (!settings.some(({ key }) => /^diff\..*\.textconv$/.test(key))) return undefined;
  return settings.find(({ key, local }) => local && /^filter\..*\.(?:smudge|process)$/.test(key))?.key;
}

/** True when log.showSignature or a format verifies signatures, and the repository sets that or chooses the program. */
function verifiesSignatures(
  settings: readonly GitSetting[],
  command: GitCommand,
  has: (flag: string) => boolean,
): boolean {
  if (command !== 'log' && command !== 'show') return false;
  const verifying = settings.filter(({ key, value }) =>
    key === 'log.showsignature'
      ? !isFalse(value) && !has('no-show-signature')
      : (key === 'format.pretty' || key.startsWith('pretty.')) && runsProgram(value),
  );
  const program = settings.some(({ key, local }) => local && /^gpg\.(?:.*\.)?program$/.test(key));
  return verifying.some(({ local }) => local || program);
}

function isFalse(value: string): boolean {
  return /^(?:false|no|off|0|)$/i.test(value);
}

function isTrue(value: string): boolean {
  return /^(?:true|yes|on|1)$/i.test(value);
}
