// A project where collab is on, with a stand-in for Codex, and Stops as the client reports them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { CollabIssue, CollabState } from '../../src/core/collab/collab.ts';
import type { EventOf, ProjectEvent } from '../../src/core/project/event.ts';
import { partyPaths, projectDirectory } from '../../src/node/project/paths.ts';
import { type GitProject, gitProject } from './gitProject.ts';
import { type Output, repository, type Sandbox } from './sandbox.ts';
import { standInCodex } from './standInCodex.ts';

/** Two tasks. */
export const twoTasks = '# Halves\n\n## Task 1: half\n\nHalve a number.\n\n## Task 2: quarter\n\nHalve it twice.\n';

interface Asked {
  readonly args: readonly string[];
  readonly resumed?: string;
  readonly prompt: string;
  readonly pid: number;
}

export interface StopAnswer {
  /** What Claude goes on with; undefined when it may stop. */
  readonly block: string | undefined;
  /** What the human reads. */
  readonly said: string | undefined;
  /** Instead of a block, where the client shows it better. */
  readonly feedback?: string;
}

export class CollabProject {
  readonly box: Sandbox;
  readonly project: GitProject;
  readonly log: string;

  constructor(box: Sandbox) {
    this.box = box;
    this.project = gitProject(box);
    this.log = standInCodex(box, 'collabCodex.mjs');
    Object.assign(box.env, { CLAUDE_PROJECT_DIR: this.top, PARTY_SESSION: 'party-app-1' });
  }

  get top(): string {
    return this.project.directory;
  }

  /** By the human. */
  collab(args: readonly string[], env: Record<string, string> = {}): Promise<Output> {
    return this.box.party(['collab', ...args], { cwd: this.top, env });
  }

  /** The state file as it is; undefined when collab is off. */
  state(): CollabState | undefined {
    const file = join(this.top, '.claude/codex-collab.state.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  }

  reviews(): string[] {
    const folder = join(this.top, '.claude/codex-collab/reviews');
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  }

  asked(): Asked[] {
    const text = existsSync(this.log) ? readFileSync(this.log, 'utf8').trim() : '';
    return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
  }

  events(): ProjectEvent[] {
    const file = join(projectDirectory(partyPaths(this.box.env), this.top), 'events.jsonl');
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ProjectEvent);
  }

  /** What happened to collab itself. */
  whats(): string[] {
    return this.events()
      .filter((event): event is EventOf<'collab'> => event.event === 'collab')
      .map(({ what }) => what);
  }

  /** Claude stops; answers with what the hook says. */
  async stop(env: Record<string, string> = {}, input: object = {}): Promise<StopAnswer> {
    const { code, stdout, stderr } = await this.hook('stop', env, input);
    if (code !== 0 || stderr !== '') throw new Error(`the hook ended with ${code}: ${stderr}`);
    const answer = stdout === '' ? {} : JSON.parse(stdout);
    const { decision, reason, systemMessage: said, hookSpecificOutput } = answer;
    if ((decision === 'block') !== (reason !== undefined)) throw new Error(`neither yes nor no: ${stdout}`);
    const feedback: string | undefined = hookSpecificOutput?.additionalContext;
    return { block: reason, said, ...(feedback === undefined ? {} : { feedback }) };
  }

  async hook(name: string, env: Record<string, string> = {}, input: object = {}): Promise<Output> {
    const script = join(repository, 'resources/claude/hooks', `${name}.sh`);
    const common = {
      ...{ session_id: 's', transcript_path: '/t', cwd: this.top, hook_event_name: 'Stop', stop_hook_active: false },
      ...{ last_assistant_message: 'done', background_tasks: [], session_crons: [] },
    };
    const { exitCode, stdout, stderr } = await execa('sh', [script], {
      cwd: this.top,
      env: { ...this.box.env, CLAUDECODE: '1', ...env },
      extendEnv: false,
      input: JSON.stringify({ ...common, ...input }),
      reject: false,
      stripFinalNewline: false,
    });
    return { code: exitCode, stdout, stderr };
  }
}

export const issue: CollabIssue = {
  ...{ severity: 'critical', category: 'correctness', file: 'src/half.js', line: 1, title: 'Divides by zero' },
  ...{ description: 'n / 0 is Infinity.', suggestion: 'Divide by 2.', conflicts_with_design: false },
};

/** What the stand-in finds. */
export function finds(...issues: readonly Partial<CollabIssue>[]): { STAND_IN_ISSUES: string } {
  return { STAND_IN_ISSUES: JSON.stringify(issues.map((one) => ({ ...issue, ...one }))) };
}
