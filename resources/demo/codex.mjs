// Demo Codex: calls notify.sh at the end of a turn, as the real client does.

import { randomUUID } from 'node:crypto';
import { describe } from './claude.mjs';
import { runScript } from './scripts.mjs';

const thread = randomUUID();

export const codex = {
  name: 'Demo Codex',
  install: 'https://developers.openai.com/codex/cli',
  titles: {
    idle: 'Ready | Demo Codex',
    busy: ['⠋ Working | Demo Codex', '⠙ Working | Demo Codex', '⠹ Working | Demo Codex', '⠸ Working | Demo Codex'],
    asking: '[ ! ] Action Required | Demo Codex',
  },
  start: async () => {},
  end: async () => {},
  turnEnded: (message, answer) =>
    runScript('codex/notify.sh', [
      JSON.stringify({
        type: 'agent-turn-complete',
        'thread-id': thread,
        'turn-id': randomUUID(),
        cwd: process.cwd(),
        client: 'codex-tui',
        'input-messages': [message],
        'last-assistant-message': answer,
      }),
    ]),

  // The first line that fits the message is played. A longer scene is one more line here.
  script: [
    { when: /^\/(exit|quit)\s*$/, play: 'exit' },
    { when: /^\/help\s*$/, ms: 100, play: () => 'Try: hello · anything else · /exit' },
    {
      when: /^(hi|hello|hey)\b/i,
      play: () => 'Hello. I am the demo reviewer; the real Codex would read your changes.',
    },
    { when: /\S/, play: ({ message }) => `I have read ${describe(message)}. The real Codex would review it now.` },
  ],
};
