// A project in a party, for the hooks around Claude's tools: they are called as Claude Code calls them, through sh, in a
// real repository.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewEvent } from '../../../../src/node/project/projectLog.ts';
import { openReview } from '../../../../src/node/review/openReview.ts';
import { Project } from '../../../support/project.ts';
import { node20, type Output } from '../../../support/sandbox.ts';

export const conversation = '6c6cc175-d060-48d1-a9be-d4387ce81c38';

export class HookedProject extends Project {
  constructor() {
    super({ git: true });
    Object.assign(this.env, { PARTY_SESSION: 'party-app-1', PARTY_NODE: node20, CLAUDE_PROJECT_DIR: this.top });
  }

  event(name: string, fields: object = {}) {
    return {
      ...{ session_id: conversation, transcript_path: '/t', cwd: this.top, hook_event_name: name },
      ...fields,
    };
  }

  bash(command: string, name = 'PreToolUse', fields: object = {}) {
    const tool = { tool_name: 'Bash', tool_input: { command, description: 'd' }, tool_use_id: 'toolu_1' };
    return this.event(name, { ...tool, ...fields });
  }

  logged(): string[] {
    return this.hookLog().map(({ message }) => message);
  }

  markers(): string[] {
    return readdirSync(this.env['PARTY_MARKER_ROOT'] ?? '').sort();
  }

  /** Only what the scripts themselves need. */
  withoutNode(): Record<string, string> {
    const bin = this.box.directory('bin');
    for (const tool of ['cat', 'sh']) symlinkSync(`/bin/${tool}`, join(bin, tool));
    return { PATH: bin, PARTY_NODE: '/nowhere/node' };
  }

  async hash(): Promise<string> {
    const { change, log } = await this.#review();
    return (await change(await log.state())).hash ?? '';
  }

  async append(...events: NewEvent[]): Promise<void> {
    const { log } = await this.#review();
    for (const one of events) await log.append(one);
  }

  async critic(name: string, agent: string, message: string, between?: () => void): Promise<void> {
    const about = { agent_id: agent, agent_type: name };
    allowed(await this.hook('agent-trace', this.event('SubagentStart', about)));
    between?.();
    const stop = this.event('SubagentStop', { ...about, last_assistant_message: message });
    allowed(await this.hook('agent-trace', stop));
  }

  async critics(): Promise<void> {
    await this.critic('party:code-critic', 'a1', 'fine\nVERDICT: APPROVE');
    await this.critic('minimizer', 'a2', 'VERDICT: APPROVE');
  }

  /** As if Codex had read it and found nothing. */
  async reviewed(): Promise<void> {
    const { change, log } = await this.#review();
    const { hash: now, branch, base } = await change(await log.state());
    const stamp = { actor: 'claude', hash: now ?? '' } as const;
    await this.append(
      {
        ...stamp,
        ...{ event: 'requested', request: 'q1', cycle: 'q1', round: 1, branch, base, tree: null, title: '' },
        ...{ delta: false, headless: false, file: '/f.json', files: {} },
      },
      {
        ...{ event: 'received', actor: 'claude', request: 'q1', findings: [], summary: '' },
        ...{ filesReviewed: 1, warnings: [], origin: 'exec' },
      },
    );
  }

  /** All evidence that a pull request needs. */
  async everything(): Promise<void> {
    await this.critics();
    await this.critic('party:security-scanner', 'a3', 'VERDICT: CLEAN');
    await this.reviewed();
    const now = await this.hash();
    const ran = { event: 'ran', actor: 'claude', exit: 0, before: now, after: now } as const;
    await this.append(
      { ...ran, what: 'tests', command: ['true'] },
      { ...ran, what: 'checks', command: ['true'] },
      { event: 'approved', actor: 'claude', cycle: 'q1', hash: now, files: {} },
      { event: 'verified', actor: 'claude', hash: now },
    );
  }

  #review() {
    return openReview({ env: this.env, paths: this.paths, cwd: this.top });
  }
}

export const allowed = (answer: Output) => assert.deepEqual(answer, { code: 0, stdout: '', stderr: '' });

export function denied({ code, stdout, stderr }: Output): string {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const { hookSpecificOutput: output } = JSON.parse(stdout);
  assert.equal(output.hookEventName, 'PreToolUse');
  assert.equal(output.permissionDecision, 'deny');
  return output.permissionDecisionReason;
}

/** The call does not happen, by whichever of the two ways. */
export function closed(answer: Output): string {
  if (answer.code === 0) return denied(answer);
  assert.deepEqual({ code: answer.code, stdout: answer.stdout }, { code: 2, stdout: '' });
  assert.match(answer.stderr, /Party/);
  return answer.stderr;
}

/** A Node that only leaves a trace. */
export function tracingNode({ box }: Project) {
  const started = join(box.root, 'started');
  const node = join(box.directory('bin'), 'node');
  writeFileSync(node, `#!/bin/sh\ntouch '${started}'\n`, { mode: 0o755 });
  return { env: { PARTY_NODE: node }, started: () => existsSync(started) };
}
