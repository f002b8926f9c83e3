// The calls of git and tmux that a program makes, written down while it runs, so that the same calls can be measured
// without it: the goals of such programs are an empty Node and these calls.

import { execFileSync } from 'node:child_process';
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../support/sandbox.ts';
import type { Case } from './measure.ts';

export type OwnCalls = readonly (readonly string[])[];

/** Runs the case twice: what it starts in the background the first time must not write down calls of its own. */
export function callsOf(box: Sandbox, { argv: [file, ...args], cwd, env, input = '/dev/null' }: Case): OwnCalls {
  const bin = box.directory(`calls-${++recorded}`);
  for (const program of ['git', 'tmux']) {
    const note = `printf '%s\\0' ${program} "$@" >"${bin}/$$.call"`;
    writeFileSync(join(bin, program), `#!/bin/sh\n${note}\nPATH='${env['PATH']}' exec ${program} "$@"\n`, {
      mode: 0o755,
    });
  }
  for (const PATH of [env['PATH'], `${bin}:${env['PATH']}`]) {
    execFileSync(file, args, { cwd, env: { ...env, PATH }, stdio: [openSync(input, 'r'), 'ignore', 'ignore'] });
  }
  const calls = readdirSync(bin).filter((name) => name.endsWith('.call'));
  return calls.map((name) => readFileSync(join(bin, name), 'utf8').split('\0').slice(0, -1));
}

let recorded = 0;

/** What a shell runs to make these calls side by side, and to wait for them. */
export function sideBySide(calls: OwnCalls): string {
  return [...calls.map((call) => `${call.map(quoted).join(' ')} &`), 'wait'].join(' ');
}

/** `tmux and 3 × git`: without its text a row would not say what is in it. */
export function countedText(calls: OwnCalls): string {
  const text = ['tmux', 'git'].flatMap((program) => {
    const count = calls.filter(([name]) => name === program).length;
    return count === 0 ? [] : [count === 1 ? program : `${count} × ${program}`];
  });
  return text.join(' and ');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
