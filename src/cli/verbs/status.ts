import { exits } from '../../core/exits.ts';
import { roleLabels } from '../../core/role.ts';
import type { AgentStatus, Status } from '../../core/status.ts';
import { readStatus } from '../../node/readStatus.ts';
import type { Command } from '../command.ts';

export const status: Command = {
  name: 'status',
  summary: 'Everything about this project at a glance',
  operands: '',
  operandCount: [0, 0],
  options: {},
  async run(host) {
    const found = await readStatus(host);
    host.print({ json: found, text: render(found, host.env['PARTY_SESSION']) });
    return exits.success;
  },
};

function render(found: Status, named: string | undefined): string {
  if (found.session === null && named) return `PARTY_SESSION names ${named}, which is not running\n`;
  if (found.session === null) return 'No party is running for this project. Start one with: party start\n';
  const rows: [string, string][] = [
    ['Party', `${found.session.id}  ${found.session.cwd}`],
    ...found.agents.map((agent): [string, string] => [roleLabels[agent.role], describe(agent)]),
    ...messageRow(found),
    ['Review', found.review.kind === 'none' ? 'none requested' : found.review.kind],
    ['Plan', found.plan.kind === 'off' ? 'no plan gate' : found.plan.kind],
    ['Gates', found.gates.active ? 'on' : 'off'],
  ];
  return rows.map(([label, text]) => `${label.padEnd(10)}${text}\n`).join('');
}

function messageRow({ messages }: Status): [string, string][] {
  const waiting = messages.filter(({ state }) => state === 'written' || state === 'typed').length;
  const failed = messages.filter(({ state }) => state === 'failed').length;
  const parts = [...(waiting > 0 ? [`${waiting} on the way`] : []), ...(failed > 0 ? [`${failed} failed`] : [])];
  return parts.length === 0 ? [] : [['Messages', `${parts.join(', ')}  (party message list)`]];
}

function describe(agent: AgentStatus): string {
  const demo = agent.demo ? '  (demo)' : '';
  const pane = agent.pane === null ? '' : `  ${agent.pane}`;
  const state = agent.waitingFor === null ? agent.state : `waiting for you: ${agent.waitingFor}`;
  return `${state}${demo}${pane}`;
}
