// Calls `party mcp` with the official client: from the pane of an agent, as that agent would, or from outside of it.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { ReceiverParty } from './receiverParty.ts';
import { cliBundle, node20, repository, until } from './sandbox.ts';
import { ownFolder } from './warm/ownFolder.ts';

/** The client as one file, made once: to load its packages file by file takes longer than most calls. */
function clientBundle(): string {
  if (client === undefined) {
    client = join(ownFolder('mcp'), 'mcpClient.mjs');
    // A package in the bundle calls `require`, which modules do not have.
    const js = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
    const entryPoints = [join(repository, 'test/cli/fixtures/mcpClient.mjs')];
    buildSync({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', banner: { js } });
  }
  return client;
}

let client: string | undefined;

export interface McpStep {
  readonly list?: true;
  readonly read?: string;
  readonly tool?: string;
  readonly args?: object;
  readonly meta?: object;
  /** Instead of all this: calls at the same time, whose results are in the same order. */
  readonly together?: readonly McpStep[];
}

export interface McpResult {
  /** When the tool was called, in milliseconds since 1970. */
  readonly began?: number;
  readonly isError?: boolean;
  readonly content?: readonly { readonly text: string }[];
  readonly contents?: readonly { readonly text: string }[];
  readonly tools?: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly annotations: Record<string, unknown>;
    readonly inputSchema: { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
  }[];
  readonly resources?: readonly { readonly uri: string }[];
}

/**
 * `pretender`: a tmux server of its own, with a session that says that it is the party, and its pane that of Codex.
 * `stranger`: the same with a party that Party never started.
 */
export type McpPlace = 'claude' | 'codex' | 'outside' | 'pretender' | 'stranger';

export class McpCalls {
  readonly #at: ReceiverParty;
  #calls = 0;

  constructor(at: ReceiverParty) {
    this.#at = at;
  }

  /** The results of the steps, in one connection. */
  async steps(place: McpPlace, role: string, steps: readonly McpStep[], more: object = {}): Promise<McpResult[]> {
    const file = join(this.#at.root, `mcp-${++this.#calls}.json`);
    writeFileSync(file, JSON.stringify({ role, steps, ...more }));
    const argv = [process.execPath, clientBundle(), file, node20, cliBundle] as const;
    const code = await this.#run(place, argv);
    assert.equal(code, 0, 'the client failed');
    assert.ok(existsSync(`${file}.out`));
    return JSON.parse(readFileSync(`${file}.out`, 'utf8'));
  }

  async #run(place: McpPlace, argv: readonly [string, ...string[]]): Promise<number | undefined> {
    const [program, ...args] = argv;
    if (place === 'outside') return (await this.#at.box.run(program, args, { cwd: this.#at.top })).code;
    if (place === 'pretender') return this.#pretend(argv, this.#at.started.session);
    return place === 'stranger'
      ? this.#pretend(argv, { id: 'other-x1y2z', name: 'party-other-x1y2z' })
      : this.#at.runBy(place, argv);
  }

  async #pretend(argv: readonly string[], { id, name }: { id: string; name: string }): Promise<number> {
    rmSync(join(this.#at.root, 'pretended'), { force: true });
    const socket = `${this.#at.box.socket}-pretender`;
    const [script, ended] = ['pretend.sh', 'pretended'].map((file) => join(this.#at.root, file)) as [string, string];
    writeFileSync(script, `tmux -L ${socket} wait-for go\n${argv.join(' ')}\necho $? > ${ended}\nexec sleep 60\n`);
    const env = { PARTY_SESSION: name, PARTY_TMUX_SOCKET: socket };
    const tmux = (...args: string[]) => this.#at.box.run('tmux', ['-L', socket, ...args], { cwd: this.#at.top, env });
    await tmux('new-session', '-d', '-s', name, 'sh', script);
    await tmux('set-option', '-t', name, '@party_id', id);
    await tmux('set-option', '-p', '-t', name, '@party_role', 'codex');
    await tmux('wait-for', '-S', 'go');
    await until('the end of the client', () => existsSync(ended) && readFileSync(ended, 'utf8') !== '', 30_000);
    await tmux('kill-server');
    return Number(readFileSync(ended, 'utf8'));
  }

  async step(place: McpPlace, role: string, step: McpStep): Promise<McpResult> {
    const [result] = await this.steps(place, role, [step]);
    assert.ok(result !== undefined);
    return result;
  }

  /** What the tool answers. */
  async call<T>(place: McpPlace, role: string, step: McpStep): Promise<T> {
    const result = await this.step(place, role, step);
    assert.ok(result.isError !== true, textOf(result));
    return JSON.parse(textOf(result)) as T;
  }

  /** Why the tool did nothing. */
  async refusal(place: McpPlace, role: string, step: McpStep): Promise<string> {
    const result = await this.step(place, role, step);
    assert.equal(result.isError, true, textOf(result));
    return textOf(result);
  }
}

export function textOf({ content = [], contents = [] }: McpResult): string {
  return [...content, ...contents].map(({ text }) => text).join('\n');
}
