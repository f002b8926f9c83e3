// What each tool of Party's own MCP server is before the plan is approved. A tool without an answer here does not
// compile.

import { type McpToolName, mcpServer, mcpTools } from '../../agents/mcpTools.ts';
import { planPath } from '../../plan/plan.ts';

export type PartyToolAnswer =
  | 'reads'
  /** Gives Codex something to do, so Codex must not be able to write code. */
  | 'asks'
  /** Answers a question of Codex. */
  | 'answers'
  | { readonly denied: string };

const answers: Readonly<Record<McpToolName, PartyToolAnswer>> = {
  send_message: 'asks',
  ask: 'asks',
  respond: 'answers',
  list_findings: 'reads',
  review_status: 'reads',
  plan_status: 'reads',
  evidence_status: 'reads',
  list_tasks: 'reads',
  request_review: {
    denied: `there is no change to review yet. Codex reviews ${planPath} after each edit of it; for anything else use ask`,
  },
  report_findings: { denied: 'only Codex reports findings' },
  triage_finding: { denied: 'decide about findings when the plan is approved; until then, write it into the plan' },
  reply_to_finding: { denied: 'reply to findings when the plan is approved; until then, talk to Codex with ask' },
  add_task: { denied: `write the task into ${planPath}, and add it when the plan is approved` },
  update_task: { denied: 'change tasks when the plan is approved' },
};

const prefix = `mcp__${mcpServer}__`;

/** Undefined for a tool of another server, and for one that this Party does not have. */
export function partyToolAnswer(tool: string): PartyToolAnswer | undefined {
  const name = tool.startsWith(prefix) ? tool.slice(prefix.length) : '';
  return Object.hasOwn(mcpTools, name) ? answers[name as McpToolName] : undefined;
}
