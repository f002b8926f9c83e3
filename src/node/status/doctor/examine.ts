// `party doctor`: looks at everything that Party needs. It has to work on a broken machine, so an error in one check
// counts as a failed check, and the other checks go on.

import { errorText } from '../../../core/base/remark.ts';
import { judgeOldHooks } from '../../../core/status/doctor/conflicts.ts';
import {
  type CheckId,
  type DoctorCheck,
  type DoctorReport,
  failure,
  reportOf,
  warning,
} from '../../../core/status/doctor/doctorCheck.ts';
import { readOldHooks } from '../../gates/oldHooks.ts';
import type { DoctorMachine } from './doctorMachine.ts';
import {
  lookAtCurrent,
  lookAtDirectory,
  lookAtDisk,
  lookAtInstallation,
  lookAtPath,
  lookAtStateDirectories,
} from './lookAtPlaces.ts';
import { lookAtAgent, lookAtGh, lookAtNode, lookAtProgram } from './lookAtPrograms.ts';
import {
  lookAtClaudeSettings,
  lookAtConfig,
  lookAtGates,
  lookAtHooks,
  lookAtLeftovers,
  lookAtLocks,
  lookAtLog,
  lookAtPlanHooks,
  lookAtRecords,
  lookAtRepository,
  lookAtRunningClaudes,
  lookAtServer,
  lookAtSessions,
  type ProjectMachine,
} from './lookAtProject.ts';

/** Undefined when there is nothing to say. */
type Look = (machine: DoctorMachine) => Promise<DoctorCheck | undefined>;

/** The editor knows its own checks. */
type MachineCheck = Exclude<CheckId, 'extensions'>;

const looks: Readonly<Record<MachineCheck, Look>> = {
  tmux: (machine) => lookAtProgram(machine, 'tmux'),
  git: (machine) => lookAtProgram(machine, 'git'),
  node: lookAtNode,
  claude: (machine) => lookAtAgent(machine, 'claude'),
  codex: (machine) => lookAtAgent(machine, 'codex'),
  gh: lookAtGh,
  installation: lookAtInstallation,
  current: lookAtCurrent,
  path: lookAtPath,
  home: (machine) => lookAtDirectory(machine, 'home'),
  'state-root': (machine) => lookAtDirectory(machine, 'state-root'),
  'state-directories': lookAtStateDirectories,
  'marker-root': (machine) => lookAtDirectory(machine, 'marker-root'),
  temporary: (machine) => lookAtDirectory(machine, 'temporary'),
  'codex-home': (machine) => lookAtDirectory(machine, 'codex-home'),
  disk: lookAtDisk,
  'user-config': (machine) => lookAtConfig(machine, 'user-config'),
  'project-config': (machine) => lookAtConfig(machine, 'project-config'),
  'claude-settings': inProject(lookAtClaudeSettings),
  gates: lookAtGates,
  hooks: inProject(lookAtHooks),
  'claude-hooks': inProject(lookAtRunningClaudes),
  'plan-hooks': inProject(lookAtPlanHooks),
  'old-hooks': async ({ env }) => judgeOldHooks(await readOldHooks(env)),
  project: lookAtProject,
  log: inProject(lookAtLog),
  'tmux-server': lookAtServer,
  sessions: inProject(lookAtSessions),
  records: lookAtRecords,
  locks: lookAtLocks,
  leftovers: inProject(lookAtLeftovers),
};

export async function examine(machine: DoctorMachine): Promise<DoctorReport> {
  const ids = Object.keys(looks) as MachineCheck[];
  const checks = await Promise.all(ids.map((id) => guarded(id, () => looks[id](machine))));
  return reportOf(checks.filter((check) => check !== undefined));
}

async function guarded(id: CheckId, look: () => Promise<DoctorCheck | undefined>): Promise<DoctorCheck | undefined> {
  try {
    return await look();
  } catch (error) {
    return failure(id, `This could not be checked: ${errorText(error)}`, { fix: 'Correct the other problems first' });
  }
}

/** Without a directory there is no project to look at. */
function inProject(look: (machine: ProjectMachine) => Promise<DoctorCheck | undefined>): Look {
  return async (machine) => (isInProject(machine) ? look(machine) : undefined);
}

function isInProject(machine: DoctorMachine): machine is ProjectMachine {
  return machine.cwd !== undefined && machine.top !== undefined;
}

async function lookAtProject(machine: DoctorMachine): Promise<DoctorCheck> {
  if (isInProject(machine)) return lookAtRepository(machine);
  return warning('project', 'The current directory has been removed, so no project was looked at', {
    fix: 'Change to a directory that exists',
  });
}
