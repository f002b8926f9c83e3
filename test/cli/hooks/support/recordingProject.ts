// A project in a party, for the two scripts that write down which conversation an agent has: Claude's session-cleanup and
// Codex's notify.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordUserNotify } from '../../../../src/node/agents/userNotify.ts';
import { hookScript, Project } from '../../../support/project.ts';
import { node20, until } from '../../../support/sandbox.ts';
import { allowed, conversation } from './hookedProject.ts';
import { notifyScript } from './mailProject.ts';

type Env = Readonly<Record<string, string>>;

export const cleanupScript = hookScript('session-cleanup');
export { notifyScript };

export class RecordingProject extends Project {
  constructor() {
    super();
    Object.assign(this.env, { PARTY_SESSION: 'party-app-1', PARTY_NODE: node20 });
  }

  record(role: string) {
    return JSON.parse(readFileSync(this.durable('sessions/app-1', `${role}.json`), 'utf8'));
  }

  /** Whatever happens inside: an observer neither speaks nor fails. */
  async observes(file: string, args: readonly string[], input = '', env: Env = {}): Promise<void> {
    allowed(await this.script([file, ...args], input, env));
  }

  /** An executable on its own, so that it can be told whether and how it was called. */
  program(name: string, lines: string): string {
    const file = join(this.box.directory('bin'), name);
    writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    return file;
  }

  claudeInput(event: string, id = conversation): string {
    const about = { session_id: id, transcript_path: '', cwd: this.top, hook_event_name: event, source: 'startup' };
    return JSON.stringify(about);
  }

  codexEvent(text = 'please review', thread = '01a1e39c-9f3a-7cb2-b176-8600e6b553e9'): string {
    return JSON.stringify({
      type: 'agent-turn-complete',
      'thread-id': thread,
      'turn-id': '01a1e39c-f60b-7360-bf96-4499ea95683e',
      cwd: this.top,
      client: 'codex-tui',
      'input-messages': [text],
      'last-assistant-message': 'done',
    });
  }

  userNotify(...argv: string[]): Promise<void> {
    return recordUserNotify(join(this.box.stateRoot, 'party-app-1'), argv);
  }
}

export function recordsInAPartyOnly(name: string, path: string, at: () => RecordingProject): void {
  const runs = (env: Env) => at().observes(path, [at().codexEvent()], at().claudeInput('SessionStart'), env);

  it(`${name} does not even start Node outside a party`, async () => {
    const started = join(at().root, 'started');
    const PARTY_NODE = at().program('node', `touch '${started}'`);
    await runs({ PARTY_SESSION: '', PARTY_NODE });
    assert.ok(!existsSync(started));
    assert.ok(!existsSync(at().box.partyHome));
  });

  it(`${name} is silent and logs one line when it is handed nonsense`, async () => {
    await at().observes(path, ['{"half'], '{"half');
    const [line, ...more] = at().hookLog();
    assert.deepEqual(more, []);
    assert.equal(line?.level, 'error');
    assert.equal(line?.session, 'app-1');
    assert.match(line?.message ?? '', /JSON/);
  });

  it(`${name} refuses a session that would lead out of the project's records`, async () => {
    await runs({ PARTY_SESSION: 'party-../../x' });
    assert.match(at().hookLog()[0]?.message ?? '', /not the id of a session/);
    assert.deepEqual(readdirSync(at().durable()), ['hooks.jsonl']);
  });

  it(`${name} tells only its own process to run Electron as Node`, async () => {
    const seen = join(at().root, 'seen');
    const PARTY_NODE = at().program('electron', `echo "$ELECTRON_RUN_AS_NODE" >> '${seen}'; exec '${node20}' "$@"`);
    await at().userNotify(at().program('mine', `echo "inner:$ELECTRON_RUN_AS_NODE" >> '${seen}'`));
    await runs({ PARTY_NODE });
    const expected = path === notifyScript ? '1\ninner:\n' : '1\n';
    await until('both programs', () => existsSync(seen) && readFileSync(seen, 'utf8') === expected);
  });

  it(`${name} survives a PARTY_NODE that is gone`, async () => {
    await runs({ PARTY_NODE: '/nowhere/node' });
    assert.ok(existsSync(at().durable('sessions/app-1')));
  });
}
