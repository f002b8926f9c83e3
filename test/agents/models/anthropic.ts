// A scripted model behind the Anthropic Messages API, on loopback: what the real Claude Code talks to in this ring.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ModelEvent,
  type ModelFailure,
  type ModelServer,
  readJson,
  sendEvents,
  sendFailure,
  sendJson,
  serve,
} from './server.ts';

export interface ToolCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** Ends the turn, until so many sub-agents in the background have reported since the prompt. */
export interface Pause {
  readonly reports: number;
}

/** What the model does when the newest prompt matches: call a tool, or several one after the other, and say something. */
export interface ClaudeRule {
  readonly when: RegExp;
  readonly say?: string;
  readonly call?: ToolCall | ((match: RegExpExecArray, request: ClaudeRequest) => readonly (ToolCall | Pause)[]);
  /** The answer comes only when this is done, so that a test decides how long the agent is busy. */
  readonly after?: Promise<void> | undefined;
  /** Instead of an answer. */
  readonly fail?: ModelFailure | undefined;
}

export interface ClaudeRequest {
  readonly system: string;
  /** What came last: a prompt, or what a tool answered. */
  readonly userText: string;
  /** The prompts of the whole conversation. */
  readonly prompts: readonly string[];
  /** All that was sent, as JSON: also the tools, and what the client says about skills and sub-agents. */
  readonly body: string;
}

export interface ClaudeModel extends ModelServer {
  readonly requests: ClaudeRequest[];
}

export async function startClaudeModel(rules: readonly ClaudeRule[]): Promise<ClaudeModel> {
  const requests: ClaudeRequest[] = [];
  const server = await serve(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://model').pathname;
    if (request.method === 'POST' && path === '/v1/messages') return answer(request, response);
    if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: 100 });
    return sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: path } });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readJson(request)) as MessagesRequest;
    const userText = textOf(body.messages.findLast((message) => message.role === 'user')?.content);
    const last = body.messages.findLastIndex(isPrompt);
    const prompt = promptOf(body.messages[last]);
    const asked = {
      system: textOf(body.system),
      userText,
      prompts: body.messages.filter(isPrompt).map(promptOf),
      body: JSON.stringify(body),
    };
    requests.push(asked);
    const rule = rules.find(({ when }) => when.test(prompt));
    await rule?.after;
    if (rule?.fail !== undefined)
      return sendFailure(response, rule.fail, events(body.model, undefined, rule.say ?? '').slice(0, 3));
    const next = nextStep(callsOf(rule, prompt, asked), body.messages.slice(last + 1));
    const say = next === undefined ? (rule?.say ?? 'nothing scripted') : 'WAITING FOR REPORTS';
    sendEvents(response, events(body.model, next !== undefined && 'tool' in next ? next : undefined, say));
  }

  return { ...server, requests };
}

type Step = ToolCall | Pause;

function callsOf(rule: ClaudeRule | undefined, prompt: string, request: ClaudeRequest): readonly Step[] {
  const { when, call } = rule ?? {};
  if (call === undefined) return [];
  const match = when?.exec(prompt);
  return typeof call !== 'function' ? [call] : match ? call(match, request) : [];
}

/** `since` is what came after the prompt. A report may come alone, or with the answer of a tool. */
function nextStep(steps: readonly Step[], since: readonly RequestMessage[]): Step | undefined {
  const reported = new Set<string>();
  let at = 0;
  const pauses = () => {
    for (let step = steps[at]; step !== undefined && 'reports' in step; step = steps[++at])
      if (reported.size < step.reports) return true;
    return false;
  };
  for (const { role, content } of since) {
    if (role === 'assistant') {
      // Two statements: `at += …` would read `at` before a pause that has ended moves it on.
      if (!pauses()) at++;
    } else
      for (const [, id = ''] of textOf(content).matchAll(/<task-notification>\s*<task-id>(\w+)/g)) reported.add(id);
  }
  pauses();
  return steps[at];
}

type RequestMessage = MessagesRequest['messages'][number];

/** The answer of a tool is a message of the user, too; and after an interruption there is a prompt in the same one. */
function isPrompt(message: RequestMessage): boolean {
  return message.role === 'user' && promptOf(message) !== '';
}

/** A hook's `additionalContext` after a Stop; its reason to block comes without the frame. */
const feedback = /<system-reminder>\s*Stop hook additional context: ([\s\S]*?)\s*<\/system-reminder>/g;

/** Without what the client itself puts before and after. */
function promptOf(message: RequestMessage | undefined): string {
  const content = message?.content ?? '';
  const texts = typeof content === 'string' ? [content] : content.map(({ text = '' }) => text);
  return texts
    .map((text) => text.replace(feedback, 'Stop hook feedback:\n$1'))
    .map((text) =>
      text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>|\[Request interrupted by user[^\]]*\]/g, ''),
    )
    .join('\n')
    .trim();
}

/** The stream of one message with one block. */
function events(model: string, call: ToolCall | undefined, say: string): ModelEvent[] {
  const usage = { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = { id: id('msg'), type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage };
  const block = call ? { type: 'tool_use', id: id('toolu'), name: call.tool, input: {} } : { type: 'text', text: '' };
  const delta = call
    ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
    : { type: 'text_delta', text: say };
  const stop = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stop, usage },
    { type: 'message_stop' },
  ];
}

interface MessagesRequest {
  readonly model: string;
  readonly system?: Content;
  readonly messages: readonly { readonly role: string; readonly content: Content }[];
}
type Content = string | readonly { readonly type: string; readonly text?: string; readonly content?: Content }[];

function textOf(content: Content | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.map((block) => block.text ?? textOf(block.content)).join('\n');
}

function id(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`;
}
