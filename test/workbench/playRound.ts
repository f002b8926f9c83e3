// Plays Codex: a round is requested by the code behind `party review request`, the findings are written where it said,
// and the round is completed. What is in the project's log afterwards is what a real review leaves there.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { partyPaths } from '../../src/node/project/paths.ts';
import { beginRound } from '../../src/node/review/beginRound.ts';
import { completeRound } from '../../src/node/review/completeRound.ts';
import { reviewerWrites } from '../support/reviewersWord.ts';

/** The code that the findings of the tests are about. */
export const priceCode = [
  'export function price(items) {',
  '  let total = 0;',
  '  for (const item of items) total += item.price * item.count;',
  '  if (total > 100) {',
  '    total = total - 10;',
  '  }',
  '  return total;',
  '}',
  '',
].join('\n');

export interface Played {
  readonly id: string;
  readonly file: string;
  readonly line: number | null;
  readonly severity: 'blocking' | 'non-blocking';
  readonly description: string;
  readonly suggestion?: string;
}

export async function playRound(
  env: NodeJS.ProcessEnv,
  folder: string,
  findings: readonly Played[],
  delta = false,
): Promise<void> {
  const paths = partyPaths(env);
  const file = await askForRound(env, folder, delta);
  await reviewerWrites({ paths, top: folder }, file, findingsText(findings));
  await completeRound({ env, cwd: folder, paths }, file);
}

/** Requests a round. Gives the file for its findings. */
export async function askForRound(env: NodeJS.ProcessEnv, folder: string, delta = false): Promise<string> {
  const paths = partyPaths(env);
  const answers = join(paths.home, 'answers');
  mkdirSync(answers, { recursive: true });
  const { event } = await beginRound(
    { env, cwd: folder, paths },
    { delta, headless: false, findingsFile: (id) => join(answers, `${id}.json`) },
  );
  return event.file;
}

export function findingsText(findings: readonly Played[]): string {
  const blocking = findings.filter(({ severity }) => severity === 'blocking').length;
  const stats = { blocking_count: blocking, non_blocking_count: findings.length - blocking, files_reviewed: 1 };
  const full = findings.map((finding) => ({ category: 'correctness', suggestion: '', ...finding }));
  return JSON.stringify({ findings: full, summary: 'Read it', stats });
}

/** Work is done on a branch: on the base branch itself there is no change to review. */
export function switchToTopic(folder: string): void {
  execFileSync('git', ['-C', folder, 'switch', '--quiet', '--create', 'topic'], { stdio: 'ignore' });
}

export function writeCode(folder: string, file: string, text: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
