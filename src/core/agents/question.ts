// What Claude asks the human for, as its PermissionRequest hook gets it. The hook writes it into a file of the party;
// the words on the screen are never taken for the question.

import { oneLine, withoutTricks } from '../base/outsideText.ts';
import * as z from '../base/schema.ts';
import type { Translate } from '../base/translate.ts';
import type { AgentStatus } from './agent.ts';
import type { ClaudeSession } from './claudeSession.ts';

/** From Claude Code, on stdin. */
export const PermissionRequest = z.looseObject({
  session_id: z.string(),
  hook_event_name: z.string(),
  tool_name: z.string(),
  tool_input: z.catch(z.record(z.string(), z.unknown()), {}),
  cwd: z.optional(z.string()),
  /** Names what the user has submitted. The calls of one prompt can ask at the same time. */
  prompt_id: z.optional(z.string()),
  /** Only from a sub-agent, which can ask beside the conversation. */
  agent_id: z.optional(z.string()),
});
type PermissionRequest = z.infer<typeof PermissionRequest>;

const AgentQuestion = z.looseObject({
  /** Names this question. A person answers exactly this one, or none. */
  id: z.string(),
  /** Claude's session id. */
  conversation: z.string(),
  tool: z.string(),
  /** What the tool is to act on: the command, the file, the address; or the question itself. */
  text: z.string(),
  /** The rest of what the human has to know: the new content of a file. */
  more: z.string(),
  /** A person cannot decide on it here: not all of it is in `text` and `more`, or Claude asks something else too. */
  cut: z.boolean(),
  at: z.string(),
  /** The folder of Claude, from which its dialog names files. */
  cwd: z.optional(z.string()),
  prompt: z.optional(z.string()),
  subagent: z.optional(z.string()),
});
export type AgentQuestion = z.infer<typeof AgentQuestion>;

export function parseQuestion(value: unknown): AgentQuestion | undefined {
  return AgentQuestion.safeParse(value).data;
}

/** More does not fit into a dialog of the editor, nor into a pane. */
const longest = 4000;

/** `id` and `at` name the moment of the question. */
export function questionOf(
  { session_id, tool_name, tool_input, cwd, prompt_id, agent_id }: PermissionRequest,
  { id, at }: Pick<AgentQuestion, 'id' | 'at'>,
): AgentQuestion {
  const said = saidBy(tool_name, tool_input);
  const [text, more] = said.map(withoutTricks) as [string, string];
  return {
    ...{ id, at, conversation: session_id, tool: oneLine(tool_name, 100) },
    text: text.slice(0, longest),
    more: more.slice(0, longest),
    cut: said.some((one) => one.length > longest || hiding.test(one)) || !saysAll(tool_name, tool_input),
    ...(cwd === undefined ? {} : { cwd }),
    ...(prompt_id === undefined ? {} : { prompt: prompt_id }),
    ...(agent_id === undefined ? {} : { subagent: agent_id }),
  };
}

/**
 * What the editor would not show as it is: characters that are invisible, that act on a terminal, or that look like a
 * space; and those with which Claude draws its dialog.
 */
const hiding = /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800─╌│❯]/u;

/**
 * The tools whose dialogs Party knows; others ask more than whether a call may run once. And their inputs: those that
 * `text` and `more` show, and those that do not change what the call does.
 */
const inputs: Readonly<Record<string, { readonly shown: readonly string[]; readonly harmless?: readonly string[] }>> = {
  Bash: { shown: ['command'], harmless: ['description', 'timeout'] },
  Write: { shown: ['file_path', 'content'] },
  Edit: { shown: ['file_path', 'old_string', 'new_string'] },
  WebFetch: { shown: ['url', 'prompt'] },
};

/** Whether the question shows a person the whole call. An input such as `replace_all` may be there while it is off. */
function saysAll(tool: string, input: Readonly<Record<string, unknown>>): boolean {
  const known = Object.hasOwn(inputs, tool) ? inputs[tool] : undefined;
  if (known === undefined) return true;
  const { shown, harmless = [] } = known;
  const isOff = ([name, value]: [string, unknown]) => value === false || [...shown, ...harmless].includes(name);
  return shown.every((name) => typeof input[name] === 'string') && Object.entries(input).every(isOff);
}

/** What is asked, and the rest of it. */
function saidBy(tool: string, input: Readonly<Record<string, unknown>>): [text: string, more: string] {
  const word = (name: string) => (typeof input[name] === 'string' ? input[name] : '');
  switch (tool) {
    case 'Bash':
      return [word('command'), ''];
    case 'Write':
      return [word('file_path'), word('content')];
    case 'Edit':
      return [word('file_path'), [...signed('-', word('old_string')), ...signed('+', word('new_string'))].join('\n')];
    case 'WebFetch':
      return [word('url'), word('prompt')];
    case 'AskUserQuestion':
      return [asked(input['questions']), ''];
    case 'ExitPlanMode':
      return ['', word('plan')];
    default:
      return [JSON.stringify(input), ''];
  }
}

function signed(sign: string, text: string): string[] {
  return text.split('\n').map((line) => `${sign}${line}`);
}

function asked(questions: unknown): string {
  const list = Array.isArray(questions) ? questions : [];
  return list.map((one: { question?: unknown } | null) => String(one?.question ?? '')).join(' ');
}

/**
 * Whether Claude asks this now. It calls the hook when it opens the dialog, and says in its session file that it waits
 * (2.1.325: about 0.1 s later). The question before was asked earlier than that.
 */
export function isAskedNow(
  question: AgentQuestion,
  { sessionId, status, waitingFor, ...session }: ClaudeSession,
): boolean {
  const since = session['statusUpdatedAt'];
  const began = typeof since === 'number' ? since : Number.NaN;
  return (
    status === 'waiting' &&
    waitingFor !== undefined &&
    sessionId === question.conversation &&
    Date.parse(question.at) >= began - hookLeadMs
  );
}

/**
 * Whether an earlier question must have had its answer when this one is asked: Claude takes up a new prompt only then. The
 * calls of one prompt can ask side by side, and a sub-agent can ask beside the conversation.
 */
export function isOverWith(earlier: AgentQuestion, { conversation, prompt }: AgentQuestion): boolean {
  if (earlier.conversation !== conversation) return true;
  const isOfEarlierPrompt = earlier.prompt !== undefined && prompt !== undefined && earlier.prompt !== prompt;
  return isOfEarlierPrompt && earlier.subagent === undefined;
}

/** Whether a person can answer it in the editor: with all of it in view, and in a dialog that Party knows. */
export function isAnswerable(
  { waitingFor, demo }: Pick<AgentStatus, 'waitingFor' | 'demo'>,
  { tool, text, cut }: AgentQuestion,
): boolean {
  return !demo && waitingFor === permissionPrompt && Object.hasOwn(inputs, tool) && text.trim() !== '' && !cut;
}

/** What Claude's session file says while the dialog is open. */
export const permissionPrompt = 'permission prompt';

/** By how much the hook's time may be earlier than the one in the file. */
const hookLeadMs = 1000;

/** `Run npm test`, `Edit greet.js`, or the question of an agent. Claude's words, on one line. */
export function questionText(
  { tool, text }: Pick<AgentQuestion, 'tool' | 'text'>,
  t: Translate,
  longestLine = 80,
): string {
  const said = oneLine(text, longestLine);
  const file = oneLine(text.slice(text.lastIndexOf('/') + 1), longestLine);
  switch (tool) {
    case 'Bash':
      return t('Run {0}', said);
    case 'Write':
      return t('Write {0}', file);
    case 'Edit':
      return t('Edit {0}', file);
    case 'WebFetch':
      return t('Fetch {0}', said);
    case 'AskUserQuestion':
      return said === '' ? t('A question') : said;
    case 'ExitPlanMode':
      return t('Approve its plan');
    default:
      return t('Use {0}', oneLine(tool, longestLine));
  }
}
