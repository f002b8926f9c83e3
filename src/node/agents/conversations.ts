// Keeps the conversation ids of a party's agents in files that survive a reboot and a killed tmux server.

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Conversation } from '../../core/agents/conversation.ts';
import type { AgentRole } from '../../core/base/role.ts';
import { readText, writeAtomic } from '../system/store.ts';

/** `project` is the project's directory under `$PARTY_HOME/projects`, `id` the session's. */
export async function recordConversation(
  project: string,
  id: string,
  role: AgentRole,
  conversation: Omit<Conversation, 'version'>,
): Promise<void> {
  const file = conversationFile(project, id, role);
  // Keep fields that a newer version of Party has written.
  const before = await readRecord(file);
  await writeAtomic(file, `${JSON.stringify({ ...before, ...conversation, version: 1 })}\n`);
}

export async function readConversation(
  project: string,
  id: string,
  role: AgentRole,
): Promise<Conversation | undefined> {
  const result = Conversation.safeParse(await readRecord(conversationFile(project, id, role)));
  return result.success ? result.data : undefined;
}

/** The conversation that was last seen in any party of the project. */
export async function latestConversation(project: string, role: AgentRole): Promise<Conversation | undefined> {
  const ids = await list(join(project, 'sessions'));
  const all = await Promise.all(ids.map((id) => readConversation(project, id, role)));
  return all
    .filter((one) => one !== undefined)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
}

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Removes the records of sessions that have not been used for 30 days. */
export async function sweepConversations(project: string, now: number): Promise<void> {
  const sessions = join(project, 'sessions');
  for (const id of await list(sessions)) {
    const files = await list(join(sessions, id));
    const times = await Promise.all(files.map(async (file) => (await stat(join(sessions, id, file))).mtimeMs));
    if (times.length > 0 && times.every((time) => now - time > keptMs)) {
      await rm(join(sessions, id), { recursive: true, force: true });
    }
  }
}

function conversationFile(project: string, id: string, role: AgentRole): string {
  return join(project, 'sessions', id, `${role}.json`);
}

async function readRecord(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse((await readText(file)) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

async function list(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch {
    return [];
  }
}
