// Helpers for tests about plans: the plan as Claude writes it, and what the hooks tell Claude.

import type { PlanState } from '../../../src/core/plan/plan.ts';
import type { Status } from '../../../src/core/status/status.ts';
import type { Project } from '../project.ts';
import type { Output } from '../sandbox.ts';

type Env = Readonly<Record<string, string>>;

export const goodPlan = [
  '# Login',
  ...['Goal', 'Context', 'Approach', 'Changes', 'Risks', 'Open Questions'].flatMap((title) => [
    `## ${title}`,
    `About ${title.toLowerCase()}.`,
  ]),
  '',
].join('\n');

export interface HookAnswer {
  readonly decision: string | undefined;
  /** What Claude reads; empty when the hooks say nothing. */
  readonly text: string;
  readonly systemMessage: string | undefined;
}

export type PlanWords = ReturnType<typeof planWords>;

export function planWords(project: Project) {
  project.env['CLAUDE_PROJECT_DIR'] = project.top;
  /** As Claude Code calls a hook after a tool has run. */
  const afterTool = (hook: string, call: object, env: Env = {}): Promise<Output> =>
    project.hook(hook, { hook_event_name: 'PostToolUse', ...call }, env);
  const told = async (hook: string, call: object, env: Env) =>
    answerOf(await afterTool(hook, { ...call, tool_use_id: `toolu_${count++}` }, env));
  const wrote = (path: string, env: Env = {}) => {
    const tool_input = { file_path: project.file(path), content: '' };
    return told('plan-review', { tool_name: 'Write', tool_input }, env);
  };
  return {
    plan: (args: readonly string[], env: Record<string, string> = {}): Promise<Output> =>
      project.box.party(['plan', ...args], { cwd: project.top, env }),

    planStatus: (): Promise<PlanState & { readonly plan: Status['plan'] }> =>
      project.box.partyJson(['plan', 'status'], { cwd: project.top }),

    /** Writes the plan as Claude would, and returns what the hooks tell Claude. */
    writePlan(text: string, env: Env = {}): Promise<HookAnswer> {
      project.write('docs/plan.md', text);
      return wrote('docs/plan.md', env);
    },

    wrote,
    afterTool,

    ranBash: (env: Env = {}, event = 'PostToolUse'): Promise<HookAnswer> =>
      told('bash-drift', { hook_event_name: event, tool_name: 'Bash', tool_input: { command: 'ls' } }, env),
  };
}

let count = 0;

function answerOf({ code, stdout, stderr }: Output): HookAnswer {
  if (code !== 0 || stderr !== '') throw new Error(`the hook ended with ${code}: ${stderr}`);
  const answer = stdout === '' ? {} : JSON.parse(stdout);
  const text = answer.reason ?? answer.hookSpecificOutput?.additionalContext ?? '';
  return { decision: answer.decision, text, systemMessage: answer.systemMessage };
}

export function verdict(notes: readonly object[], summary = 'Not yet.'): { STAND_IN_VERDICT: string } {
  return { STAND_IN_VERDICT: JSON.stringify({ is_optimal: false, summary, notes }) };
}

export const note = { line: 3, severity: 'blocking', text: 'The goal cannot be tested', suggestion: 'Say how' };
