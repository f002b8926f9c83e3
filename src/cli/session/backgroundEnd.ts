import type { BackgroundClaude } from '../../node/agents/backgroundClaude.ts';

/** What the user reads about a Claude that had left its pane for the background. */
export function backgroundEnd({ pid, ended }: BackgroundClaude): string {
  return ended
    ? `Claude's conversation was in the background (process ${pid}); that process was ended`
    : `Claude's conversation is in the background (process ${pid}), and that process still runs. End it with: kill -9 ${pid}`;
}
