// Bundle of the hooks that Claude calls after tools and sub-agents. None of them parses a shell line.

import { agentTrace } from '../hooks/agentTrace.ts';
import { bashDrift } from '../hooks/bashDrift.ts';
import type { Hook } from '../hooks/hook.ts';
import { markerInvalidate } from '../hooks/markerInvalidate.ts';
import { planReview } from '../hooks/planReview.ts';
import { skillMarker } from '../hooks/skillMarker.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'agent-trace': agentTrace,
  'bash-drift': bashDrift,
  'marker-invalidate': markerInvalidate,
  'plan-review': planReview,
  'skill-marker': skillMarker,
};
