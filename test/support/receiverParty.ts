// A party whose agents are programs that record what they receive (test/node/fixtures/receiver.mjs), in a real git
// project. It also runs `party` so that it is killed or stopped at a chosen call of tmux.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/message.ts';
import type { Status } from '../../src/core/status/status.ts';
import { recordConversation } from '../../src/node/agents/conversations.ts';
import { openMailbox } from '../../src/node/messages/mailbox.ts';
import { jsonLines } from './jsonLines.ts';
import { Project } from './project.ts';
import { type Output, repository, type Started, until } from './sandbox.ts';

const receiver = join(repository, 'test/node/fixtures/receiver.mjs');

export class ReceiverParty extends Project {
  readonly #flag = join(this.root, 'flag');
  started!: Started;
  #calls = 0;

  /** A headless `codex` is a stand-in of test/cli/fixtures. */
  constructor(codex = 'codex.mjs') {
    super({ git: true, codex });
  }

  /** Writes the project's own configuration file, so that every command finds it. */
  configure(...options: readonly string[]): void {
    const agent = (role: string, more: readonly string[]) => ({
      ...{ command: [process.execPath, receiver, this.log(role), 'calls', ...more], adapter: 'generic' },
    });
    const agents = { claude: agent('claude', options), codex: agent('codex', options) };
    this.write('tmux-team.json', JSON.stringify({ agents }));
    this.write('.git/info/exclude', 'tmux-team.json\n');
  }

  async start(...options: readonly string[]): Promise<this> {
    this.configure(...options);
    this.started = await this.box.partyJson<Started>(['start', '--detach'], { cwd: this.top });
    await this.ready();
    return this;
  }

  /** A headless review uses Codex itself (the stand-in on the PATH), not a program of the configuration. */
  forgetConfiguration(): void {
    rmSync(join(this.top, 'tmux-team.json'));
  }

  async ready(): Promise<void> {
    for (const role of ['claude', 'codex']) await until(role, () => this.#isReady(role), 30_000);
  }

  async #isReady(role: string): Promise<boolean> {
    const filter = `#{==:#{@party_role},${role}}`;
    const { stdout } = await this.box.tmux('list-panes', '-a', '-f', filter, '-F', '#{pane_id}');
    const pane = stdout.trim();
    if (pane === '') return false;
    return (await this.box.tmux('capture-pane', '-p', '-S', '-', '-t', pane)).stdout.includes('receiver ready');
  }

  get stateDir(): string {
    return join(this.box.stateRoot, this.started.session.name);
  }

  get codex(): string {
    return this.started.panes.codex;
  }

  log(role: string): string {
    return join(this.box.root, `${role}.log`);
  }

  /** What the agent received, oldest first, without the id that an agent with hooks gets in front of it. */
  received(role = 'codex'): string[] {
    return jsonLines<string>(this.log(role)).map((line) => line.replace(/^\[HUMAN \w+\] /, ''));
  }

  /** Runs a program as a child of the agent, as the agent runs its tools and hooks. Returns its exit code. */
  async runBy(role: 'claude' | 'codex', argv: readonly string[]): Promise<number> {
    const name = join(`${this.log(role)}.calls`, String(++this.#calls));
    writeFileSync(`${name}.draft`, JSON.stringify(argv));
    renameSync(`${name}.draft`, `${name}.call`);
    await until(`the end of ${argv[0]}`, () => existsSync(`${name}.done`), 30_000);
    return Number(readFileSync(`${name}.done`, 'utf8'));
  }

  party(...args: readonly string[]): Promise<Output> {
    return this.box.party(args, { cwd: this.top });
  }

  async done(...args: readonly string[]): Promise<Output> {
    const output = await this.party(...args);
    assert.equal(output.code, 0, `party ${args.join(' ')}: ${output.stderr}`);
    return output;
  }

  status(): Promise<Status> {
    return this.box.partyJson<Status>(['status'], { cwd: this.top });
  }

  /** Read from the journal, because `party message list` would deliver what waits. */
  messages(): Promise<readonly Message[]> {
    return openMailbox(this.stateDir).messages();
  }

  async last(): Promise<Message> {
    const message = (await this.messages()).at(-1);
    assert.ok(message !== undefined, 'no message was written');
    return message;
  }

  /** Asserts the state of a message in the journal and in `party status` (which does not know `typing`). */
  async is(id: string, state: Message['state']): Promise<void> {
    assert.equal((await this.messages()).find((one) => one.id === id)?.state, state);
    const shown = (await this.status()).messages.find((one) => one.id === id)?.state;
    assert.equal(shown, state === 'typing' ? 'written' : state);
  }

  becomes(id: string, state: Message['state']): Promise<unknown> {
    const here = async () => (await this.messages()).find((one) => one.id === id)?.state === state;
    return until(`${id} to be ${state}`, here, 30_000);
  }

  /** Runs `party` with a script in front of the real tmux. */
  withTmux(script: string, args: readonly string[], env: Record<string, string> = {}): Promise<Output> {
    return this.box.party(args, { cwd: this.top, env: { ...this.box.wrapTmux(script), ...env } });
  }

  /** Kills `party` with -9 just before its keys reach the pane, just after, or at its next look at the pane. */
  async killedAround(when: 'before' | 'after' | 'next', ...args: readonly string[]): Promise<Message> {
    rmSync(this.#flag, { force: true });
    const die = 'kill -KILL $PPID; exit 1';
    const scripts = {
      before: `case "$*" in *paste-buffer*) ${die};; esac`,
      after: `case "$*" in *paste-buffer*) tmux "$@"; ${die};; esac`,
      next: `[ -e ${this.#flag} ] && { ${die}; }; case "$*" in *paste-buffer*) touch ${this.#flag};; esac`,
    };
    const { code } = await this.withTmux(scripts[when], args);
    assert.equal(code, undefined, 'it was not killed');
    return this.last();
  }

  /** Makes the message look as if Enter had been pressed the second time some minutes ago. */
  age(id: string): void {
    const at = new Date(Date.now() - 120_000).toISOString();
    appendFileSync(join(this.stateDir, 'messages.jsonl'), `${JSON.stringify({ event: 'retried', id, at })}\n`);
  }

  /**
   * Makes Party treat the program as one whose hooks report what it received, and which gets messages with their ids.
   */
  async hasHooks(role: 'claude' | 'codex'): Promise<void> {
    await this.box.tmux('set-option', '-p', '-t', this.started.panes[role], '@party_demo', '1');
    await this.box.tmux('select-pane', '-t', this.started.panes[role], '-T', 'Ready');
  }

  /** Makes Party believe that Claude's hooks have reported, so that `party status` does not name the gates first. */
  async isGated(): Promise<void> {
    await recordConversation(this.durable(), this.started.session.id, 'claude', {
      ...{ conversation: 'c', cwd: this.top, at: new Date().toISOString() },
    });
  }

  async copyMode(action: () => Promise<void>): Promise<void> {
    await this.box.tmux('copy-mode', '-t', this.codex);
    await action();
    await this.box.tmux('send-keys', '-t', this.codex, '-X', 'cancel');
  }

  /** Makes Party believe that the agent has met a limit. */
  limit(role: 'claude' | 'codex', until: Date, at = new Date()): void {
    const reason = 'You’ve hit your usage limit.';
    const limit = { kind: 'usage', at: at.toISOString(), until: until.toISOString(), reason, time: 'named', tries: 1 };
    const file = join(this.durable(), `limit-${role}.json`);
    // A relay may be reading it.
    writeFileSync(`${file}.draft`, JSON.stringify(limit));
    renameSync(`${file}.draft`, file);
  }

  /** Ends the program in the pane; the pane stays. */
  async killAgent(role: 'claude' | 'codex'): Promise<void> {
    const { stdout } = await this.box.tmux('display-message', '-p', '-t', this.started.panes[role], '#{pane_pid}');
    process.kill(Number(stdout), 'SIGKILL');
    const dead = async () => (await this.status()).agents.find((agent) => agent.role === role)?.state === 'dead';
    await until(`the end of ${role}`, dead);
  }

  /** What `party status` proposes; empty when the work is done, or another program or person has to act. */
  async next(): Promise<string> {
    return /^Next +(.+)$/m.exec((await this.done('status')).stdout)?.[1] ?? '';
  }
}
