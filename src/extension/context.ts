import type { Findings } from './findings.ts';
import type { Host } from './host.ts';
import type { Model } from './model.ts';
import type { PlanNotes } from './planNotes.ts';
import type { Report } from './report.ts';
import type { SessionView } from './sessionView.ts';
import type { Tasks } from './tasks.ts';
import type { Terminals } from './terminals.ts';
import type { Timeline } from './timelineView.ts';

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
