import type { Findings } from '../findings/findings.ts';
import type { PlanNotes } from '../plan/planNotes.ts';
import type { Timeline } from '../review/timelineView.ts';
import type { SessionView } from '../session/sessionView.ts';
import type { Terminals } from '../session/terminals.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { Host } from './host.ts';
import type { Model } from './model.ts';
import type { Report } from './report.ts';

/** What a command can reach. */
export interface Context {
  readonly host: Host;
  readonly model: Model;
  readonly terminals: Terminals;
  readonly view: SessionView;
  readonly findings: Findings;
  readonly timeline: Timeline;
  readonly planNotes: PlanNotes;
  readonly tasks: Tasks;
  readonly report: Report;
}
