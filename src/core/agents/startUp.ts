// What an agent asks before it is ready: trust, sign-in and the like. These questions are the human's to answer. The
// clients tell of them nowhere but on the screen, so the screen is read to name the question, never to decide on "idle".

import type { AgentState } from './agent.ts';

/** A start without a known dialog takes about 0.6 s; a slow machine gets some time before it counts as a question. */
const usualStartMs = 10_000;

export function startUpState(
  client: 'claude' | 'codex',
  { screen = '', ageMs }: { readonly screen?: string | undefined; readonly ageMs: number },
): AgentState {
  const text = screen.replace(/\s+/g, ' ');
  const question = questions[client].find(([pattern]) => pattern.test(text))?.[1];
  if (question !== undefined) return { kind: 'waiting', waitingFor: question };
  return ageMs < usualStartMs ? { kind: 'busy' } : { kind: 'waiting', waitingFor: 'something on its first screen' };
}

type Questions = readonly (readonly [RegExp, string])[];

// Seen in Claude Code 2.1.325 and Codex 0.166.0, in the order in which they come.
const questions: Record<'claude' | 'codex', Questions> = {
  claude: [
    [/I trust this folder|Do you trust the files/i, 'trust in this folder'],
    [/Do you want to use this API key/i, 'use of the API key in the environment'],
    [/Bypass Permissions mode/i, 'consent to bypass permissions'],
    [/Select login method|Paste code here/i, 'sign-in'],
    [/Choose the (?:text style|option) that looks best|Dark mode.*Light mode/i, 'first-run choices'],
  ],
  codex: [
    [/Sign in with ChatGPT/i, 'sign-in'],
    [/Trust this folder\?/i, 'trust in this folder'],
    [/Hooks need review/i, 'review of hooks'],
    [/Update available/i, 'a decision about an update'],
    [/Try new model/i, 'the choice of a model'],
  ],
};
