// Recognizes the sub-agents of a Claude Code conversation by the file that Claude Code keeps for each of them:
// `<conversation>/subagents/agent-<id>.jsonl` beside `<conversation>.jsonl`. Undocumented; observed in 2.1.325. The
// file exists as soon as the sub-agent starts, also outside a party, where no hook of Party could have recorded it.

import { statSync } from 'node:fs';
import { join } from 'node:path';

/** `transcript` is the conversation's file as Claude Code names it. False when that file is not known. */
export function isSubAgentOf(transcript: string | undefined, id: string): boolean {
  if (transcript?.endsWith('.jsonl') !== true || !/^[\w-]+$/.test(id)) return false;
  const file = join(transcript.slice(0, -'.jsonl'.length), 'subagents', `agent-${id}.jsonl`);
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
