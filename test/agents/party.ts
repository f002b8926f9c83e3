// A party with the real agents, each on its scripted model, in a project and a home of its own.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/message.ts';
import type { ProjectEvent } from '../../src/core/project/event.ts';
import type { Status } from '../../src/core/status/status.ts';
import { openMailbox } from '../../src/node/messages/mailbox.ts';
import { partyPaths, projectDirectory } from '../../src/node/project/paths.ts';
import { jsonLines } from '../support/project.ts';
import { Sandbox, until, untilWithProgress } from '../support/sandbox.ts';
import { type HomeOptions, prepareHome } from './home.ts';
import { type ClaudeModel, type ClaudeRule, startClaudeModel } from './models/anthropic.ts';
import { type CodexModel, type CodexRule, startCodexModel } from './models/openai.ts';
import { allEnded, withDescendants } from './processes.ts';

export type Agent = 'claude' | 'codex';
type AgentStatus = Status['agents'][number];

export interface PartyOptions {
  readonly claude?: readonly ClaudeRule[];
  readonly codex?: readonly CodexRule[];
  readonly answered?: boolean;
  readonly codexConfig?: string;
  /** The project's tmux-team.json. */
  readonly config?: object;
  /** Called when the homes are written and nothing runs yet. */
  readonly prepare?: (sandbox: Sandbox) => void;
}

interface Started {
  readonly session: { readonly id: string; readonly name: string };
  readonly panes: Readonly<Record<Agent | 'shell', string>>;
  readonly warnings: readonly string[];
}

export class Party {
  readonly sandbox: Sandbox;
  readonly project: string;
  readonly claude: ClaudeModel;
  readonly codex: CodexModel;
  readonly started: Started;

  private constructor(sandbox: Sandbox, project: string, claude: ClaudeModel, codex: CodexModel, started: Started) {
    this.sandbox = sandbox;
    this.project = project;
    this.claude = claude;
    this.codex = codex;
    this.started = started;
  }

  static async start(options: PartyOptions = {}): Promise<Party> {
    const sandbox = new Sandbox();
    const claude = await startClaudeModel(options.claude ?? []);
    const codex = await startCodexModel(options.codex ?? []);
    try {
      const project = sandbox.directory('project');
      execFileSync('git', ['init', '--quiet', project], { env: sandbox.env });
      const home: HomeOptions = {
        project,
        claudeUrl: claude.url,
        codexUrl: codex.url,
        answered: options.answered ?? true,
        ...(options.codexConfig === undefined ? {} : { codexConfig: options.codexConfig }),
      };
      prepareHome(sandbox, home);
      if (options.config) writeFileSync(join(project, 'tmux-team.json'), JSON.stringify(options.config));
      options.prepare?.(sandbox);
      const started = await sandbox.partyJson<Started>(['start', '--detach', '--cwd', project]);
      return new Party(sandbox, project, claude, codex, started);
    } catch (error) {
      await Promise.all([sandbox.dispose(), claude.stop(), codex.stop()]);
      throw error;
    }
  }

  get stateDir(): string {
    return `${this.sandbox.stateRoot}/${this.started.session.name}`;
  }

  /** As the agents know them. */
  get scripts(): { readonly toCodex: string; readonly toClaude: string } {
    const resources = join(this.sandbox.partyHome, 'current/resources');
    return {
      toCodex: join(resources, 'claude/skills/codex-transport/scripts/tmux-codex.sh'),
      toClaude: join(resources, 'codex/skills/claude-transport/scripts/tmux-claude.sh'),
    };
  }

  /** Of the project's hooks; there is none when nothing went wrong. */
  get hookLog(): string {
    return join(projectDirectory(partyPaths(this.sandbox.env), this.project), 'hooks.jsonl');
  }

  /** Of the project. */
  events(): ProjectEvent[] {
    return jsonLines(join(projectDirectory(partyPaths(this.sandbox.env), this.project), 'events.jsonl'));
  }

  messages(): Promise<readonly Message[]> {
    return openMailbox(this.stateDir).messages();
  }

  /** Every message in a few words. */
  async ladder(): Promise<string[]> {
    return (await this.messages()).map(({ from, to, kind, state }) => `${from} → ${to} ${kind} ${state}`);
  }

  async agent(role: Agent): Promise<AgentStatus> {
    const status = await this.sandbox.partyJson<Status>(['status'], { cwd: this.project });
    const found = status.agents.find((agent) => agent.role === role);
    if (found === undefined) throw new Error(`party status does not know ${role}`);
    return found;
  }

  /** Waits until `party status` says so; on failure tells what it said instead and what the pane shows. */
  async becomes(role: Agent, state: AgentStatus['state']): Promise<AgentStatus> {
    let last: AgentStatus | undefined;
    try {
      // A turn has as many steps as the script of its model.
      return await untilWithProgress(
        `${role} to be ${state}`,
        async () => {
          last = await this.agent(role);
          return last.state === state && last;
        },
        () => this.claude.requests.length + this.codex.requests.length,
      );
    } catch (error) {
      throw new Error(`${error}; it is ${JSON.stringify(last)} and shows:\n${await this.screen(role)}`);
    }
  }

  /** What is on a pane, by `party check`. */
  async screen(role: Agent): Promise<string> {
    return (await this.sandbox.party(['check', role, '60'], { cwd: this.project })).stdout;
  }

  async shows(role: Agent, text: string): Promise<void> {
    const isShown = async () => (await this.screen(role)).includes(text);
    await this.seen(role, until(`"${text}" on the pane of ${role}`, isShown, 20_000));
  }

  /** Waits for the end of many turns, as long as the agents ask their models. A failure tells what both panes show. */
  async reaches<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
    const asked = () => this.claude.requests.length + this.codex.requests.length;
    const waiting = untilWithProgress(what, probe, asked, 60_000);
    return this.seen('claude', this.seen('codex', waiting));
  }

  /** A wait whose failure tells what the pane shows. */
  async seen<T>(role: Agent, waiting: Promise<T>): Promise<T> {
    try {
      return await waiting;
    } catch (error) {
      throw new Error(`${error}; the pane of ${role} shows:\n${await this.screen(role)}`);
    }
  }

  /** As a person would paste it, see it and press Enter: a busy client takes an Enter that comes too early for a part of it. */
  async say(role: Agent, text: string): Promise<void> {
    const beginning = text.slice(0, 16).trim();
    const isShown = async () =>
      (await this.sandbox.tmux('capture-pane', '-p', '-J', '-t', this.started.panes[role])).stdout.includes(beginning);
    await this.paste(role, text);
    await this.seen(role, until(`"${beginning}" on the pane of ${role}`, isShown, 20_000));
    await this.press(role, 'Enter');
  }

  /** Keys that come faster than a person types, Codex takes for a paste, and Enter then for a part of it. */
  async paste(role: Agent, text: string): Promise<void> {
    const pane = this.started.panes[role];
    await this.sandbox.tmux('set-buffer', '-b', 'said', '--', text);
    await this.sandbox.tmux('paste-buffer', '-p', '-r', '-d', '-b', 'said', '-t', pane);
  }

  async press(role: Agent, ...keys: string[]): Promise<void> {
    await this.sandbox.tmux('send-keys', '-t', this.started.panes[role], ...keys);
  }

  /** As a person does who sees no effect: on a busy machine the clients show a dialog some time before it takes keys. */
  async pressUntil(role: Agent, key: string, hasEffect: () => Promise<boolean>): Promise<void> {
    const pressed = until(`${key} to be heard`, async () => {
      await this.press(role, key);
      return until(`the effect of ${key}`, hasEffect, 3000).catch(() => false);
    });
    await this.seen(role, pressed);
  }

  /** Ends Claude's question. */
  async dismiss(): Promise<void> {
    await this.pressUntil('claude', 'Escape', async () => (await this.agent('claude')).state !== 'waiting');
  }

  /** After a restore they have other ids. */
  async findPanes(): Promise<void> {
    const { agents } = await this.sandbox.partyJson<Status>(['status'], { cwd: this.project });
    const panes = Object.fromEntries(agents.map(({ role, pane }) => [role, pane ?? '']));
    Object.assign(this.started.panes, panes);
  }

  /** The tmux server, and everything that ran in it. */
  async endsAll(): Promise<void> {
    const { stdout } = await this.sandbox.tmux('list-panes', '-a', '-F', '#{pane_pid}');
    const processes = withDescendants(stdout.split('\n').filter(Boolean).map(Number));
    await this.sandbox.tmux('kill-server');
    // They write into their homes to the last moment.
    await allEnded(processes);
  }

  async dispose(): Promise<void> {
    await this.endsAll();
    await this.sandbox.dispose();
    await Promise.all([this.claude.stop(), this.codex.stop()]);
  }
}

/** Promise.withResolvers, which the types of Node 20 do not have. */
export function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
