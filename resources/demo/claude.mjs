// Demo Claude: runs the hooks of the plugin where the real client runs them, with the input that the real one gives.

import { randomUUID } from 'node:crypto';
import { runScript } from './scripts.mjs';

const session = randomUUID();

const hookInput = (event, fields) =>
  JSON.stringify({ session_id: session, transcript_path: '', cwd: process.cwd(), hook_event_name: event, ...fields });

const sessionCleanup = (event, fields) =>
  runScript('claude/hooks/session-cleanup.sh', [], {
    input: hookInput(event, fields),
    env: { CLAUDE_PROJECT_DIR: process.cwd() },
  });

export const claude = {
  name: 'Demo Claude',
  install: 'https://claude.com/claude-code',
  titles: {
    idle: '✳ Demo Claude',
    busy: ['◐ Demo Claude', '◑ Demo Claude'],
    asking: '[ ! ] Action Required | Demo Claude',
  },
  start: () => sessionCleanup('SessionStart', { source: 'startup' }),
  end: (reason) => sessionCleanup('SessionEnd', { reason }),
  turnEnded: async () => {},

  // The first line that fits the message is played. A longer scene is one more line here.
  script: [
    { when: /^\/(exit|quit)\s*$/, play: 'exit' },
    { when: /^\/help\s*$/, ms: 100, play: () => 'Try: hello · ask me · anything else · /exit' },
    {
      when: /^(hi|hello|hey)\b/i,
      play: () => 'Hello. I am the demo author; the real Claude would write your code here.',
    },
    {
      when: /\bask me\b/i,
      play: async ({ terminal }) => {
        const answer = await terminal.ask('May Demo Claude pretend to run `npm test`? (y/n)');
        return /^y/i.test(answer) ? 'Pretended: 12 tests passed.' : 'Then I do not.';
      },
    },
    { when: /\S/, play: ({ message }) => `I have read ${describe(message)}. The real Claude would work on it now.` },
  ],
};

export function describe(message) {
  const lines = message.split('\n').length;
  const [first = ''] = message.split('\n');
  const shown = first.length > 60 ? `${first.slice(0, 60)}…` : first;
  return lines === 1 ? `"${shown}"` : `${lines} lines that begin with "${shown}"`;
}
