// The programs that Party runs: what each is needed for, and whether the installed version is known to work.

import { type AdapterName, agentPackages, type Probe } from '../../agents/agent.ts';
import { clientRecord } from '../../agents/clientRecord.ts';
import { tryLaunch } from '../../agents/tryLaunch.ts';
import { type AgentRole, roleLabels } from '../../base/role.ts';
import { findVersion, isAtLeast, isNewer } from '../../base/version.ts';
import { oldestTmux } from '../../tmux/tmuxCommands.ts';
import { knownClient } from './clients.ts';
import { type DoctorCheck, failure, fine, type Remedy, warning } from './doctorCheck.ts';

export type NeededProgram = 'tmux' | 'git' | 'node' | 'gh';

interface KnownProgram {
  /** Follows "is needed for". */
  readonly neededFor: string;
  /** The version that Party's own tests run with. */
  readonly tested: string;
  /** Older versions do not work. */
  readonly oldest?: string;
  /** Party works without it, except for what it is needed for. */
  readonly isOptional?: true;
}

/** For the agents, the record names the versions. For the others, these are the versions that the tests ran with. */
export const knownPrograms: Readonly<Record<NeededProgram | AgentRole, KnownProgram>> = {
  tmux: { neededFor: 'the panes of a party', tested: '3.3a', oldest: oldestTmux },
  git: { neededFor: 'reviews, gates and worktrees', tested: '2.39.5' },
  node: { neededFor: "Party's scripts and hooks", tested: '20.20.2', oldest: '20.0' },
  gh: { neededFor: 'tasks on GitHub', tested: '2.23.0', isOptional: true },
  claude: { neededFor: 'the author', tested: clientRecord.pinned.claude },
  codex: { neededFor: 'the reviewer', tested: clientRecord.pinned.codex },
};

export interface ProgramFacts {
  readonly name: NeededProgram;
  /** Where it was found; undefined when it is not installed. */
  readonly path: string | undefined;
  /** What it printed; undefined when it gave no version. */
  readonly version: string | undefined;
  /** How to install it. */
  readonly install: string;
  /** The configuration asks for it, so that a missing program is a problem although it is optional. */
  readonly isWanted?: boolean;
  /** Something else that is odd about it, in one sentence. */
  readonly oddity?: string | undefined;
}

export function judgeProgram({ name, path, version, install, isWanted, oddity }: ProgramFacts): DoctorCheck {
  const { neededFor, oldest, isOptional = false } = knownPrograms[name];
  const needed = `it is needed for ${neededFor}`;
  if (path === undefined) {
    if (isOptional && isWanted !== true) return fine(name, `not installed; ${needed} alone`);
    return failure(name, `${name} was not found; ${needed}`, { fix: install });
  }
  if (version === undefined) {
    return failure(name, `${path} does not report its version; ${needed}`, { fix: `Run it in a terminal. ${install}` });
  }
  // A name without a number ("master") is a build newer than any release.
  if (oldest !== undefined && findVersion(version) !== undefined && !isAtLeast(version, oldest)) {
    return failure(name, `${version} is too old: Party needs ${oldest} or newer; ${needed}`, { fix: install });
  }
  const found = `${path} ${version}, ${knownText(name, version)}`;
  return oddity === undefined
    ? fine(name, `For ${neededFor}: ${found}`)
    : warning(name, `${oddity}; in use is ${found}`, nodeRemedy);
}

const nodeRemedy: Remedy = { fix: 'Correct or unset PARTY_NODE' };

function knownText(name: NeededProgram, version: string): string {
  const { tested } = knownPrograms[name];
  if (findVersion(version) === undefined) return 'a build without a number';
  if (!isNewer(version, tested) && !isNewer(tested, version)) return 'which Party is tested with';
  return `${isNewer(version, tested) ? 'newer' : 'older'} than ${tested}, which Party is tested with`;
}

export interface InstalledAgent {
  readonly role: AgentRole;
  readonly adapter: AdapterName;
  /** The program that the configuration names, or the role's own. */
  readonly program: string;
  /** Undefined when it is not installed. */
  readonly probe: Probe | undefined;
  /** The project's own file names the program. It came with a clone, so it was found but not run. */
  readonly isFromProject: boolean;
  /** The configuration names it. */
  readonly isConfigured: boolean;
}

export function judgeAgent(
  { role, adapter, program, probe, ...facts }: InstalledAgent,
  record = clientRecord,
): DoctorCheck {
  const needed = `${roleLabels[role]} is ${knownPrograms[role].neededFor}`;
  const setting = `agents.${role}.command`;
  const installing = `Install it: npm install -g ${agentPackages[role]}`;
  if (probe === undefined) {
    const fix = facts.isConfigured ? `Correct or remove ${setting} in the configuration` : installing;
    return failure(role, `${program} was not found; ${needed}`, { fix });
  }
  const found = `For ${knownPrograms[role].neededFor}: ${probe.path}`;
  if (facts.isFromProject) return fine(role, `${found}, which the project's tmux-team.json names; it was not run`);
  if (adapter === 'generic') return fine(role, `${found}, a program that reads lines`);
  const { version, path } = probe;
  if (version === undefined) {
    return failure(role, `${path} --version gave no version; ${needed}`, {
      fix: `Run it in a terminal. ${installing}`,
    });
  }
  const { problem, warnings } = tryLaunch(role, adapter, probe);
  const update = role === 'claude' ? 'claude update' : `npm install -g ${agentPackages[role]}@latest`;
  if (problem !== undefined) return failure(role, problem, { fix: `Run: ${update}` });
  if (warnings.length > 0) return warning(role, warnings.join('. '), { fix: `Run: ${update}, or correct ${setting}` });
  const known = knownClient(role, version, record);
  const options = known.kind === 'untried' ? '; it has the options that Party needs' : '';
  const message = `${found} ${version}, ${known.text}${options}`;
  return known.kind === 'fails' ? warning(role, message, { fix: `Run: ${update}` }) : fine(role, message);
}
