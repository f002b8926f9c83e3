// A scripted model behind the OpenAI Responses API, on loopback: what the real Codex talks to in this ring.

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

/** A command for Codex's shell, or a call of a tool of Party's MCP server. */
export type CodexStep = string | { readonly tool: string; readonly input: object };

/** What the model does when the newest user text matches: run commands one after the other, and say something. */
export interface CodexRule {
  readonly when: RegExp;
  readonly say?: string;
  readonly run?: string | ((match: RegExpExecArray) => readonly CodexStep[]);
  /** The answer comes only when this is done, so that a test decides how long the agent is busy. */
  readonly after?: Promise<void> | undefined;
  /** The same for what follows its first command. */
  readonly afterRun?: Promise<void>;
  /** Instead of an answer. */
  readonly fail?: ModelFailure | undefined;
}

export interface CodexRequest {
  /** Of the developer, which is where standing instructions go. */
  readonly instructions: string;
  readonly userText: string;
  /** What the last command printed, when this request follows one. */
  readonly commandOutput: string | undefined;
  /** What the user said in the whole thread. */
  readonly prompts: readonly string[];
  readonly model: string;
  readonly effort: string | undefined;
}

export interface CodexModel extends ModelServer {
  readonly requests: CodexRequest[];
}

/** `refuse` says what is wrong with a request, as the API does for a model or an effort that it does not have. */
export async function startCodexModel(
  rules: readonly CodexRule[],
  refuse: (asked: Pick<CodexRequest, 'model' | 'effort'>) => object | undefined = () => undefined,
): Promise<CodexModel> {
  const requests: CodexRequest[] = [];
  const server = await serve(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://model').pathname;
    if (request.method === 'POST' && path === '/v1/responses') return answer(request, response);
    if (path === '/v1/models') return sendJson(response, 200, { object: 'list', data: [], models: [] });
    return sendJson(response, 404, { error: { message: path } });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { model, input, reasoning } = (await readJson(request)) as ResponsesRequest;
    const effort = reasoning?.effort;
    // Beside the first turn the TUI asks for a title, with the user's own text in the question.
    if (String(request.headers['x-codex-turn-metadata']).includes('thread_title')) {
      return sendEvents(response, events(model, say('{"title":"A scripted title"}')));
    }
    const last = input.findLastIndex((item) => item.role === 'user');
    const userText = textOf(input[last]);
    const outputs = input
      .slice(last)
      .filter(({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output');
    requests.push({
      instructions: input
        .filter((item) => item.role === 'developer')
        .map(textOf)
        .join('\n'),
      userText,
      commandOutput: outputs.length === 0 ? undefined : textOf({ content: outputs.at(-1)?.output }),
      prompts: input.filter((item) => item.role === 'user').map(textOf),
      ...{ model, effort },
    });
    const error = refuse({ model, effort });
    if (error !== undefined) return sendJson(response, 400, { error });
    const rule = rules.find(({ when }) => when.test(userText));
    await rule?.after;
    if (rule?.fail !== undefined) return sendFailure(response, rule.fail, events(model, say('')).slice(0, 1));
    if (outputs.length > 0) await rule?.afterRun;
    const step = stepsOf(rule, userText)[outputs.length];
    const answered = step === undefined ? say(rule?.say ?? 'nothing scripted') : doStep(step, model);
    sendEvents(response, events(model, answered));
  }

  return { ...server, requests };
}

function stepsOf(rule: CodexRule | undefined, userText: string): readonly CodexStep[] {
  const { when, run: commands } = rule ?? {};
  const match = when?.exec(userText);
  return typeof commands === 'string' ? [commands] : typeof commands === 'function' && match ? commands(match) : [];
}

function events(model: string, item: Record<string, unknown>): ModelEvent[] {
  const response = { id: id('resp'), object: 'response', created_at: 0, model, status: 'in_progress', output: [] };
  const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 };
  return [
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
  ];
}

function say(text: string): Record<string, unknown> {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: id('msg'), role: 'assistant', status: 'completed', content };
}

/** Newer models have one tool, which runs JavaScript (code mode); the others call each tool by its name. */
function doStep(step: CodexStep, model: string): Record<string, unknown> {
  const [tool, input] = typeof step === 'string' ? ['exec_command', { cmd: step }] : [step.tool, step.input];
  const made = { call_id: id('call'), status: 'completed' };
  const served = typeof step !== 'string';
  if (!model.startsWith('gpt-5')) {
    const name = served ? `mcp__party__${tool}` : tool;
    const code = `const result = await tools.${name}(${JSON.stringify(input)});\ntext(JSON.stringify(result));`;
    return { type: 'custom_tool_call', id: id('ctc'), name: 'exec', namespace: 'functions', input: code, ...made };
  }
  const place = served ? { namespace: 'mcp__party' } : {};
  return { type: 'function_call', id: id('fc'), name: tool, arguments: JSON.stringify(input), ...place, ...made };
}

interface ResponsesRequest {
  readonly model: string;
  readonly reasoning?: { readonly effort?: string };
  readonly input: readonly Item[];
}
interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: Content;
  readonly output?: Content;
}
type Content = string | readonly { readonly text?: string }[] | undefined;

function textOf(item: { readonly content?: Content } | undefined): string {
  const content = item?.content;
  return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n');
}

function id(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`;
}
