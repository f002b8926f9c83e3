// "Still waiting", for a person: one line that counts in a terminal, a line now and then elsewhere, nothing for a program.

import type { Host } from './host.ts';

const everyMs = 5000;

export function showProgress(host: Host, agent: string): { done(): void } {
  if (host.json) return { done() {} };
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  if (!process.stderr.isTTY) {
    const timer = setInterval(() => host.say(`[party] Waiting for ${agent} (${seconds()}s elapsed)`), everyMs);
    return { done: () => clearInterval(timer) };
  }
  const timer = setInterval(() => process.stderr.write(`\r\x1b[K⏳ Waiting for ${agent}... (${seconds()}s)`), 250);
  return {
    done() {
      clearInterval(timer);
      process.stderr.write('\r\x1b[K');
    },
  };
}
