// Demo Claude: runs the hooks of the plugin where the real client runs them, with the input that the real one gives.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { goOnWithCollab, playCollab } from './collabScene.mjs';
import { isDemoProject } from './greeting.mjs';
import { denial, runHooks, spoken } from './hooks.mjs';
import { playPlan } from './planScene.mjs';
import { onlyInDemo, playDenied, playReview, readFindings } from './reviewScene.mjs';
import { runScript } from './scripts.mjs';
import { outcome, textIn } from './text.mjs';
import { threadScene } from './threadScene.mjs';
import { makeTools } from './tools.mjs';

const session = randomUUID();
let prompt = randomUUID();

const hooks = (event, fields) => runHooks(event, { session, ...fields });

const tmuxCodex = (...args) =>
  runScript('claude/skills/codex-transport/scripts/tmux-codex.sh', args, { env: { CLAUDECODE: '1' } });

export const claude = {
  name: 'Demo Claude',
  first: async () =>
    (await isDemoProject()) ? 'go · plan · collab · question · denied' : 'question · ask codex what is here',
  titles: {
    idle: '✳ Demo Claude',
    working: '◐ Demo Claude',
    asking: '[ ! ] Action Required | Demo Claude',
  },
  start: () => hooks('SessionStart', { source: 'startup' }),
  end: (reason) => hooks('SessionEnd', { reason }),

  async submit(message) {
    prompt = randomUUID();
    return denial(await hooks('UserPromptSubmit', { prompt_id: prompt, prompt: message }));
  },
  /** How to go on, when the Stop hook has something to say, as it does for collab. */
  async turnEnded({ answer, terminal, again }) {
    const fields = { prompt_id: prompt, stop_hook_active: again, last_assistant_message: answer };
    const ended = await hooks('Stop', fields);
    for (const words of spoken(ended)) terminal.print(outcome(words));
    if (denial(ended) === undefined) return undefined;
    return ({ terminal }) => goOnWithCollab(actor(terminal));
  },

  // The first line that fits the message is played. A longer scene is one more line here.
  script: [
    { when: /^\/(exit|quit)\s*$/, play: 'exit' },
    {
      when: /^\/help\s*$/,
      ms: 100,
      play: () =>
        [
          'In the demo project (Party: Open Demo Project):',
          '  go        a change, from the first line to the pull request',
          '  plan      a plan that Codex reviews before code is written',
          '  collab    a design that Codex reviews task by task',
          '  denied    a pull request that the gate holds back',
          'Anywhere: question · ask codex QUESTION · hello · /exit',
          'The real one: claude.com/claude-code',
        ].join('\n'),
    },
    { when: /^(\[HUMAN \w+\] )?(go|go on|continue)[.!]?\s*$/i, play: ({ terminal }) => playReview(actor(terminal)) },
    scene('plan', playPlan),
    scene('collab', playCollab),
    scene('denied', playDenied),
    threadScene('Claude', { CLAUDECODE: '1' }),
    {
      when: /Findings ready\. Run: \S+ --review-complete ('[^']+'|\S+)/,
      play: ({ match: [, file], terminal }) => readFindings(actor(terminal), file.replace(/^'(.*)'$/, '$1')),
    },
    {
      when: /Question waiting\. Read: (\S+) — Write response to: (\S+)/,
      async play({ match: [, question, response] }) {
        const asked = textIn(await readFile(question, 'utf8'));
        await writeFile(response, `You asked ${describe(asked)}. The demo answers every question with yes.\n`);
        await tmuxCodex('--respond', response);
        return `I have answered Codex's question: ${describe(asked)}`;
      },
    },
    {
      when: /Response ready\. Read: (\S+)/,
      play: async ({ match: [, response] }) => `Codex says: ${(await readFile(response, 'utf8')).trim()}`,
    },
    {
      when: /\bask codex:?\s+([\s\S]+)/i,
      async play({ match: [, question] }) {
        await tmuxCodex('--prompt', question);
        return 'I have asked Codex. Its answer arrives here when it is ready.';
      },
    },
    {
      when: /^(\[HUMAN \w+\] )?(hi|hello|hey)\b/i,
      play: () => 'Hello. I am the demo author; the real Claude would write your code here.',
    },
    {
      when: /\bask me\b|^(\[HUMAN \w+\] )?question[.!?]?\s*$/i,
      play: async ({ terminal }) => {
        const answer = await terminal.ask('May Demo Claude pretend to run `npm test`? (y/n)');
        return /^y/i.test(answer) ? 'Pretended: 12 tests passed.' : 'Okay, I will not run it.';
      },
    },
    { when: /\S/, play: ({ message }) => `I have read ${describe(message)}. The real Claude would work on it now.` },
  ],
};

/** One word starts it, and only in the demo project. */
function scene(word, act) {
  return {
    when: new RegExp(`^(\\[HUMAN \\w+\\] )?${word}[.!]?\\s*$`, 'i'),
    play: async ({ terminal }) => ((await isDemoProject()) ? act(actor(terminal)) : onlyInDemo),
  };
}

/** Who plays a scene, seen on this terminal. A scene stops at its next pause while the file PARTY_DEMO_HOLD exists. */
function actor(terminal) {
  const fields = () => ({ session, prompt_id: prompt, permission_mode: 'acceptEdits' });
  const { print: say, ask } = terminal;
  const pause = async (ms) => {
    await terminal.pause(ms);
    while (existsSync(process.env.PARTY_DEMO_HOLD ?? '')) await terminal.pause(100);
  };
  return { tools: makeTools({ say, fields }), pause, say, ask };
}

export function describe(message) {
  const lines = message.trimEnd().split('\n');
  const [first = ''] = lines;
  const shown = first.length > 60 ? `${first.slice(0, 60)}…` : first;
  return lines.length === 1 ? `"${shown}"` : `${lines.length} lines that begin with "${shown}"`;
}
