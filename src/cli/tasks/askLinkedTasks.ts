// The findings of a project that became tasks, for the gate before a pull request. This hook asks the `party` program,
// which may have to ask GitHub, so that the hook bundles need not carry that code.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import * as z from '../../core/base/schema.ts';
import type { LinkedTask } from '../../core/gates/tasks.ts';
import { taskStates } from '../../core/tasks/task.ts';
import { forOwnNode } from '../../node/system/detached.ts';

/** Well below the hook's own time limit, so that the gate can still give the reason. */
const longestMs = 14_000;

const Answer = z.looseObject({
  tasks: z.array(
    z.looseObject({
      finding: z.string(),
      severity: z.enum(['blocking', 'non-blocking']),
      task: z.string(),
      status: z.nullable(z.enum(taskStates)),
    }),
  ),
});

export async function askLinkedTasks(env: NodeJS.ProcessEnv, top: string): Promise<readonly LinkedTask[]> {
  return Answer.parse(JSON.parse(await askParty(env, top))).tasks;
}

function askParty(env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const options = { cwd, env: forOwnNode(env), timeout: longestMs, maxBuffer: 1 << 26 };
  return new Promise((resolve, reject) => {
    const args = [join(__dirname, 'cli.cjs'), 'findings', 'tasks', '--json'];
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(error.killed === true ? `no answer within ${longestMs / 1000} s` : reasonOf(stderr)));
    });
  });
}

const Failure = z.looseObject({ error: z.looseObject({ message: z.string() }) });

/** The last line of stderr is the error as JSON. */
function reasonOf(stderr: string): string {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  try {
    return Failure.parse(JSON.parse(last)).error.message;
  } catch {
    return last || 'party findings tasks failed and gave no reason';
  }
}
