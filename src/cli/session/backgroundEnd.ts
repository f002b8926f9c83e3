import type { BackgroundClaude } from '../../node/agents/backgroundClaude.ts';

/** What the user reads about a Claude that had left its pane for the background. */
export function backgroundEnd({ pid, ended }: BackgroundClaude): string {
  return ended
    ? `Claude's conversation was running in the background; Party ended its process ${pid}`
    : `Claude's conversation is still running in the background. End it with: kill -9 ${pid}`;
}
