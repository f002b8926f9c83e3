import { setTimeout as sleep } from 'node:timers/promises';
import { actorOf } from '../../core/base/actor.ts';
import { isPartyError, PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { errorText } from '../../core/base/remark.ts';
import { roleLabels } from '../../core/base/role.ts';
import type { Config } from '../../core/config/config.ts';
import { type Message, wasSubmitted } from '../../core/messages/message.ts';
import {
  heldText,
  restartAdvice,
  unsureAdvice,
  waitingAdvice,
  waitsBecause,
} from '../../core/messages/messageAdvice.ts';
import { plainLine, talkLine } from '../../core/messages/paneLines.ts';
import { askForMarker, parseDuration, secondsOrMilliseconds, withPreamble } from '../../core/messages/talk.ts';
import { failureText, returnedText } from '../../core/messages/turn.ts';
import type { Draft } from '../../node/messages/mailbox.ts';
import { withMailboxLock } from '../../node/messages/mailboxLock.ts';
import { findTarget, otherAgents, type Target } from '../../node/messages/registryTargets.ts';
import { send } from '../../node/messages/send.ts';
import { missingOperands } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { showProgress } from '../party/progress.ts';
import { givenText } from '../party/textInput.ts';
import { type Answer, awaitAnswer, isGivenUp } from './awaitAnswer.ts';
import { type Outcome, report } from './talkReport.ts';

export const talk: Command = {
  ...headings.talk,
  example: 'party talk claude "hello"',
  operandCount: [2, 2],
  options: {
    wait: { help: 'Wait for the answer and print it' },
    timeout: { value: 'TIME', help: 'Maximum wait, for example 90s or 5m (default 60s, or defaults.timeout)' },
    delay: { value: 'TIME', help: 'Wait before sending: 500ms, 2s, or milliseconds' },
    'no-preamble': { help: 'Leave out the preamble that the configuration sets for this agent' },
    force: { help: 'Send even while another sender waits for an answer from this agent' },
  },
  details: [
    'AGENT is a name in tmux-team.json, else claude or codex of the party. TEXT - reads from stdin.',
    'Exit 6: written, but not submitted yet. An agent of the party gets it as soon as it is idle; any other agent gets it',
    'with the next message or with: party message retry ID. See what waits, and why: party message list',
    'Exit 1 with --wait: the agent got the message but could not answer, or was interrupted.',
  ].join('\n'),
  async run(cli, args) {
    const controller = new AbortController();
    const stop = () => controller.abort();
    process.on('SIGINT', stop);
    try {
      return await talkUntil(cli, args, controller.signal);
    } finally {
      process.off('SIGINT', stop);
    }
  },
};

/** The signal ends the wait for an answer at any moment; the agent goes on with its work. */
export async function talkUntil(cli: Cli, args: ParsedArguments, signal: AbortSignal): Promise<number> {
  const [agent = '', given = ''] = args.operands;
  const options = readOptions(await cli.config(cli.cwd), args, signal);
  const text = await givenText(given);
  if (text.trim() === '') throw missingOperands(talk, ['TEXT']);
  const self = actorOf(cli.env);
  const agents = agent === 'all' ? otherAgents(options.config, self) : [agent];
  if (agents.length === 0) throw new PartyError('PANE_NOT_FOUND', 'There is no other agent to talk to');
  if (options.wait && agents.includes(self)) {
    throw new PartyError('USAGE', `${self} cannot wait for its own answer. Leave --wait out`);
  }
  const targets = await Promise.all(agents.map((name) => findTarget(cli, options.config, name)));
  if (options.delayMs > 0) cli.trace(`sending in ${options.delayMs} ms`);
  const delayed = await sleep(options.delayMs, true, { signal }).catch(() => false);
  if (!delayed) throw new PartyError('CANCELLED', 'you stopped before anything was sent');
  const outcomes = await Promise.all(targets.map((target) => talkTo(cli, target, { ...options, text, self })));
  return report(cli, agent, outcomes);
}

interface TalkOptions {
  readonly config: Config;
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly delayMs: number;
  readonly preamble: boolean;
  readonly force: boolean;
  readonly signal: AbortSignal;
}

function readOptions(config: Config, args: ParsedArguments, signal: AbortSignal): TalkOptions {
  const timeout = args.value('timeout');
  return {
    config,
    wait: args.flag('wait'),
    timeoutMs:
      timeout === undefined ? config.defaults.timeout : parseDuration(timeout, '--timeout', secondsOrMilliseconds),
    delayMs: parseDuration(args.value('delay') ?? '0', '--delay', (ms) => ms),
    preamble: config.preambleMode === 'always' && !args.flag('no-preamble'),
    force: args.flag('force'),
    signal,
  };
}

/** The text, its sender, and the options. */
interface Speech extends TalkOptions {
  readonly text: string;
  readonly self: string;
}

/** Says a text to one agent, without waiting for an answer. The caller reports the outcome. */
export async function tell(cli: Cli, target: Target, said: Pick<Speech, 'text' | 'self'>): Promise<Outcome> {
  const config = await cli.config(cli.cwd);
  const { signal } = new AbortController();
  const preamble = config.preambleMode === 'always';
  return talkTo(cli, target, {
    ...said,
    config,
    preamble,
    wait: false,
    timeoutMs: 0,
    delayMs: 0,
    force: false,
    signal,
  });
}

async function talkTo(cli: Cli, target: Target, speech: Speech): Promise<Outcome> {
  const outcome = {
    agent: target.agent,
    pane: null,
    place: null,
    requestId: null,
    response: null,
    truncated: false,
    error: null,
  };
  try {
    const say = () => sayAndWait(cli, target, speech);
    if (!speech.wait || speech.force) return await say();
    const what = `The wait for an answer of ${target.agent}`;
    // Two callers that wait for the same agent could each take the other's answer for their own.
    return await withMailboxLock(target.delivery.mailbox.directory, `wait-${target.agent}`, { what, waitMs: 0 }, say);
  } catch (error) {
    if (!isPartyError(error)) throw error;
    const said = errorText(error, cli.reader);
    const message = error.code === 'LOCK_BUSY' ? `${said}. Or ask all the same: --force` : said;
    return { ...outcome, status: 'error', error: { code: error.code, message }, exit: error.exit };
  }
}

/** Waits this long, because a person prefers a submitted message to the news that it is only written. */
const longestDeliveryMs = 10_000;

async function sayAndWait(cli: Cli, target: Target, speech: Speech): Promise<Outcome> {
  const { text, self, ...options } = speech;
  const { pane } = await target.locate('recently');
  const preamble = options.preamble ? options.config.agents[target.agent]?.preamble : undefined;
  const words = withPreamble(preamble, text);
  // These agents have a composer and signal the end of a turn. Any other program is asked to print a marker.
  const composer = pane.adapter === 'claude' || pane.adapter === 'codex' || pane.demo;
  const line: Draft['line'] = (facts) => {
    if (composer) return talkLine(self, words, facts);
    const plain = plainLine(words, facts);
    return options.wait ? askForMarker(plain, facts.id) : plain;
  };
  const draft: Draft = { to: target.agent, from: self, kind: 'talk', text: words, line };
  const { message, waiting } = await send(target, __dirname, draft, longestDeliveryMs);
  const { id } = message;
  const place = `${pane.window}.${pane.index}`;
  cli.trace(`${target.agent}: message ${id} in ${message.file} is ${message.state}, for pane ${pane.id} (${place})`);
  const said = { agent: target.agent, pane: pane.id, place, requestId: id };
  const outcome = { ...said, response: null, truncated: false, error: null };
  if (isGivenUp(message)) return givenUp(outcome, message);
  if (options.wait) return waitForAnswer(cli, target, outcome, options);
  if (wasSubmitted(message)) return { ...outcome, status: 'submitted', exit: exits.success };
  const reason = waiting === undefined ? 'on its way' : waitsBecause(message, waiting);
  const advice = waitingAdvice(message, waiting, target.session !== undefined, self);
  cli.say(`${target.agent}: written as ${id}, not submitted: ${reason}. ${advice}`);
  const error = { code: 'NOT_SUBMITTED', message: reason };
  return { ...outcome, status: 'queued', error, exit: exits.notSubmitted };
}

type Said = Omit<Outcome, 'status' | 'exit'> & { readonly requestId: string };

/** The message was cancelled, failed, or left no trace on its way; or the agent took it, and its turn failed. */
function givenUp(said: Said, message: Message): Outcome {
  const { id, state, reason, returned, ended } = message;
  if (returned) {
    const error = { code: 'NOT_SUBMITTED', message: returnedText(roleLabels.claude, id) };
    return { ...said, status: 'error', error, exit: exits.notSubmitted };
  }
  if (ended) {
    const error = { code: 'TURN_FAILED', message: failureText(message) };
    return { ...said, status: 'error', error, exit: exits.error };
  }
  const why =
    state === 'unsure' ? unsureAdvice(message, message.from) : `it was ${state}: ${reason ?? 'no reason given'}`;
  const error = { code: 'NOT_SUBMITTED', message: why };
  return { ...said, status: 'error', error, exit: exits.notSubmitted };
}

type Wait = Pick<TalkOptions, 'config' | 'timeoutMs' | 'signal'>;

/** Waits again for the answer to a message that was sent before. */
export async function awaitAgain(cli: Cli, target: Target, requestId: string, wait: Wait): Promise<number> {
  const said = {
    agent: target.agent,
    pane: null,
    place: null,
    requestId,
    response: null,
    truncated: false,
    error: null,
  };
  return report(cli, target.agent, [await waitForAnswer(cli, target, said, wait)]);
}

async function waitForAnswer(cli: Cli, target: Target, said: Said, options: Wait): Promise<Outcome> {
  const progress = showProgress(cli, target.agent);
  const { pollInterval } = options.config.defaults;
  cli.trace(`${target.agent}: waiting up to ${options.timeoutMs} ms, looking every ${pollInterval} ms`);
  const answer = await awaitAnswer(target, {
    id: said.requestId,
    timeoutMs: options.timeoutMs,
    pollMs: pollInterval,
    signal: options.signal,
  });
  progress.done();
  cli.trace(`${target.agent}: the wait ended: ${answer.kind}`);
  switch (answer.kind) {
    case 'complete': {
      const { response, truncated } = answer;
      return { ...said, status: 'answered', response, truncated, exit: exits.success };
    }
    case 'given-up':
      return givenUp(said, answer.message);
    case 'held': {
      const error = { code: 'NOT_SUBMITTED', message: heldText(said.requestId, answer.reason, actorOf(cli.env)) };
      return { ...said, status: 'error', error, exit: exits.notSubmitted };
    }
    default:
      return endedEarly(target, said, answer, options);
  }
}

type EarlyEnd = Extract<Answer, { readonly submitted: boolean }>;

/** The wait ended before the answer was complete; what the pane showed by then is in the outcome. */
function endedEarly(target: Target, said: Said, answer: EarlyEnd, options: Wait): Outcome {
  const partial = { ...said, response: answer.response || null, truncated: answer.response !== '' };
  switch (answer.kind) {
    case 'timeout': {
      const error = timeoutError(target, options, answer.submitted);
      return { ...partial, status: 'timeout', error, exit: exits.timeout };
    }
    case 'interrupted': {
      const error = { code: 'CANCELLED', message: 'you stopped waiting' };
      return { ...partial, status: 'interrupted', error, exit: 130 };
    }
    case 'gone': {
      const way = target.session === undefined ? '' : `. ${restartAdvice(target.agent)}`;
      const message = `the pane of ${target.agent} has ended${way}`;
      return { ...partial, status: 'error', error: { code: 'PANE_NOT_FOUND', message }, exit: exits.routing };
    }
    default: {
      const unreachable: never = answer.kind;
      return unreachable;
    }
  }
}

function timeoutError(target: Target, { timeoutMs }: Wait, submitted: boolean) {
  const seconds = timeoutMs / 1000;
  const message = submitted
    ? `${target.agent} has not answered within ${seconds} s`
    : `${target.agent} has not been reached within ${seconds} s. See why it waits with: party message list`;
  return { code: 'TIMEOUT', message };
}
