// A project in its own sandbox (see sandbox.ts), with the parts that a test asks for: a repository, a stand-in for
// Codex, and helpers for plans, collab and tasks.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { EventOf, ProjectEvent } from '../../src/core/project/event.ts';
import { type Paths, partyPaths, projectDirectory } from '../../src/node/project/paths.ts';
import { type CollabWords, collabWords } from './parts/collab.ts';
import { type PlanWords, planWords } from './parts/plan.ts';
import { type TaskWords, taskWords } from './parts/tasks.ts';
import { copyRepository, runGit } from './repositories.ts';
import { node20, type Output, repository, Sandbox } from './sandbox.ts';

type Env = Readonly<Record<string, string>>;

export interface Ground {
  /** The sandbox; without it the project gets its own. */
  readonly box?: Sandbox;
  readonly name?: string;
  /**
   * `true`: a commit on main and a change on the branch topic. `empty`: no commit yet. `false`: no repository.
   * Otherwise a directory that Party takes for a repository, without any call of git.
   */
  readonly git?: boolean | 'empty';
  /** A program of test/cli/fixtures that plays Codex. */
  readonly codex?: string;
}

export interface Parts extends Ground {
  readonly plan?: true;
  readonly collab?: true;
  readonly tasks?: true;
}

export type ProjectWith<P extends Parts> = Project &
  (P extends { plan: true } ? PlanWords : unknown) &
  (P extends { collab: true } ? CollabWords : unknown) &
  (P extends { tasks: true } ? TaskWords : unknown);

/** What a stand-in for Codex records about each call. */
export interface CodexCall {
  readonly args: readonly string[];
  readonly resumed?: string;
  readonly schema?: { readonly required: readonly string[] };
  readonly prompt: string;
  readonly cwd: string;
  readonly pid: number;
}

export function newProject<const P extends Parts>(parts: P): ProjectWith<P> {
  const { plan, collab, tasks, ...ground }: Parts = parts;
  const git = plan || collab ? { git: true } : {};
  const codex = plan ? { codex: 'planCodex.mjs' } : collab ? { codex: 'collabCodex.mjs' } : {};
  const project = new Project({ ...git, ...codex, ...ground });
  if (plan) addWords(project, planWords(project));
  if (collab) addWords(project, collabWords(project));
  if (tasks) addWords(project, taskWords(project));
  return project as ProjectWith<P>;
}

/** Copies getters as getters: Object.assign would call them once and keep the values. */
function addWords(project: Project, words: object): void {
  Object.defineProperties(project, Object.getOwnPropertyDescriptors(words));
}

export class Project {
  readonly box: Sandbox;
  readonly top: string;
  /** The log of the stand-in for Codex: a line for each call. */
  readonly codexLog: string;

  constructor({ box = new Sandbox(), name = 'project', git, codex }: Ground = {}) {
    this.box = box;
    this.top = git === undefined ? box.project(name) : box.directory(name);
    this.codexLog = join(box.root, 'called.jsonl');
    if (git) copyRepository(git === true ? 'topic' : 'empty', this.top, this.env);
    if (git === true) this.write('src/auth.ts', 'export const login = 2;\n');
    if (codex !== undefined) this.#standIn(codex);
  }

  get root(): string {
    return this.box.root;
  }

  get env(): Record<string, string> {
    return this.box.env;
  }

  get paths(): Paths {
    return partyPaths(this.env);
  }

  get cwd(): string {
    return this.top;
  }

  file(path: string): string {
    return join(this.top, path);
  }

  read(path: string): string | undefined {
    return existsSync(this.file(path)) ? readFileSync(this.file(path), 'utf8') : undefined;
  }

  write(path: string, content: string | Buffer): string {
    const file = this.file(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  git(...args: readonly string[]): string {
    return runGit({ cwd: this.top, env: this.env }, args);
  }

  /** Commits everything. */
  commit(message = 'A change'): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.git('rev-parse', 'HEAD').trim();
  }

  /** A path in the folder in which Party keeps what it knows about the project. */
  durable(...path: readonly string[]): string {
    return join(projectDirectory(this.paths, this.top), ...path);
  }

  /** The project's events, or only those of one kind. */
  events(): ProjectEvent[];
  events<Kind extends ProjectEvent['event']>(kind: Kind): EventOf<Kind>[];
  events(kind?: string): ProjectEvent[] {
    const all = jsonLines<ProjectEvent>(this.durable('events.jsonl'));
    return kind === undefined ? all : all.filter(({ event }) => event === kind);
  }

  /** What the hooks wrote to their log. */
  hookLog(): HookLine[] {
    return jsonLines(this.durable('hooks.jsonl'));
  }

  /** How the stand-in for Codex was called, oldest first. */
  calls(): CodexCall[] {
    return jsonLines(this.codexLog);
  }

  /**
   * Calls a hook as Claude Code does: through sh, with the event on stdin. An object gets the fields that every event
   * has; a text goes in unchanged. `name` is the hook's name or the path of a script.
   */
  hook(name: string, input: object | string, env: Env = {}): Promise<Output> {
    const script = isAbsolute(name) ? name : hookScript(name);
    const common = { session_id: 's', transcript_path: '/t', cwd: this.top };
    const text = typeof input === 'string' ? input : JSON.stringify({ ...common, ...input });
    return this.script([script], text, env);
  }

  script(argv: readonly string[], input: string, env: Env = {}): Promise<Output> {
    return this.box.script(argv, { cwd: this.top, env, input });
  }

  dispose(): Promise<void> {
    return this.box.dispose();
  }

  /** Puts the stand-in first on the PATH. It says what it is without Node, because Party asks that each time. */
  #standIn(fixture: string): void {
    const bin = this.box.directory('bin');
    const file = join(repository, 'test/cli/fixtures', fixture);
    const script = `#!/bin/sh
case " $* " in
*' --version '*) echo 'codex-cli 0.166.0' ;;
*' --help '*) printf '  -c, --config <key=value>\\n      --sandbox <MODE>\\n\\n' ;;
*) exec '${process.execPath}' '${file}' "$@" ;;
esac
`;
    writeFileSync(join(bin, 'codex'), script, { mode: 0o755 });
    symlinkSync(process.execPath, join(bin, 'node'));
    const PATH = [bin, this.env['PATH']].join(delimiter);
    Object.assign(this.env, { PATH, STAND_IN_LOG: this.codexLog, PARTY_NODE: node20 });
  }
}

export interface HookLine {
  readonly level: string;
  readonly hook: string;
  readonly session: string;
  readonly message: string;
}

export const hookScript = (name: string) => join(repository, 'resources/claude/hooks', `${name}.sh`);

/** Empty when the file does not exist. */
export function jsonLines<T>(file: string): T[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as T);
}
