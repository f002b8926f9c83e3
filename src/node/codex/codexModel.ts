// Asks Codex which model it uses and which models it has. There is no `codex config get`, so this starts a `codex
// app-server` on stdin and stdout, which ends with the conversation. It does not use a shared server.

import type { Probe } from '../../core/agents/agent.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type CodexModels, ModelTalk } from '../../core/collab/model/appServer.ts';
import { converse } from '../system/exec.ts';

export interface ModelQuestion {
  readonly env: NodeJS.ProcessEnv;
  readonly reviewer: Probe;
  /** The top level of the project, which may have its own Codex configuration. */
  readonly top: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

export type ReadModels =
  | { readonly kind: 'known'; readonly models: CodexModels }
  | { readonly kind: 'unknown'; readonly why: string };

/** An answer takes about a second; Codex may use the network to renew its list of models. */
const defaultTimeoutMs = 10_000;

/** Never throws: without an answer, Codex chooses the model, and the caller reports that. */
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
  if (ended.timedOut) return unknown(`codex app-server has not answered within ${Math.round(timeoutMs / 1000)} s`);
  if (ended.missing) return unknown(`${reviewer.path} cannot be executed`);
  const said = oneLine(ended.stderr.trim().split('\n').at(-1) ?? '', 200);
  return unknown(`codex app-server ended with ${ended.exitCode ?? 'a signal'}${said === '' ? '' : `: ${said}`}`);
}

function unknown(why: string): ReadModels {
  return { kind: 'unknown', why };
}
