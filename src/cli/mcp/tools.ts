// The tools of `party mcp`: what each takes, what it tells its caller, and which act it runs.

import type { ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import type { McpToolName } from '../../core/agents/mcpTools.ts';
import { agentRoles } from '../../core/base/role.ts';
import { limits } from '../../core/findings/finding.ts';
import { triageStates } from '../../core/project/eventKinds.ts';
import { taskStates } from '../../core/tasks/task.ts';
import { showPlanStatus } from '../plan/planShow.ts';
import { evidence } from '../review/evidence.ts';
import { showReview } from '../review/reviewShow.ts';
import { pm } from '../tasks/pm.ts';
import { type Caller, given, roleOf, type ToolAct } from './act.ts';
import { answerOther, ask, sendMessage } from './messageActs.ts';
import { askForReview, listFindings, replyToFinding, report, triageFinding } from './reviewActs.ts';

export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Schema;
  /** What a client may conclude from it. A tool that only reads needs none if it asks no other machine. */
  readonly hints?: Pick<ToolAnnotations, 'destructiveHint' | 'idempotentHint' | 'openWorldHint'>;
  act(input: z.infer<Schema>, caller: Caller): ToolAct;
}

function tool<Schema extends z.ZodObject>(one: Tool<Schema>): Tool {
  return one as unknown as Tool;
}

/** A text; `-` alone means standard input to the verbs, which here belongs to the client. */
const text = z
  .string()
  .max(1_000_000)
  .refine((value) => value.trim() !== '' && value !== '-', 'is empty');

const longestWait = 540;

const key = z.string().min(1).describe('The key of the finding, such as r1-F1');
const milestone = z.string().min(1).describe('The id of a milestone; "none" for no milestone').optional();
const assignee = z.string().min(1).describe('The name of the person or agent; "none" for no one').optional();

const Finding = z.strictObject({
  file: z.string().min(1).describe('Relative to the top level of the project'),
  line: z.int().positive().max(limits.line).nullable().describe('As it is numbered now; null is the file as a whole'),
  severity: z.enum(['blocking', 'non-blocking']).describe('blocking: it must be fixed before the change is merged'),
  category: z.string().min(1).describe('One word: correctness, security, tests, …'),
  description: z.string().min(1).describe('What goes wrong, and when it shows'),
  suggestion: z.string().default('').describe('What to do about it'),
});

/** Adds something, and takes nothing away. */
const adds = { destructiveHint: false, idempotentHint: false, openWorldHint: false } as const;
const changes = { destructiveHint: true, idempotentHint: true, openWorldHint: false } as const;
/** A team may keep its tasks as issues on GitHub. */
const outside = { openWorldHint: true } as const;

export const tools: Readonly<Record<McpToolName, Tool>> = {
  send_message: tool({
    title: 'Send a message',
    description:
      'Sends a text to the other agent of the party (Claude or Codex). It is typed when that agent is idle; do not send it again. For an answer, use ask.',
    input: z.strictObject({ text: text.describe('What to say') }),
    hints: adds,
    act: (input, caller) => sendMessage(roleOf(caller), input.text),
  }),
  ask: tool({
    title: 'Ask the other agent',
    description:
      'Asks the other agent of the party and waits for its answer, which is `response` with the status `answered`. With the status `timeout` it has not answered yet: `requestId` is a ticket, and ask with that ticket waits again.',
    input: z.strictObject({
      text: text.optional().describe('What to ask'),
      ticket: z.string().optional().describe('Instead of a text: the requestId of a question asked before'),
      wait_seconds: z.int().min(1).max(longestWait).default(45).describe('How long to wait for the answer'),
    }),
    hints: adds,
    act: ({ wait_seconds: seconds, ...input }, caller) =>
      ask(roleOf(caller), { ...input, seconds, signal: caller.signal }),
  }),
  respond: tool({
    title: 'Answer the other agent',
    description:
      'Answers what the other agent waits for: for Claude a question from Codex ("Question waiting"), for Codex a task from Claude ("Task waiting"). Party writes the response file and tells the other agent.',
    input: z.strictObject({
      text: text.describe('The answer'),
      id: z.string().optional().describe('The id of the question or the task, if several wait'),
    }),
    hints: { ...adds, idempotentHint: true },
    act: (input, caller) => answerOther(roleOf(caller), input.text, input.id),
  }),
  request_review: tool({
    title: 'Request a review',
    description:
      'Asks Codex to review the change, or a document. Needs an approval from the sub-agents party:code-critic and party:minimizer for the current code. Then end your turn: you get a line when Codex is done.',
    input: z.strictObject({
      base: z.string().min(1).optional().describe('What the change is compared with; left out, its base'),
      title: text.optional().describe('What the change does, in one line'),
      delta: z.boolean().default(false).describe('A further round: what was fixed, and what has changed since'),
      document: z.string().min(1).optional().describe('The path of a document to review instead of the change'),
    }),
    hints: adds,
    act: (input) => askForReview(input),
  }),
  report_findings: tool({
    title: 'Report the findings of a review',
    description:
      'Reports all findings of the review that you were asked for, in one call; an empty list when you found nothing. They count at once, and Claude is told. If something is wrong with the report, nothing is recorded and the answer says what: correct it and call again.',
    input: z.strictObject({
      findings: z.array(Finding).max(limits.findings).describe('One entry for each problem; [] when you found none'),
      summary: text.describe('What you looked at, in one or two sentences'),
      files_reviewed: z.int().nonnegative().describe('How many files you really read'),
      request: z.string().optional().describe('The id of the review request, if several are open'),
    }),
    hints: adds,
    act: ({ files_reviewed: filesReviewed, ...input }, caller) => report({ ...input, filesReviewed }, caller),
  }),
  triage_finding: tool({
    title: 'Decide about a finding',
    description:
      'Marks a finding as fixed, rejected or out of scope, or as open again. Rejected and out-of-scope need a reason, which Codex gets with the next request.',
    input: z.strictObject({
      key,
      state: z.enum(triageStates).describe('What you have decided'),
      reason: text.optional().describe('Why; needed for rejected and out-of-scope'),
    }),
    hints: changes,
    act: (input) => triageFinding(input.key, input.state, input.reason),
  }),
  reply_to_finding: tool({
    title: 'Reply to a finding',
    description:
      'Adds a text to the thread of a finding, which the human and the other agent can read; use it to answer a message about a finding. It does not change the state of the finding. With `to`, the other agent also gets it as a message: name it when it has asked you, or when it has to answer.',
    input: z.strictObject({
      key,
      text: text.describe('What to say about it'),
      to: z.enum(agentRoles).optional().describe('The other agent'),
    }),
    hints: adds,
    act: (input) => replyToFinding(input.key, input.text, input.to),
  }),
  add_task: tool({
    title: 'Add a task',
    description: 'Adds a task to the team of this project.',
    input: z.strictObject({
      title: text.describe('What is to be done, in one line'),
      milestone,
      assignee,
      body: text.optional().describe('The text of its document'),
    }),
    hints: { ...adds, ...outside },
    act:
      ({ title, ...values }) =>
      (cli) =>
        pm.run(cli, given(['task', 'add', title], values)),
  }),
  update_task: tool({
    title: 'Change a task',
    description: 'Changes the status, title, milestone or assignee of a task. "none" removes milestone or assignee.',
    input: z.strictObject({
      id: z.string().min(1).describe('The id of the task, as list_tasks shows it'),
      status: z.enum(taskStates).optional().describe('Its new status'),
      title: text.optional().describe('Its new title'),
      milestone,
      assignee,
    }),
    hints: { ...changes, ...outside },
    act:
      ({ id, ...values }) =>
      (cli) =>
        pm.run(cli, given(['task', 'update', id], values)),
  }),
  list_findings: tool({
    title: 'List findings',
    description: "The reviewer's findings about the current change: the open ones, or all.",
    input: z.strictObject({ all: z.boolean().default(false).describe('Also the resolved ones') }),
    act: (input) => listFindings(input.all),
  }),
  review_status: tool({
    title: 'Review status',
    description: 'The state of the review of the current change, its rounds, open findings, and what is missing.',
    input: z.strictObject({}),
    act: () => showReview,
  }),
  plan_status: tool({
    title: 'Plan status',
    description: 'The state of docs/plan.md: its gate, its versions, and whether it is approved.',
    input: z.strictObject({}),
    act: () => showPlanStatus,
  }),
  evidence_status: tool({
    title: 'Evidence status',
    description: 'Which checks the current code has passed, and which a pull request still needs.',
    input: z.strictObject({}),
    act: () => (cli) => evidence.run(cli, given(['list'])),
  }),
  list_tasks: tool({
    title: 'List tasks',
    description: 'The tasks of the team of this project.',
    input: z.strictObject({
      status: z.enum(taskStates).optional().describe('Only tasks with this status'),
      milestone,
      assignee,
    }),
    // For tasks on GitHub, this asks GitHub.
    hints: outside,
    act: (values) => (cli) => pm.run(cli, given(['task', 'list'], values)),
  }),
};
