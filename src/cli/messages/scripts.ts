import { join } from 'node:path';
import type { Paths } from '../../node/project/paths.ts';
import { currentLink } from '../../node/system/installation.ts';

/** How Codex reaches Claude. The path goes through the link, so that it outlives an update. */
export function tmuxClaudeScript(paths: Paths): string {
  return join(currentLink(paths), 'resources/codex/skills/claude-transport/scripts/tmux-claude.sh');
}
