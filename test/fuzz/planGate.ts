// Runs what the plan gate allows, thousands of lines, through bash in repositories that are out for harm; nothing may
// change. And the same with a gate that is weakened on purpose, which has to find something, or the search is worth nothing.

import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BashFacts, refuseBash } from '../../src/core/gates/plan/gateBash.ts';
import type { GitFacts } from '../../src/core/gates/plan/gateGitConfig.ts';
import { lexLine } from '../../src/core/gates/plan/gateLexer.ts';
import { readGitFacts } from '../../src/node/gates/gateGitFacts.ts';
import { attacks, changedAttack, type FlagForm, flagForms, type Line, lineWith, tools } from './commands.ts';
import { type Hostile, makeHostile, type Profile, profiles } from './hostile.ts';
import { Random } from './random.ts';
import { changesBetween, fingerprint } from './watch.ts';

export type Gate = (line: string, facts: BashFacts) => boolean;

export const realGate: Gate = (line, facts) => refuseBash(line, facts) === undefined;

/** Each lacks one of the three things that the gate is made of. */
export const weakGates: Readonly<Record<'shell' | 'flags' | 'configuration', Gate>> = {
  shell: (line) => tools.some((tool) => line.startsWith(`${tool} `) || line === tool),
  flags: (line) => {
    const lexed = lexLine(line);
    return 'words' in lexed && tools.some((tool) => line.startsWith(tool));
  },
  configuration: (line, facts) => realGate(line, { ...facts, git: () => harmless }),
};
const harmless: GitFacts = {
  own: { settings: [], indexHook: false },
  nested: () => [],
  around: () => ({ settings: [], indexHook: false }),
};

export interface FuzzOptions {
  readonly seed: number;
  /** Lines to run, at least. */
  readonly lines: number;
  /** Times that each flag of each tool is run, at least. */
  readonly each: number;
  readonly gate: Gate;
  /** PATH, with rg in it. */
  readonly path: string;
  /** Stop at the first change. */
  readonly first?: boolean;
  readonly told?: (text: string) => void;
}

export interface FuzzResult {
  readonly ran: number;
  readonly judged: number;
  /** Lines that changed something, with what. */
  readonly changes: readonly string[];
  readonly hung: readonly string[];
  /** Runs of the flag that was used least, and how many flags there are. */
  readonly least: number;
  readonly flags: number;
  /** Flags that no run with them ended well; the tool here may not know them. */
  readonly neverWell: readonly string[];
}

export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'party-fuzz-')));
  try {
    return await new Fuzz(root, options).run();
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

const batchSize = 250;
const atOnce = 4;
const longestMs = 20_000;

class Fuzz {
  readonly #options: FuzzOptions;
  readonly #root: string;
  readonly #random: Random;
  readonly #counts = new Map<string, number>(flagForms.map(({ id }) => [id, 0]));
  readonly #well = new Set<string>();
  readonly #changes: string[] = [];
  readonly #hung: string[] = [];
  #made = 0;
  #judged = 0;
  #ran = 0;

  constructor(root: string, options: FuzzOptions) {
    this.#root = root;
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  async run(): Promise<FuzzResult> {
    const { lines, each, first, told } = this.#options;
    for (let round = 0; this.#ran < lines || this.#least() < each; round++) {
      const profile = profiles[round % profiles.length] ?? 'asleep';
      // Most flags of git are allowed only where nothing is awake.
      await this.#batch(round % 2 === 0 ? 'asleep' : profile);
      told?.(`${this.#ran} of ${this.#judged} lines were allowed and run, ${this.#changes.length} changed something`);
      if (first && this.#changes.length > 0) break;
      if (round > 100 + (20 * (lines + each * flagForms.length)) / batchSize) break;
    }
    return {
      ...{ ran: this.#ran, judged: this.#judged, changes: this.#changes, hung: this.#hung },
      ...{ least: this.#least(), flags: flagForms.length },
      neverWell: flagForms.map(({ id }) => id).filter((id) => (this.#counts.get(id) ?? 0) > 0 && !this.#well.has(id)),
    };
  }

  #least(): number {
    return Math.min(...this.#counts.values());
  }

  async #batch(profile: Profile): Promise<void> {
    const hostile = this.#make(profile);
    const lines = this.#allowed(hostile);
    const before = fingerprint(hostile);
    await this.#runAll(hostile, lines);
    const found = changesBetween(before, fingerprint(hostile));
    if (found.length > 0) await this.#blame(profile, lines);
    this.#drop();
  }

  #make(profile: Profile): Hostile {
    return makeHostile(join(this.#root, String(this.#made++)), profile, this.#options.path);
  }

  #drop(): void {
    rmSync(join(this.#root, String(this.#made - 1)), { recursive: true, force: true, maxRetries: 5 });
  }

  #allowed({ directory, env }: Hostile): Line[] {
    const read = readGitFacts(directory, directory, env);
    const nested = read.nested();
    const around = read.around();
    const git = { own: read.own, nested: () => nested, around: () => around };
    const facts: BashFacts = { cwd: directory, ripgrepConfig: false, git: () => git };
    const lines: Line[] = [];
    for (let tries = 0; lines.length < batchSize && tries < batchSize * 40; tries++) {
      const line = this.#next();
      this.#judged++;
      if (this.#options.gate(line.text, facts)) lines.push(line);
    }
    return lines;
  }

  #next(): Line {
    const random = this.#random;
    if (random.chance(0.3)) {
      return { text: random.chance(0.05) ? random.pick(attacks) : changedAttack(random), forms: [] };
    }
    const form = random.chance(0.7) ? this.#rarest() : random.pick(flagForms);
    return lineWith(form, random);
  }

  #rarest(): FlagForm {
    const some = Array.from({ length: 12 }, () => this.#random.pick(flagForms));
    return some.reduce((best, one) =>
      (this.#counts.get(one.id) ?? 0) < (this.#counts.get(best.id) ?? 0) ? one : best,
    );
  }

  async #runAll(hostile: Hostile, lines: readonly Line[]): Promise<void> {
    const queue = [...lines];
    const work = async () => {
      for (let line = queue.shift(); line !== undefined; line = queue.shift()) {
        const code = await runLine(hostile, line.text);
        this.#ran++;
        if (code === undefined) this.#hung.push(line.text);
        for (const id of line.forms) {
          this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
          // grep says 1 when it finds nothing, diff when it finds something.
          if (code === 0 || code === 1) this.#well.add(id);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** Halves the lines until one is left that does it by itself, each time in a repository that is new. */
  async #blame(profile: Profile, lines: readonly Line[]): Promise<void> {
    let suspects = lines;
    while (suspects.length > 1) {
      const half = suspects.slice(0, suspects.length >> 1);
      const rest = suspects.slice(suspects.length >> 1);
      suspects = (await this.#changedBy(profile, half)).length > 0 ? half : rest;
    }
    const found = await this.#changedBy(profile, suspects);
    this.#changes.push(`${profile}: ${JSON.stringify(suspects[0]?.text)} changed ${found.slice(0, 3).join(', ')}`);
  }

  async #changedBy(profile: Profile, lines: readonly Line[]): Promise<string[]> {
    const hostile = this.#make(profile);
    const before = fingerprint(hostile);
    for (const { text } of lines) await runLine(hostile, text);
    const changed = changesBetween(before, fingerprint(hostile));
    this.#drop();
    return changed;
  }
}

/** Undefined when it did not end. As Claude Code runs it: through bash, with no terminal and nothing to read. */
function runLine({ directory, env }: Hostile, line: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', line], {
      cwd: directory,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    child.stdout.resume();
    child.stderr.resume();
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      resolve(undefined);
    }, longestMs);
    child.once('error', () => resolve(126));
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code ?? 128);
    });
  });
}
