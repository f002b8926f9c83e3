// The questions that an agent asks before it is ready, such as trust and sign-in. Only the human may answer them. The
// clients show them on the screen only, so Party reads the screen to name the question, but never to decide "idle".

import type { AgentState } from './agent.ts';

/** A start without a dialog takes about 0.6 s. A slow machine gets more time before Party assumes a question. */
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

// Seen in Claude Code 2.1.325 and Codex 0.166.0, in the order in which the clients ask.
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
