// Asks Codex which model it uses and which it has, through its own interface: there is no `codex config get`. A server of
// its own on stdin and stdout, which ends with the conversation; no shared one is started or asked.

import type { Probe } from '../../core/agents/agent.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type CodexModels, ModelTalk } from '../../core/collab/model/appServer.ts';
import { converse } from '../system/exec.ts';

export interface ModelQuestion {
  readonly env: NodeJS.ProcessEnv;
  readonly reviewer: Probe;
  /** The top level of the project, which may have a configuration of its own. */
  readonly top: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

export type ReadModels =
  | { readonly kind: 'known'; readonly models: CodexModels }
  | { readonly kind: 'unknown'; readonly why: string };

/** It takes a second, with the network when Codex renews its list. */
const defaultTimeoutMs = 10_000;

/** Never throws: without an answer Codex chooses by itself, and that is said. */
export async function readCodexModels(question: ModelQuestion): Promise<ReadModels> {
  const { env, reviewer, top, signal, timeoutMs = defaultTimeoutMs } = question;
  const talk = new ModelTalk({ cwd: top, version: '1' });
  const ended = await converse(reviewer.path, [...reviewer.args, 'app-server'], {
    env,
    cwd: top,
    timeoutMs,
    signal,
    first: talk.first,
    onLine: (line) => talk.hear(line),
  });
  const models = talk.heard();
  if (models !== undefined) return { kind: 'known', models };
  const refusal = talk.refusal();
  if (refusal !== undefined) return unknown(oneLine(refusal, 200));
  if (signal.aborted) return unknown('it was stopped');
  if (ended.timedOut) return unknown(`codex app-server has said nothing within ${Math.round(timeoutMs / 1000)} s`);
  if (ended.missing) return unknown(`${reviewer.path} cannot be executed`);
  const said = oneLine(ended.stderr.trim().split('\n').at(-1) ?? '', 200);
  return unknown(`codex app-server ended with ${ended.exitCode ?? 'a signal'}${said === '' ? '' : `: ${said}`}`);
}

function unknown(why: string): ReadModels {
  return { kind: 'unknown', why };
}
