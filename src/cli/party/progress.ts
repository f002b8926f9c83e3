// "Still waiting", for a person: one line that counts up in a terminal, a line now and then elsewhere, nothing for a
// program.

import type { Cli } from './cli.ts';

const everyMs = 5000;

export interface Progress {
  /** Shows what the agent is doing now. */
  note(doing: string): void;
  done(): void;
}

export function showProgress(cli: Cli, agent: string): Progress {
  if (cli.json) return { note() {}, done() {} };
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  let doing = '';
  if (!process.stderr.isTTY) {
    const timer = setInterval(() => cli.say(`[${cli.name}] Waiting for ${agent} (${seconds()}s elapsed)`), everyMs);
    return {
      note: (text) => cli.say(`[${cli.name}] ${agent} ${text} (${seconds()}s elapsed)`),
      done: () => clearInterval(timer),
    };
  }
  // The pane may be closed while we wait.
  process.stderr.on('error', () => {});
  const draw = () => {
    const line = `⏳ Waiting for ${agent}... (${seconds()}s)${doing === '' ? '' : ` ${doing}`}`;
    // A line that wraps could not be erased.
    process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 2)}`);
  };
  const timer = setInterval(draw, 250);
  return {
    note(text) {
      doing = text;
      draw();
    },
    done() {
      clearInterval(timer);
      process.stderr.write('\r\x1b[K');
    },
  };
}
