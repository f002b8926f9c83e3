// Judges a command that gives evidence: is it this project's usual command for its tests or checks?

import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { oneLine } from '../../../core/base/outsideText.ts';
import {
  type DeclaringFiles,
  declaredCommands,
  declaringFiles,
  type Purpose,
} from '../../../core/review/commands/declared.ts';
import { whyUnusual } from '../../../core/review/commands/usual.ts';
import type { Git } from '../../system/git.ts';
import { findProgram } from '../../system/installHint.ts';
import { readSmallFile } from '../../system/readSmallFile.ts';
import { readFiles } from '../snapshotTree.ts';

export interface UnusualQuestion {
  readonly what: Purpose;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly base: string;
  readonly configured: readonly string[] | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** Null when the command is the usual one, or when nothing says which one is. */
export async function unusualCommand(git: Git, question: UnusualQuestion): Promise<string | null> {
  const { what, command, cwd, base, configured, env } = question;
  const [before, now, here] = await Promise.all([filesOf(git, base), filesNow(git.top), realpath(cwd)]);
  const top = await realpath(git.top);
  const facts = { what, command: plainCommand(command), configured, base: before, now, env };
  return whyUnusual({ ...facts, directory: relative(top, here), steered: ownProgram(env, top, command) });
}

/** What the user's configuration names, else what the base of the change declares first; empty without either. */
export async function usualCommand(
  git: Git,
  { what, base, configured }: Pick<UnusualQuestion, 'what' | 'base' | 'configured'>,
): Promise<readonly string[]> {
  return configured ?? declaredCommands(await filesOf(git, base), what)[0]?.words ?? [];
}

/** Also a file that git ignores: an agent can still write it, and no review sees it. */
function ownProgram(env: NodeJS.ProcessEnv, top: string, [program = '']: readonly string[]): string | undefined {
  // A project may well have its own pytest, but hardly its own make.
  if (!/^(?:npm|npx|pnpm|yarn|bun|g?make|cargo|go)$/.test(program)) return undefined;
  const found = findProgram(program, env['PATH'] ?? '');
  if (found === undefined) return undefined;
  const own = [found, realpathSync(found)].find((path) => path.startsWith(`${top}/`));
  if (own === undefined) return undefined;
  return `${program} is a program of this project (${oneLine(relative(top, own), 80)}), which an agent can write`;
}

/** `node` can be missing on the PATH; then the program that runs Party is Node. */
function plainCommand(command: readonly string[]): readonly string[] {
  const [, , ...afterEnv] = command;
  const inner = command[0] === 'env' && command[1] === 'ELECTRON_RUN_AS_NODE=1' ? afterEnv : command;
  const [program = '', ...args] = inner;
  return isOwnNode(program) ? ['node', ...args] : command;
}

function isOwnNode(program: string): boolean {
  try {
    return program.startsWith('/') && realpathSync(program) === realpathSync(process.execPath);
  } catch {
    return false;
  }
}

async function filesOf(git: Git, base: string): Promise<DeclaringFiles> {
  const found = await readFiles(git, base, declaringFiles);
  return Object.fromEntries([...found].map(([name, content]) => [name, content.toString('utf8')]));
}

const largest = 1_000_000;

async function filesNow(top: string): Promise<DeclaringFiles> {
  const found = await Promise.all(
    declaringFiles.map(async (name) => {
      const file = await readSmallFile(join(top, name), { largest, links: 'refuse' }).catch(() => undefined);
      return file?.kind === 'text' ? [[name, file.text]] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
