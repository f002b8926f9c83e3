// The tools with which the agents talk to each other.

import { refused } from '../../core/base/errors.ts';
import { type AgentRole, author, reviewer, roleLabels } from '../../core/base/role.ts';
import { isPending, type Message, wasSubmitted } from '../../core/messages/message.ts';
import { answerFile } from '../../node/messages/letterDraft.ts';
import { findTarget } from '../../node/messages/registryTargets.ts';
import { openPost } from '../../node/messages/send.ts';
import { writeInPlainFolder } from '../../node/system/plainFolder.ts';
import { readText, writeAtomic } from '../../node/system/store.ts';
import { respond } from '../messages/respond.ts';
import { awaitAgain, talk, talkUntil } from '../messages/talk.ts';
import { tmuxClaude } from '../messages/tmuxClaude.ts';
import type { Cli } from '../party/cli.ts';
import { given, type ToolAct } from './act.ts';

export function otherAgent(self: AgentRole): AgentRole {
  return self === author ? reviewer : author;
}

export function sendMessage(self: AgentRole, text: string): ToolAct {
  return (cli) => talk.run(inParty(cli), given([otherAgent(self), text]));
}

export interface AskedQuestion {
  readonly text?: string | undefined;
  /** The id of a question that was asked before. */
  readonly ticket?: string | undefined;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Several may wait at the same time, `force`: each waits for the answer to its own message. */
export function ask(self: AgentRole, { text, ticket, seconds, signal }: AskedQuestion): ToolAct {
  if ((text === undefined) === (ticket === undefined)) {
    throw refused('Give either a text to ask, or the ticket of a question asked before');
  }
  const agent = otherAgent(self);
  if (ticket !== undefined) return (cli) => awaitTicket(inParty(cli), agent, ticket, { seconds, signal });
  const wait = { wait: true, force: true, timeout: `${seconds}s` };
  return (cli) => talkUntil(inParty(cli), given([agent, text ?? ''], wait), signal);
}

/** The other agent is the one of the party, even where the project's file gives its name to another pane. */
function inParty(cli: Cli): Cli {
  return {
    ...cli,
    async config(...args) {
      const config = await cli.config(...args);
      const agents = Object.entries(config.agents).map(([name, { pane: _, ...agent }]) => [name, agent] as const);
      return { ...config, agents: Object.fromEntries(agents) };
    },
  };
}

/** The answer to a question whose wait has ended, or that was asked in another call. */
async function awaitTicket(
  cli: Cli,
  agent: AgentRole,
  id: string,
  { seconds, signal }: Pick<AskedQuestion, 'seconds' | 'signal'>,
): Promise<number> {
  const config = await cli.config(cli.cwd);
  const target = await findTarget(cli, config, agent);
  const asked = (await target.delivery.mailbox.messages()).find((one) => one.id === id && one.to === agent);
  if (asked === undefined) throw refused(`No message to ${roleLabels[agent]} has the id ${id}`);
  return awaitAgain(cli, target, id, { config, timeoutMs: seconds * 1000, signal });
}

/** Answers what the other agent waits for: a question of Codex, or a task of Claude. */
export function answerOther(self: AgentRole, text: string, id: string | undefined): ToolAct {
  return self === author ? (cli) => answerQuestion(cli, text, id) : (cli) => answerTask(cli, text, id);
}

async function answerQuestion(cli: Cli, text: string, id: string | undefined): Promise<number> {
  const { mailbox } = await openPost(cli);
  const questions = (await mailbox.messages()).filter(({ from, kind }) => from === reviewer && kind === 'question');
  const { response, state } = theOne(questions, id, 'question from Codex');
  if (response === undefined) throw refused('This question names no file for its answer');
  // The same answer again changes nothing, and may be needed after one that did not arrive.
  if (state === 'answered' && (await readText(response)) !== text) {
    throw refused('This question has its answer. For anything else, call send_message or ask');
  }
  await writeAtomic(response, text);
  return respond(cli, response);
}

async function answerTask(cli: Cli, text: string, id: string | undefined): Promise<number> {
  const { mailbox, stateDir } = await openPost(cli);
  const tasks = (await mailbox.messages()).filter(({ to, kind }) => to === reviewer && kind === 'prompt');
  const file = answerFile(stateDir, theOne(tasks, id, 'task from Claude'));
  await writeInPlainFolder(file, text);
  return tmuxClaude.run(cli, given([`Response ready: ${file}`]));
}

/** The message with this id, or else the only one that waits for an answer. */
function theOne(messages: readonly Message[], id: string | undefined, what: string): Message {
  const open = messages.filter((one) => one.state !== 'answered' && (isPending(one) || wasSubmitted(one)));
  const named = id === undefined ? open : messages.filter((one) => one.id === id);
  const [first, ...others] = named;
  if (first !== undefined && others.length === 0) return first;
  const names = open.map((one) => one.id).join(', ');
  if (open.length === 0) throw refused(`No ${what} is waiting for an answer`);
  throw refused(
    id === undefined ? `Several wait. Name the ${what}: ${names}` : `No ${what} is ${id}. Waiting: ${names}`,
  );
}
