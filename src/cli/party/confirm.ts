import { createInterface } from 'node:readline';
import type { Cli } from './cli.ts';

/**
 * Asks a person at a terminal. Enter alone means `usual`; the end of the input and Ctrl-C mean no. Callers check
 * `cli.interactive` first.
 */
export async function confirm(
  cli: Pick<Cli, 'say'>,
  question: string,
  { usual = false, signal }: { readonly usual?: boolean; readonly signal?: AbortSignal } = {},
): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    cli.say(`${question} ${usual ? '[Y/n]' : '[y/N]'}`);
    const answer = await new Promise<string | undefined>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(undefined));
      signal?.addEventListener('abort', () => resolve(undefined));
    });
    if (answer === undefined) return false;
    return answer.trim() === '' ? usual : /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
    process.stdin.pause();
  }
}
