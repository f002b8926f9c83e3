// The state of an agent in words, the same in the editor and in `party status`.

import { oneLine } from '../base/outsideText.ts';
import { roleLabels } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import type { AgentStatus } from './agent.ts';

export function agentText(agent: AgentStatus, t: Translate): string {
  return agent.demo ? t('{0} · demo', stateText(agent, t)) : stateText(agent, t);
}

/** For screen readers, which read the row as one sentence. */
export function agentLabel(agent: AgentStatus, t: Translate): string {
  return t('{0}: {1}', roleLabels[agent.role], agentText(agent, t));
}

/** `working`, `waiting for you: …`. */
export function stateText(
  { state, waitingFor, missing }: Pick<AgentStatus, 'state' | 'waitingFor' | 'missing'>,
  t: Translate,
): string {
  switch (state) {
    case 'idle':
      return t('idle');
    case 'busy':
      return t('working');
    case 'waiting':
      return waitingFor ? t('waiting for you: {0}', oneLine(waitingFor)) : t('waiting for you');
    case 'dead':
      return t('ended');
    case 'absent':
      return missing ? t('not installed') : t('not running');
    default: {
      const unreachable: never = state;
      return unreachable;
    }
  }
}
