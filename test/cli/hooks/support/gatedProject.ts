// A project whose plan gate is on, and calls of tools as Claude Code reports them to the gate.

import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordApproval } from '../../../support/plans.ts';
import { hookScript, Project } from '../../../support/project.ts';
import { type CallOptions, node20, type Output } from '../../../support/sandbox.ts';

export class GatedProject extends Project {
  constructor() {
    super({ name: 'repo', git: true });
    this.env['PARTY_NODE'] = node20;
    for (const file of ['README.md', 'package.json', 'src/index.ts', 'src/util.ts']) this.write(file, 'export foo\n');
    this.write('docs/plan.md', '# Goal\n');
    gateOn(this.top);
  }

  /** The log knows the approval, unless it is `foreign`. */
  async approve(kind = 'valid'): Promise<void> {
    const hash = createHash('sha256')
      .update(readFileSync(this.file('docs/plan.md')))
      .digest('hex');
    const file = this.file('.claude/review/approval.json');
    const valid = {
      ...{ is_optimal: true, plan_hash: hash, review_version: 1 },
      ...{ approved_at: '2026-01-01T00:00:00Z', codex_thread_id: 't' },
    };
    const { plan_hash: _, ...hashless } = valid;
    if (kind !== 'foreign') await recordApproval(this.paths, this.top, hash);
    const contents: Record<string, unknown> = {
      valid,
      foreign: valid,
      unreadable: valid,
      'not-optimal': { ...valid, is_optimal: false },
      'hash-uppercase': { ...valid, plan_hash: hash.toUpperCase() },
      'hash-other': { ...valid, plan_hash: '0'.repeat(64) },
      'missing-hash': hashless,
      list: [valid],
      text: JSON.stringify(valid),
    };
    writeFileSync(file, kind === 'corrupt' ? '{"is_optimal": tru' : JSON.stringify(contents[kind]));
    if (kind === 'unreadable') chmodSync(file, 0);
  }

  /** Calls the gate in a directory of its own choice. */
  asks(input: unknown, { cwd = this.top, env = {} }: CallOptions = {}): Promise<Output> {
    return this.box.script([hookScript('plan-gate')], {
      cwd: existsSync(cwd) ? cwd : this.top,
      env: { CLAUDE_PROJECT_DIR: this.top, ...env },
      input: typeof input === 'string' ? input : JSON.stringify(input),
    });
  }

  call(tool_name: string, tool_input: object, more: object = {}) {
    return {
      ...{ session_id: 's', transcript_path: '/t', cwd: this.top, permission_mode: 'default' },
      ...{ hook_event_name: 'PreToolUse', tool_name, tool_input, tool_use_id: 'toolu_1' },
      ...more,
    };
  }

  bash(command: unknown, more: object = {}) {
    return this.call('Bash', { command, description: 'd' }, more);
  }

  writes(file: string, more: object = {}) {
    return this.call('Write', { file_path: file, content: 'X' }, more);
  }
}

export function gateOn(directory: string): void {
  mkdirSync(join(directory, '.claude/review'), { recursive: true });
  writeFileSync(join(directory, '.claude/review/gate.json'), '{}\n');
}
