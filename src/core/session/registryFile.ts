// Edits tmux-team.json, the registry of panes, and keeps everything else in the file as it is.

import { PartyError } from '../base/errors.ts';
import { isRecord, parseJson } from '../base/json.ts';

export interface AgentEntry {
  readonly pane?: string | undefined;
  readonly remark?: string | undefined;
}

type Json = Record<string, unknown>;

export const emptyTeamFile = '{\n  "agents": {}\n}\n';

export function addAgent(content: string, name: string, entry: AgentEntry): string {
  return edit(content, (agents) => {
    if (Object.hasOwn(agents, name))
      throw new PartyError(
        'USAGE',
        `The agent ${name} already exists. Change it with: party update ${name} --pane PANE`,
      );
    agents[name] = defined(entry);
  });
}

export function updateAgent(content: string, name: string, entry: AgentEntry): string {
  return edit(content, (agents) => {
    agents[name] = { ...known(agents, name), ...defined(entry) };
  });
}

export function removeAgent(content: string, name: string): string {
  return edit(content, (agents) => {
    known(agents, name);
    delete agents[name];
  });
}

function edit(content: string, change: (agents: Json) => void): string {
  const file = parseJson(content) as Json;
  // tmux-team's older form has the agents at the top level. A file keeps its form.
  const nested = isRecord(file['agents']) ? file['agents'] : undefined;
  const flat = nested === undefined && Object.values(file).some((entry) => isRecord(entry) && 'pane' in entry);
  const agents = flat ? file : (nested ?? {});
  if (!flat) file['agents'] = agents;
  change(agents);
  return `${JSON.stringify(file, null, 2)}\n`;
}

function known(agents: Json, name: string): Json {
  const entry = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (isRecord(entry)) return entry;
  const names = Object.keys(agents).filter((key) => isRecord(agents[key]) && key !== '$config');
  throw new PartyError('PANE_NOT_FOUND', `There is no agent ${name}; the agents are ${names.join(', ') || 'none yet'}`);
}

function defined(entry: AgentEntry): Json {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}
