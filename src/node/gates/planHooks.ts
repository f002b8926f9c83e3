// Writes the plan's hooks into a project's own settings, so that every Claude that starts there is gated, even without
// Party. The file belongs to the user: nothing else in it changes, and Party keeps its change out of commits.

import { isUtf8 } from 'node:buffer';
import { chmod, lstat, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import { parseJson } from '../../core/base/json.ts';
import * as z from '../../core/base/schema.ts';
import { isPlanHook, planHookGroups } from '../../core/gates/hookGroups.ts';
import { addHooks, hookCommands, isJson, removeHooks } from '../../core/gates/settingsText.ts';
import type { Machine } from '../project/machine.ts';
import { currentLink } from '../system/installation.ts';
import { isFsError, readText, writeAtomic } from '../system/store.ts';
import { keepOutOfCommits, letIntoCommits } from './localFiles.ts';

export const planHooksFiles = { settings: '.claude/settings.json', local: '.claude/settings.local.json' } as const;
export type PlanHooksFile = keyof typeof planHooksFiles;

/**
 * Returns the file. Safe to repeat; replaces the hooks of an older Party. The hooks run through `$PARTY_HOME/current`,
 * which must exist: see refreshCurrent.
 */
export async function writePlanHooks(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  directory: string,
  which: PlanHooksFile,
): Promise<string> {
  const plugin = join(currentLink(paths), 'resources', 'claude');
  const groups = planHookGroups(await readShipped(plugin), plugin);
  const file = join(directory, planHooksFiles[which]);
  const before = await readOwn(directory, file);
  const without = before === undefined ? undefined : removeHooks(before, isPlanHook);
  const after = addHooks(without, groups, file);
  if (after !== before) await write(file, after);
  await keepOutOfCommits(env, directory, planHooksFiles[which]);
  return file;
}

/** Returns the files that had hooks. Throws when a file is no longer JSON: that file keeps its hooks. */
export async function removePlanHooks({ env }: Pick<Machine, 'env'>, directory: string): Promise<string[]> {
  const changed: string[] = [];
  const kept: string[] = [];
  for (const name of Object.values(planHooksFiles)) {
    const file = join(directory, name);
    const before = await readOwn(directory, file).catch(() => undefined);
    if (before === undefined) continue;
    if (!isJson(before) && isPlanHook(before)) kept.push(file);
    const after = removeHooks(before, isPlanHook);
    if (after === before) continue;
    if (after === undefined) await rm(file);
    else await write(file, after);
    changed.push(name);
  }
  if (kept.length > 0) throw notRemoved(kept);
  await letIntoCommits(env, directory, { changed, others: Object.values(planHooksFiles) });
  if (changed.length > 0) await removeIfEmpty(join(directory, '.claude'));
  return changed.map((name) => join(directory, name));
}

function notRemoved(files: readonly string[]): PartyError {
  const which = files.join(' and ');
  return new PartyError(
    'CONFIG_INVALID',
    `${which} is not valid JSON: take Party's hooks out of it by hand. The rest is done`,
  );
}

/** True when these settings gate every Claude that starts in this directory and reads them. */
export async function planHooksIn(
  directory: string,
  files: readonly PlanHooksFile[] = ['settings', 'local'],
): Promise<boolean> {
  const texts = files.map((which) => readText(join(directory, planHooksFiles[which])).catch(() => undefined));
  return (await Promise.all(texts)).some((text) => text !== undefined && hasPlanHooks(text));
}

const Shipped = z.looseObject({
  hooks: z.record(
    z.string(),
    z.array(
      z.looseObject({
        matcher: z.optional(z.string()),
        hooks: z.array(z.looseObject({ type: z.string(), command: z.string(), timeout: z.optional(z.number()) })),
      }),
    ),
  ),
});

async function readShipped(plugin: string): Promise<z.infer<typeof Shipped>> {
  const file = join(plugin, 'hooks', 'hooks.json');
  try {
    return Shipped.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const said = messageOf(cause);
    throw new PartyError('COMMAND_FAILED', `${file} cannot be read (${said}). Install Party again`, { cause });
  }
}

function hasPlanHooks(text: string): boolean {
  try {
    return hookCommands(parseJson(text), 'PreToolUse').some(isPlanHook);
  } catch {
    return false;
  }
}

/** Throws for a link: it may lead out of the project, even to the user's own settings. */
async function readOwn(directory: string, file: string): Promise<string | undefined> {
  for (const path of [join(directory, '.claude'), file]) {
    if (!(await isLink(path))) continue;
    throw new PartyError('STATE_UNSAFE', `${path} is a link, and Party writes into no other place. Replace it`);
  }
  const bytes = await readFile(file).catch((error: unknown) => {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (bytes === undefined || isUtf8(bytes)) return bytes?.toString('utf8');
  throw new PartyError('CONFIG_INVALID', `${file} is not UTF-8, and so would not stay as it is. Correct it`);
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Keeps the permissions of the file. */
async function write(file: string, text: string): Promise<void> {
  const mode = (await lstat(file).catch(() => undefined))?.mode ?? 0o644;
  await writeAtomic(file, text);
  await chmod(file, mode & 0o777);
}

async function removeIfEmpty(directory: string): Promise<void> {
  await rmdir(directory).catch(() => {});
}
