// What the configuration of a repository would make a command of git run. A repository brings its own configuration, and
// git believes it: status asks a monitor of the file system, diff a program of the user's choice. What the user has in
// the home is the user's own; what lies in the project may have been put there by anybody.

import type { UsedFlag } from './gateFlags.ts';
import { type GitCommand, runsProgram } from './gateGit.ts';

export interface GitSetting {
  /** As git prints it: section and name in lower case, what is between them as it is written. */
  readonly key: string;
  readonly value: string;
  /** It comes from the repository, or from a file that the repository's configuration includes. */
  readonly local: boolean;
}

export interface GitRepository {
  readonly settings: readonly GitSetting[];
  /** A hook that git runs when it refreshes its index, which status and diff do. */
  readonly indexHook: boolean;
}

/** What git would see in the directory of the command. */
export interface GitFacts {
  readonly own: GitRepository;
  /** Those inside of it that git looks into. Asked for only when it matters. */
  readonly nested: () => readonly GitRepository[];
  /** The one that this one lies in; without settings when there is none. */
  readonly around: () => GitRepository;
}

/** The setting that would run something, said so that its owner finds it; undefined when nothing would. */
export function gitDanger(command: GitCommand, flags: readonly UsedFlag[], facts: GitFacts): string | undefined {
  const own = dangerIn(facts.own, command, flags);
  if (own !== undefined) return own;
  // git asks the repository around it, by another git.
  if (command === 'rev-parse' && flags.some(({ name }) => name === 'show-superproject-working-tree')) {
    return dangerIn(facts.around(), 'status', []);
  }
  if (!looksIntoSubmodules.includes(command) || ignoresSubmodules(flags)) return undefined;
  // git starts another git in each, without our flags.
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
  // Wherever they are set: they make git write, or start another git that does not know our flags.
  if (key === 'diff.submodule') return value === 'diff' && shows && !has('submodule');
  if (key === 'log.diffmerges') return /^r/.test(value) && shows;
  if (key === 'status.submodulesummary') return !isFalse(value) && value !== '0' && command === 'status';
  if (section === 'diff' && name === 'cachetextconv') return !isFalse(value) && shows && !has('no-textconv');
  if (!local) return false;
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
  switch (section) {
    case 'filter':
      return ['clean', 'smudge', 'process'].includes(name) && ['status', 'diff'].includes(command);
    case 'diff':
      if (name === 'command') return shows && !has('no-ext-diff');
      return name === 'textconv' && shows && !has('no-textconv');
    case 'hook':
      return true;
    case 'lfs':
      // The filter is the user's, what it runs in turn is not.
      return rest[0] === 'extension' && ['status', 'diff'].includes(command);
    case 'trace2':
      // Counts where the user's own configuration includes a file of the project.
      return name.endsWith('target') && !isFalse(value);
    case 'remote':
      // What is missing in a partial clone is fetched, by whatever the repository says; a filter makes one by itself.
      return name === 'partialclonefilter' || (name === 'promisor' && !isFalse(value));
    default:
      return false;
  }
}

/** What a textconv of the user's is to read goes through the filter of the repository first. */
function smudgesFor(
  settings: readonly GitSetting[],
  command: GitCommand,
  has: (flag: string) => boolean,
): string | undefined {
  if (!['log', 'show'].includes(command) || has('no-textconv')) return undefined;
  if (!settings.some(({ key }) => /^diff\..*\.textconv$/.test(key))) return undefined;
  return settings.find(({ key, local }) => local && /^filter\..*\.(?:smudge|process)$/.test(key))?.key;
}

/** By log.showSignature, or by a format that asks for one. With a program of the repository's choice, it says. */
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
