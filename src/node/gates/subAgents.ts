// The sub-agents of a conversation of Claude Code, by the files that the client keeps of each of them:
// `<conversation>/subagents/agent-<id>.jsonl` beside `<conversation>.jsonl`. Undocumented; seen in 2.1.325. They are there
// from the moment that a sub-agent is started, also outside of a party, where no hook of ours could have recorded it.

import { statSync } from 'node:fs';
import { join } from 'node:path';

/** `transcript` is the conversation's file as the client names it. False when that cannot be known. */
export function isSubAgentOf(transcript: string | undefined, id: string): boolean {
  if (transcript?.endsWith('.jsonl') !== true || !/^[\w-]+$/.test(id)) return false;
  const file = join(transcript.slice(0, -'.jsonl'.length), 'subagents', `agent-${id}.jsonl`);
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
