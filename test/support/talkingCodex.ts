// A repository with a stand-in for Codex that lists its models and answers questions of collab.

import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Probe } from '../../src/core/agents/agent.ts';
import type { CollabIssue } from '../../src/core/collab/collab.ts';
import { jsonLines, Project } from './project.ts';
import { repository } from './sandbox.ts';

export interface CodexRequest {
  readonly server?: readonly string[];
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly resumed?: string;
  readonly model?: string;
  readonly effort?: string;
  readonly prompt?: string;
  readonly pid: number;
}

export class TalkingCodex extends Project {
  readonly log = join(this.root, 'codex.jsonl');
  readonly program = join(repository, 'test/node/fixtures/talkingCodex.mjs');

  constructor() {
    super({ git: 'empty' });
    const bin = join(this.root, 'bin');
    mkdirSync(bin);
    symlinkSync(this.program, join(bin, 'codex'));
    symlinkSync(process.execPath, join(bin, 'node'));
    Object.assign(this.env, { PATH: [bin, this.env['PATH']].join(delimiter), CODEX_LOG: this.log });
    this.answers([]);
    this.write('src/auth.ts', 'export const login = 1;\n');
    this.commit('The beginning');
    this.git('switch', '--quiet', '--create', 'topic');
  }

  get probe(): Probe {
    return { path: join(this.root, 'bin/codex'), args: [], version: '0.166.0', flags: [] };
  }

  /** All requests: questions, and those about models. */
  requests(): CodexRequest[] {
    return jsonLines(this.log);
  }

  /** The questions only, without the requests about models. */
  asked(): CodexRequest[] {
    return this.requests().filter(({ prompt }) => prompt !== undefined);
  }

  answers(issues: readonly Partial<CollabIssue>[], resolved: readonly string[] = []): void {
    const verdict = { summary: 'I have read it.', issues: issues.map((one) => ({ ...issue, ...one })), resolved };
    this.env['VERDICT'] = JSON.stringify(verdict);
  }
}

export const issue: CollabIssue = {
  ...{ severity: 'critical', category: 'correctness', file: 'src/auth.ts', line: 1, title: 'Never checked' },
  ...{ description: 'Every user gets in.', suggestion: 'Check it.', conflicts_with_design: false },
};
