// The state of an agent in words, the same in the editor and in `party status`.

import { ageText, untilNextAge } from '../base/age.ts';
import { oneLine } from '../base/outsideText.ts';
import { roleLabels } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import type { AgentStatus } from './agent.ts';
import type { ToolInUse } from './agentWork.ts';
import { limitedText, timeNote } from './limits/limitText.ts';
import { questionText } from './question.ts';

export function agentText(agent: AgentStatus, t: Translate): string {
  return agent.demo ? t('{0} · demo', stateAndLimit(agent, t)) : stateAndLimit(agent, t);
}

/** `idle, limited until 18:20`. */
export function stateAndLimit(agent: AgentStatus, t: Translate, now = Date.now()): string {
  const state = stateText(agent, t);
  return isLimited(agent, now) ? t('{0}, {1}', state, limitedText(agent.limitedUntil, now, t)) : state;
}

/** The status may have been read a while ago. */
export function isLimited(
  agent: Pick<AgentStatus, 'limitedUntil'>,
  now: number,
): agent is { readonly limitedUntil: string } {
  return typeof agent.limitedUntil === 'string' && Date.parse(agent.limitedUntil) > now;
}

/** `Codex limited until 18:20`, for each agent that is. */
export function limitTexts(agents: readonly AgentStatus[], t: Translate, now = Date.now()): string[] {
  return agents.flatMap((agent) =>
    isLimited(agent, now) ? [t('{0} {1}', roleLabels[agent.role], limitedText(agent.limitedUntil, now, t))] : [],
  );
}

/** What the provider said, and where the time comes from. */
export function limitDetails({ limit }: Pick<AgentStatus, 'limit'>, t: Translate): string[] {
  if (limit === undefined) return [];
  const note = timeNote(limit, t);
  return [oneLine(limit.reason, 300), ...(note === undefined ? [] : [note])];
}

/** For screen readers, which read the row as one sentence. `work` is what a working agent does. */
export function agentLabel(agent: AgentStatus, t: Translate, work?: string): string {
  const label = t('{0}: {1}', roleLabels[agent.role], agentText(agent, t));
  return work === undefined ? label : t('{0}, {1}', label, work);
}

/** `running npm test · 20s · claude-opus-4-5`: the state, or for a working agent what it does and for how long. */
export function agentRowText(agent: AgentStatus, work: string | undefined, now: number, t: Translate): string {
  const began = workBegan(agent);
  return [
    work ?? stateAndLimit(agent, t, now),
    ...(Number.isNaN(began) ? [] : [ageText(now - began)]),
    ...(agent.demo ? [t('demo')] : []),
    ...(agent.model === undefined ? [] : [agent.model]),
  ].reduce((before, next) => t('{0} · {1}', before, next));
}

/** Milliseconds until the shown age of its work changes; undefined when none is shown. */
export function untilNextWorkAge(agent: AgentStatus, now: number): number | undefined {
  const began = workBegan(agent);
  return Number.isNaN(began) ? undefined : untilNextAge(now - began);
}

function workBegan({ state, tool, since }: AgentStatus): number {
  return Date.parse((state === 'busy' ? (tool?.since ?? since) : undefined) ?? '');
}

/** `running npm test`. The tools that both clients have; any other is called by its own name. */
export function toolText({ name, text }: ToolInUse, t: Translate, longest = 60): string {
  const said = oneLine(text, longest);
  if (said === '') return t('using {0}', name);
  const file = oneLine(text.slice(text.lastIndexOf('/') + 1), longest);
  if (['Bash', 'exec_command', 'shell', 'local_shell_call'].includes(name)) return t('running {0}', said);
  if (['Edit', 'Write', 'MultiEdit', 'NotebookEdit'].includes(name)) return t('editing {0}', file);
  if (name === 'Read') return t('reading {0}', file);
  if (['Grep', 'Glob'].includes(name)) return t('searching {0}', said);
  return t('using {0}: {1}', name, said);
}

/** `working`, `needs your answer: Run npm test`. */
export function stateText(
  { state, waitingFor, missing, asks }: Pick<AgentStatus, 'state' | 'waitingFor' | 'missing' | 'asks'>,
  t: Translate,
): string {
  switch (state) {
    case 'idle':
      return t('idle');
    case 'busy':
      return t('working');
    case 'waiting':
      if (asks !== undefined) return t('needs your answer: {0}', questionText(asks, t));
      // Codex's title, and a Claude without hooks, only say that they ask.
      if (!waitingFor || /^your (?:answer|decision)$/.test(waitingFor)) return t('needs your answer');
      return t('needs you: {0}', oneLine(waitingFor));
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
