// The files in which the hook of Claude's permission requests leaves its questions, in the private directory of the party.
// One file for each, because calls that run side by side ask at the same time.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { claudeCalls } from '../../core/agents/agentWork.ts';
import type { ClaudeSession } from '../../core/agents/claudeSession.ts';
import { type AgentQuestion, isAskedNow, isOverWith, parseQuestion } from '../../core/agents/question.ts';
import { tryJson } from '../../core/base/json.ts';
import { sessionId } from '../../core/project/ids.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { partyPaths, stateDirectory } from '../project/paths.ts';
import { checkStateDirectory } from '../project/stateDirectory.ts';
import { linesSince } from '../system/linesSince.ts';
import { readText, writeAtomic } from '../system/store.ts';
import { readConversation } from './conversations.ts';

/** So that they do not pile up. Two that are open are enough to keep Party from answering. */
const mostKept = 20;

export async function writeQuestion(stateDir: string, question: AgentQuestion): Promise<void> {
  await writeAtomic(questionFile(stateDir, question.id), `${JSON.stringify(question)}\n`);
  const others = (await readQuestions(stateDir)).filter(({ id }) => id !== question.id);
  const over = others.filter((other, index) => index >= mostKept || isOverWith(other, question));
  await Promise.all(over.map(({ id }) => dropQuestion(stateDir, id)));
}

/** Once it has its answer. */
export async function dropQuestion(stateDir: string, id: string): Promise<void> {
  await rm(questionFile(stateDir, id), { force: true });
}

/**
 * What this Claude asks now; undefined when it does not ask, or its hook has not said what. Of several, the last one, cut:
 * it is not known which of them its dialog is about.
 */
export async function readQuestion(
  env: NodeJS.ProcessEnv,
  session: Pick<Session, 'id' | 'name' | 'project'>,
  claude: ClaudeSession,
): Promise<AgentQuestion | undefined> {
  const stateDir = stateDirectory(partyPaths(env), session.id ?? sessionId(session.name));
  if (!(await checkStateDirectory(stateDir).catch(() => false))) return undefined;
  const [last, ...others] = (await readQuestions(stateDir)).filter((question) => isAskedNow(question, claude));
  if (last === undefined) return undefined;
  return others.length > 0 || (await hasMoreCalls(env, session)) ? { ...last, cut: true } : last;
}

/** Whether Claude has called several tools at once, by its own record. Then it asks about them one after the other. */
async function hasMoreCalls(
  env: NodeJS.ProcessEnv,
  { id, project }: Pick<Session, 'id' | 'project'>,
): Promise<boolean> {
  if (id === undefined || project === undefined) return false;
  const known = await readConversation(join(partyPaths(env).home, 'projects', project), id, 'claude');
  const lines = known?.transcript && (await linesSince(known.transcript, Date.now()).catch(() => undefined));
  return lines ? claudeCalls(lines).open.size > 1 : false;
}

/** The last one first. */
async function readQuestions(stateDir: string): Promise<AgentQuestion[]> {
  const names = (await readdir(stateDir)).filter((name) => questionName.test(name));
  const texts = await Promise.all(names.map((name) => readText(join(stateDir, name)).catch(() => undefined)));
  const questions = texts.map((text) => parseQuestion(tryJson(text ?? ''))).filter((one) => one !== undefined);
  return questions.sort((a, b) => (a.at < b.at ? 1 : -1));
}

const questionName = /^claude-asks\.[a-z0-9]+\.json$/;

function questionFile(stateDir: string, id: string): string {
  return join(stateDir, `claude-asks.${id}.json`);
}
