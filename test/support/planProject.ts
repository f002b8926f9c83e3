// A project with a plan gate and a stand-in for Codex, for tests about plans.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { PlanState } from '../../src/core/plan/plan.ts';
import type { EventOf, ProjectEvent } from '../../src/core/project/event.ts';
import type { Status } from '../../src/core/status/status.ts';
import { partyPaths, projectDirectory } from '../../src/node/project/paths.ts';
import { type GitProject, gitProject } from './gitProject.ts';
import { type Output, repository, type Sandbox } from './sandbox.ts';
import { standInCodex } from './standInCodex.ts';

export const goodPlan = [
  '# Login',
  ...['Goal', 'Context', 'Approach', 'Changes', 'Risks', 'Open Questions'].flatMap((title) => [
    `## ${title}`,
    `About ${title.toLowerCase()}.`,
  ]),
  '',
].join('\n');

interface Call {
  readonly args: readonly string[];
  readonly resumed?: string;
  readonly schema: { readonly required: readonly string[] };
  readonly prompt: string;
  readonly cwd: string;
  readonly pid: number;
}

export class PlanProject {
  readonly box: Sandbox;
  readonly project: GitProject;
  readonly log: string;

  constructor(box: Sandbox) {
    this.box = box;
    this.project = gitProject(box);
    this.log = standInCodex(box, 'planCodex.mjs');
    box.env['CLAUDE_PROJECT_DIR'] = this.top;
  }

  get top(): string {
    return this.project.directory;
  }

  file(path: string): string {
    return join(this.top, path);
  }

  read(path: string): string | undefined {
    return existsSync(this.file(path)) ? readFileSync(this.file(path), 'utf8') : undefined;
  }

  plan(args: readonly string[], env: Record<string, string> = {}): Promise<Output> {
    return this.box.party(['plan', ...args], { cwd: this.top, env });
  }

  async status(): Promise<PlanState & { readonly plan: Status['plan'] }> {
    return this.box.partyJson(['plan', 'status'], { cwd: this.top });
  }

  calls(): Call[] {
    const text = existsSync(this.log) ? readFileSync(this.log, 'utf8').trim() : '';
    return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
  }

  events(): EventOf<'plan'>[] {
    const file = join(projectDirectory(partyPaths(this.box.env), this.top), 'events.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as ProjectEvent);
    return events.filter((event): event is EventOf<'plan'> => event.event === 'plan');
  }

  /** As the client calls it after a tool has run. */
  async hook(name: string, call: object, env: Record<string, string> = {}): Promise<Output> {
    const script = join(repository, 'resources/claude/hooks', `${name}.sh`);
    const common = { session_id: 's', transcript_path: '/t', cwd: this.top, hook_event_name: 'PostToolUse' };
    const { exitCode, stdout, stderr } = await execa('sh', [script], {
      cwd: this.top,
      env: { ...this.box.env, ...env },
      extendEnv: false,
      input: JSON.stringify({ ...common, ...call }),
      reject: false,
      stripFinalNewline: false,
    });
    return { code: exitCode, stdout, stderr };
  }

  /** Writes the plan as Claude would, and answers with what Claude is told. */
  async write(text: string, env: Record<string, string> = {}): Promise<HookAnswer> {
    this.project.write('docs/plan.md', text);
    return this.wrote('docs/plan.md', env);
  }

  async wrote(path: string, env: Record<string, string> = {}): Promise<HookAnswer> {
    const call = { tool_name: 'Write', tool_input: { file_path: join(this.top, path), content: '' } };
    return answerOf(await this.hook('plan-review', { ...call, tool_use_id: `toolu_${count++}` }, env));
  }

  async ranBash(env: Record<string, string> = {}, event = 'PostToolUse'): Promise<HookAnswer> {
    const call = { hook_event_name: event, tool_name: 'Bash', tool_input: { command: 'ls' } };
    return answerOf(await this.hook('bash-drift', { ...call, tool_use_id: `toolu_${count++}` }, env));
  }
}

let count = 0;

export interface HookAnswer {
  readonly decision: string | undefined;
  /** What Claude reads; empty when it is told nothing. */
  readonly text: string;
  readonly systemMessage: string | undefined;
}

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
