import type { Findings } from '../findings/findings.ts';
import type { PlanNotes } from '../plan/planNotes.ts';
import type { ChangedFiles } from '../review/changes/changedFiles.ts';
import type { Timeline } from '../review/timelineView.ts';
import type { SessionView } from '../session/sessionView.ts';
import type { Terminals } from '../session/terminals.ts';
import type { DoctorDocument } from '../status/doctor/doctorReport.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { App } from './app.ts';

/** What a command can use: the app, and the parts of the rooms that act on each other. */
export interface Context extends App {
  readonly terminals: Terminals;
  readonly view: SessionView;
  readonly findings: Findings;
  readonly timeline: Timeline;
  readonly changes: ChangedFiles;
  readonly planNotes: PlanNotes;
  readonly tasks: Tasks;
  readonly doctor: DoctorDocument;
}
