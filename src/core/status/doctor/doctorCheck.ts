// What `party doctor` reports: one check after the other, each with its state and, unless all is well, what to do.

import { commandLine, type WayOut } from '../../base/remark.ts';

/** Every check with its group, in the order in which people read them. The ids are public. */
export const doctorGroups = {
  tmux: 'Programs',
  git: 'Programs',
  node: 'Programs',
  claude: 'Programs',
  codex: 'Programs',
  gh: 'Programs',
  installation: 'Installation',
  current: 'Installation',
  path: 'Installation',
  home: 'Directories',
  'state-root': 'Directories',
  'state-directories': 'Directories',
  'marker-root': 'Directories',
  temporary: 'Directories',
  'codex-home': 'Directories',
  disk: 'Directories',
  'user-config': 'Configuration',
  'project-config': 'Configuration',
  'claude-settings': 'Configuration',
  gates: 'Gates',
  hooks: 'Gates',
  'claude-hooks': 'Gates',
  'plan-hooks': 'Gates',
  'old-hooks': 'Gates',
  project: 'Project',
  log: 'Project',
  'tmux-server': 'Project',
  sessions: 'Project',
  records: 'Project',
  locks: 'Project',
  leftovers: 'Project',
  extensions: 'Editor',
} as const;

export type CheckId = keyof typeof doctorGroups;

/** What `party doctor --fix` can do. Each of these touches only Party's own files. */
export type Repair =
  | 'relink'
  | 'make-home-private'
  | 'make-state-private'
  | 'remove-dead-parties'
  | 'release-locks'
  | 'remove-drafts';

export interface DoctorCheck {
  readonly id: CheckId;
  readonly status: 'ok' | 'warn' | 'fail';
  /** What was found, in one sentence without a full stop. */
  readonly message: string;
  /** What the reader can do, in words; null when all is well. */
  readonly fix: string | null;
  /** Set when `party doctor --fix` does it. */
  readonly repair?: Repair;
  /** The acts that help; the editor shows them as buttons. */
  readonly next: readonly WayOut[];
}

export interface DoctorReport {
  /** No check has failed. */
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
}

/** At least one of the three says what to do. */
export interface Remedy {
  readonly fix?: string;
  readonly repair?: Repair;
  readonly next?: readonly WayOut[];
}

export function fine(id: CheckId, message: string): DoctorCheck {
  return { id, status: 'ok', message, fix: null, next: [] };
}

export function warning(id: CheckId, message: string, remedy: Remedy): DoctorCheck {
  return problem('warn', id, message, remedy);
}

export function failure(id: CheckId, message: string, remedy: Remedy): DoctorCheck {
  return problem('fail', id, message, remedy);
}

function problem(
  status: 'warn' | 'fail',
  id: CheckId,
  message: string,
  { fix, repair, next = [] }: Remedy,
): DoctorCheck {
  const commands = [...(repair === undefined ? [] : [{ act: 'repair' } as const]), ...next];
  const told = [...(fix === undefined ? [] : [fix]), ...commands.map((way) => `Run: ${commandLine(way, 'human')}`)];
  return { id, status, message, fix: told.join('. '), ...(repair === undefined ? {} : { repair }), next };
}

/** In the order of the table. */
export function reportOf(checks: readonly DoctorCheck[]): DoctorReport {
  const order = Object.keys(doctorGroups);
  const sorted = checks.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return { ok: !checks.some(({ status }) => status === 'fail'), checks: sorted };
}

export function problemsOf({ checks }: Pick<DoctorReport, 'checks'>): DoctorCheck[] {
  const problems = checks.filter(({ status }) => status !== 'ok');
  return problems.toSorted((a, b) => Number(b.status === 'fail') - Number(a.status === 'fail'));
}

/** `a`, `a and b`, or `a, b and 3 more`. */
export function listedNames(names: readonly string[], most = 3): string {
  const shown = names.length > most + 1 ? [...names.slice(0, most), `${names.length - most} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
