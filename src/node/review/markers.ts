// Writes marker files for programs that know the old form: `<marker root>/claude-<kind>-<session>`. They mirror the
// evidence and prove nothing. All users can write to the root, so Party follows no link there and overwrites no file of
// others.

import { constants } from 'node:fs';
import { lstat, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { author } from '../../core/base/role.ts';
import { type EvidenceKind, evidenceKinds } from '../../core/project/evidenceKinds.ts';
import { sessionId } from '../../core/project/ids.ts';
import { missingFor } from '../../core/review/evidence.ts';
import type { Review } from '../../core/review/review.ts';
import { latestConversation, readConversation } from '../agents/conversations.ts';
import type { Machine } from '../project/machine.ts';
import { type Paths, projectDirectory, projectTop } from '../project/paths.ts';
import { isFsError } from '../system/store.ts';

/** Makes the marker files match the evidence for the current code. */
export async function mirrorMarkers({ markerRoot }: Pick<Paths, 'markerRoot'>, session: string, review: Review) {
  checkSession(session);
  // This includes kinds that the project does not require.
  const missing = new Set<EvidenceKind>(missingFor(review.evidence, review.change?.hash ?? null, evidenceKinds));
  for (const kind of evidenceKinds) {
    const file = join(markerRoot, markerName(kind, session));
    if (missing.has(kind)) await removeOwn(file);
    else await create(file, review.change?.hash ?? '');
  }
}

/**
 * The same right after evidence was written, for the Claude of this process's party; outside a party, for the last one of
 * the project. Markers prove nothing, so a failure to write one changes nothing.
 */
export async function mirrorOwnMarkers({ env, paths }: Pick<Machine, 'env' | 'paths'>, top: string, review: Review) {
  const party = env['PARTY_SESSION'];
  const project = projectDirectory(paths, projectTop(top));
  const known = await (party
    ? readConversation(project, sessionId(party), author)
    : latestConversation(project, author));
  if (known !== undefined) await mirrorMarkers(paths, known.conversation, review).catch(() => {});
}

export async function removeMarkers({ markerRoot }: Pick<Paths, 'markerRoot'>, session: string): Promise<void> {
  checkSession(session);
  for (const kind of evidenceKinds) await removeOwn(join(markerRoot, markerName(kind, session)));
}

const keptMs = 24 * 60 * 60 * 1000;

/** Removes markers of any session that are older than a day. */
export async function sweepMarkers({ markerRoot }: Pick<Paths, 'markerRoot'>, now: number): Promise<void> {
  for (const name of await readdir(markerRoot).catch(() => [])) {
    if (!markerForm.test(name)) continue;
    const file = join(markerRoot, name);
    const entry = await lstat(file).catch(() => undefined);
    if (entry !== undefined && now - entry.mtimeMs > keptMs) await removeOwn(file);
  }
}

function markerName(kind: EvidenceKind, session: string): string {
  return `claude-${prefixes[kind] ?? kind}-${session}`;
}

const prefixes: Partial<Record<EvidenceKind, string>> = { 'codex-approved': 'codex' };

const markerForm = new RegExp(`^claude-(?:${evidenceKinds.map((kind) => prefixes[kind] ?? kind).join('|')})-[\\w-]+$`);

/** Claude's conversation id becomes a part of a path, so it must not hold a slash. */
function checkSession(session: string): void {
  if (/^[A-Za-z0-9-]{1,128}$/.test(session)) return;
  throw new PartyError('STATE_UNSAFE', `session_id ${JSON.stringify(session)} cannot be part of a file's name`);
}

async function create(file: string, hash: string): Promise<void> {
  try {
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    await handle.writeFile(`${hash}\n`).finally(() => handle.close());
  } catch (error) {
    if (!isFsError(error, 'EEXIST')) throw error;
    // Leave the file of another user as it is. Replace our own file if it is for other code.
    if ((await isOwn(file)) && (await readOwn(file)) !== `${hash}\n`) {
      await removeOwn(file);
      await create(file, hash);
    }
  }
}

async function readOwn(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  return handle.readFile('utf8').finally(() => handle.close());
}

async function removeOwn(file: string): Promise<void> {
  if (!(await isOwn(file))) return;
  await unlink(file).catch((error: unknown) => {
    if (!isFsError(error, 'ENOENT')) throw error;
  });
}

async function isOwn(file: string): Promise<boolean> {
  const entry = await lstat(file).catch(() => undefined);
  return entry?.isFile() === true && entry.uid === (process.getuid?.() ?? entry.uid);
}
