// Runs one of the scripts that Party ships, as the real clients do: through sh, and never disturbed by its outcome.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const resources = fileURLToPath(new URL('..', import.meta.url));

/** Answers with what the script printed. */
export function runScript(path, args, { input = '', env = {} } = {}) {
  // Each script decides for itself how to start Node.
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  return new Promise((resolve) => {
    const child = spawn('sh', [resources + path, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...inherited, ...env },
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    child.on('error', () => resolve(printed));
    child.on('close', () => resolve(printed));
    // A script that has nothing to do ends without reading.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
