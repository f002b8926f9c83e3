// What `talk` prints at its end. Under the name tmux-team the answer for programs has the values that its users know.

import { type Exit, exits } from '../../core/base/exits.ts';
import type { Cli } from '../party/cli.ts';
import { write } from '../party/output.ts';

export interface Outcome {
  readonly agent: string;
  readonly pane: string | null;
  /** Its window and index, `10.1`. */
  readonly place: string | null;
  readonly status: 'submitted' | 'queued' | 'answered' | 'timeout' | 'interrupted' | 'error';
  readonly requestId: string | null;
  readonly response: string | null;
  readonly truncated: boolean;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly exit: Exit | 130;
}

/** tmux-team shows the id of a message with this in front; `message show` and the others take both forms. */
export const requestPrefix = 'req_';

export function report(cli: Cli, agent: string, outcomes: readonly Outcome[]): number {
  const several = agent === 'all';
  const results = outcomes.map((outcome) => (cli.name === 'party' ? ownForm(outcome) : teamForm(outcome)));
  const text = outcomes.map((outcome) => render(outcome, several)).join('');
  cli.print({ json: several ? { command: 'talk', agent, results } : results[0], text });
  for (const outcome of outcomes) tellError(cli, outcome);
  return outcomes.find((outcome) => outcome.exit !== exits.success)?.exit ?? exits.success;
}

/** For programs. */
export function ownForm({ exit: _, place: __, ...outcome }: Outcome) {
  return { command: 'talk', ...outcome };
}

function teamForm({ place, requestId, ...outcome }: Outcome) {
  const { status, ...own } = ownForm({ place, requestId, ...outcome });
  const arrived = status === 'submitted' || status === 'answered';
  return {
    ...{ ...own, pane: place, status: arrived ? 'success' : status },
    requestId: requestId === null ? null : `${requestPrefix}${requestId}`,
  };
}

/** Programs find every error on stderr, one object on each line. */
export function tellError(cli: Cli, { agent, status, error }: Outcome): void {
  if (error === null) return;
  const { code, message } = error;
  if (cli.json) {
    write('stderr', `${JSON.stringify({ error: { code, message: cli.named(message), agent } })}\n`);
    // A person has been told already.
  } else if (status !== 'queued') {
    const told = message.startsWith(agent) ? message : `${agent}: ${message}`;
    cli.say(`${cli.name}: ${told} (${code})`);
  }
}

function render({ agent, status, response }: Outcome, several: boolean): string {
  if (response !== null) return several ? `── ${agent} ──\n${response}\n` : `${response}\n`;
  return status === 'submitted' ? `${agent}: submitted\n` : '';
}
