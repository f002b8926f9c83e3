// The instructions that an agent gets at its launch. They name the scripts by full path, which is known only then.

import { shellWord } from '../base/shellWord.ts';
import type { AdapterName } from './agent.ts';

/** Below the resources, in reading order. All files of an agent together form one argument of one tmux call. */
export const instructionFiles = {
  claude: ['claude/rules/CLAUDE.md', 'claude/rules/execution-core.md', 'claude/rules/autonomous-flow.md'],
  codex: ['codex/AGENTS.md'],
} as const satisfies Partial<Record<AdapterName, readonly string[]>>;

/** Replaces `{{resources}}/x.sh` with a path quoted for a shell. */
export function fillInstructions(text: string, resources: string): string {
  return text.replace(/\{\{resources\}\}([\w./-]*)/g, (_, path: string) => shellWord(resources + path));
}
