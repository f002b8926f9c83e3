// Runs what Party ships, as the real clients do: through sh, and never disturbed by its outcome.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const resources = fileURLToPath(new URL('..', import.meta.url));

/** Answers with how it ended and what it printed. */
export function runScript(path, args, options) {
  return run('sh', [resources + path, ...args], options);
}

/** A hook is registered as a line for the shell. */
export function runLine(line, options) {
  return run('sh', ['-c', line], options);
}

function run(program, args, { input = '', env = {} } = {}) {
  // Each script decides for itself how to start Node.
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'pipe', env: { ...inherited, ...env } });
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        printed[stream] += text;
      });
    }
    child.on('error', ({ message }) => resolve({ code: 127, stdout: '', stderr: message }));
    child.on('close', (code) => resolve({ code: code ?? 1, ...printed }));
    // A script that has nothing to do ends without reading.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
