// Helpers for tests about collab: Stops as Claude Code reports them, and what collab has written.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { CollabIssue, CollabState } from '../../../src/core/collab/collab.ts';
import type { Project } from '../project.ts';
import type { Output } from '../sandbox.ts';

type Env = Readonly<Record<string, string>>;

/** Two tasks. */
export const twoTasks = '# Halves\n\n## Task 1: half\n\nHalve a number.\n\n## Task 2: quarter\n\nHalve it twice.\n';

export interface StopAnswer {
  /** What Claude continues with; undefined when it may stop. */
  readonly block: string | undefined;
  /** What the user reads. */
  readonly said: string | undefined;
  /** Used instead of a block where the client shows it better. */
  readonly feedback?: string;
}

export type CollabWords = ReturnType<typeof collabWords>;

export function collabWords(project: Project) {
  Object.assign(project.env, { CLAUDE_PROJECT_DIR: project.top, PARTY_SESSION: 'party-app-1' });
  const stopHook = (env: Env = {}, input: object = {}): Promise<Output> => {
    const event = {
      ...{ hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'done' },
      ...{ background_tasks: [], session_crons: [], ...input },
    };
    return project.hook('stop', event, { CLAUDECODE: '1', ...env });
  };
  return {
    /** Runs `party collab` as the user. */
    collab: (args: readonly string[], env: Record<string, string> = {}): Promise<Output> =>
      project.box.party(['collab', ...args], { cwd: project.top, env }),

    /** The state file as it is; undefined when collab is off. */
    state(): CollabState | undefined {
      const file = project.file('.claude/codex-collab.state.json');
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    },

    reviews(): string[] {
      const folder = project.file('.claude/codex-collab/reviews');
      return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
    },

    /** What happened to collab itself. */
    whats: (): string[] => project.events('collab').map(({ what }) => what),

    stopHook,

    /** Claude stops; returns the hook's answer. */
    async stop(env: Env = {}, input: object = {}): Promise<StopAnswer> {
      const { code, stdout, stderr } = await stopHook(env, input);
      if (code !== 0 || stderr !== '') throw new Error(`the hook ended with ${code}: ${stderr}`);
      const answer = stdout === '' ? {} : JSON.parse(stdout);
      const { decision, reason, systemMessage: said, hookSpecificOutput } = answer;
      if ((decision === 'block') !== (reason !== undefined)) throw new Error(`neither yes nor no: ${stdout}`);
      const feedback: string | undefined = hookSpecificOutput?.additionalContext;
      return { block: reason, said, ...(feedback === undefined ? {} : { feedback }) };
    },
  };
}

export const issue: CollabIssue = {
  ...{ severity: 'critical', category: 'correctness', file: 'src/half.js', line: 1, title: 'Divides by zero' },
  ...{ description: 'n / 0 is Infinity.', suggestion: 'Divide by 2.', conflicts_with_design: false },
};

/** What the stand-in reports as findings. */
export function finds(...issues: readonly Partial<CollabIssue>[]): { STAND_IN_ISSUES: string } {
  return { STAND_IN_ISSUES: JSON.stringify(issues.map((one) => ({ ...issue, ...one }))) };
}
