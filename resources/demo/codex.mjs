// Demo Codex: calls notify.sh at the end of a turn, as the real client does, and talks from inside a sandbox as that does.

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe } from './claude.mjs';
import { isDemoProject, reviewGreeting } from './greeting.mjs';
import { runScript } from './scripts.mjs';
import { textIn } from './text.mjs';
import { threadScene } from './threadScene.mjs';

const thread = randomUUID();

/** The findings that this turn has written. The real one has a record of its turns, which Party reads instead. */
let wrote = [];

/** The real one marks the environment of its commands like this, and its messages wait for the end of the turn. */
const tmuxClaude = (text) =>
  runScript('codex/skills/claude-transport/scripts/tmux-claude.sh', [text], {
    env: { CODEX_THREAD_ID: thread, CODEX_SANDBOX_NETWORK_DISABLED: '1' },
  });

export const codex = {
  name: 'Demo Codex',
  first: async () => 'ask claude what is missing',
  titles: {
    idle: 'Ready | Demo Codex',
    working: '⠋ Working | Demo Codex',
    asking: '[ ! ] Action Required | Demo Codex',
  },
  start: async () => {},
  end: async () => {},
  submit: async () => undefined,
  turnEnded: async ({ message, answer }) => {
    const files = wrote;
    wrote = [];
    await runScript('codex/notify.sh', [
      JSON.stringify({
        type: 'agent-turn-complete',
        'thread-id': thread,
        'turn-id': randomUUID(),
        cwd: process.cwd(),
        client: 'codex-tui',
        'input-messages': [message],
        'last-assistant-message': answer,
        'party-wrote': files,
      }),
    ]);
  },

  // The first line that fits the message is played. A longer scene is one more line here.
  script: [
    { when: /^\/(exit|quit)\s*$/, play: 'exit' },
    {
      when: /^\/help\s*$/,
      ms: 100,
      play: () => 'hello · ask claude QUESTION · anything else · /exit\nThe real one: developers.openai.com/codex/cli',
    },
    threadScene('Codex', { CODEX_THREAD_ID: thread }),
    {
      when: /Review (?:waiting|overdue)\. Read: (\S+) — Write findings to: (\S+)/,
      ms: Number(process.env.PARTY_DEMO_REVIEW_PACE ?? Number(process.env.PARTY_DEMO_PACE ?? 1200) * 2),
      async play({ match: [, request, file] }) {
        if (!(await isDemoProject()))
          return 'I review the demo project only (Party: Open Demo Project). The real Codex would read your change now.';
        const review = await reviewGreeting(await readFile(request, 'utf8'));
        await mkdir(dirname(file), { recursive: true });
        await writeFile(`${file}.new`, JSON.stringify(review, undefined, 2));
        await rename(`${file}.new`, file);
        wrote.push(file);
        await tmuxClaude(`Findings ready: ${file}`);
        return [`I have read the change. ${review.summary}`, ...review.findings.map(findingLine)].join('\n');
      },
    },
    {
      when: /Task waiting\..* Read: (\S+) — Write response to: (\S+)/,
      async play({ match: [, task, response] }) {
        const asked = textIn(await readFile(task, 'utf8'));
        await mkdir(dirname(response), { recursive: true });
        await writeFile(response, `About ${describe(asked)}: ${await lookAt(asked)}\n`);
        await tmuxClaude(`Response ready: ${response}`);
        return `I have answered Claude: ${describe(asked)}`;
      },
    },
    {
      when: /Response waiting\. Read: (\S+)/,
      play: async ({ match: [, response] }) => `Claude says: ${(await readFile(response, 'utf8')).trim()}`,
    },
    {
      when: /\bask claude:?\s+([\s\S]+)/i,
      async play({ match: [, question] }) {
        await tmuxClaude(question);
        return 'I have asked Claude. Its answer arrives here when it is ready.';
      },
    },
    {
      when: /^(\[HUMAN \w+\] )?(hi|hello|hey)\b/i,
      play: () => 'Hello. I am the demo reviewer; the real Codex would read your changes.',
    },
    { when: /\S/, play: ({ message }) => `I have read ${describe(message)}. The real Codex would review it now.` },
  ],
};

/** A folder of the project that is asked for is really looked at. */
async function lookAt(question) {
  for (const word of question.match(/\w[\w.-]*/g) ?? []) {
    const names = await readdir(word).catch(() => []);
    if (names.length > 0) return `${word}/ holds ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}.`;
  }
  return 'Demo Codex has looked at it and found no problems.';
}

function findingLine({ id, severity, file, line, description }) {
  return `${id} ${severity} ${file}:${line} — ${description}`;
}
