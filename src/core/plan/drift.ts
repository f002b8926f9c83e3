// What has changed in a tree since the last look, and the question to Claude about it. The human edits files too, so
// the question never tells Claude to undo a change.

import { listed } from '../base/listed.ts';
import { oneLine } from '../base/outsideText.ts';
import { approvalFile, type PlanState, planPath } from './plan.ts';

/** Each path with its file system data; the path of a folder ends with a slash. */
export type TreeRows = ReadonlyMap<string, string>;

export interface TreeChanges {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Undefined when nothing has changed. A new or removed folder appears without its contents. */
export function treeChanges(before: TreeRows, after: TreeRows): TreeChanges | undefined {
  const changed: string[] = [];
  const created: string[] = [];
  for (const [path, row] of after) {
    const was = before.get(path);
    if (was === undefined) created.push(path);
    else if (was !== row) changed.push(path);
  }
  const removed = [...before.keys()].filter((path) => !after.has(path));
  if (created.length + changed.length + removed.length === 0) return undefined;
  return { created: topmost(created), changed: changed.sort(), removed: topmost(removed) };
}

export function driftQuestion(changes: TreeChanges): string {
  const parts = (['created', 'changed', 'removed'] as const).flatMap((what) =>
    changes[what].length === 0 ? [] : [`- ${what}: ${named(changes[what])}`],
  );
  return [
    'The plan is not approved, and these have changed since the last command:',
    ...parts,
    'Did this command change them, and on purpose? It could also have been the human or another program. Do not undo it yourself: if you do not know who changed them, or if it was you, tell the human.',
  ].join('\n');
}

/** `state` is from before the approval was withdrawn. */
export function withdrawalQuestion({ withdrawn, approvalProblem = '' }: PlanState): string {
  return [
    withdrawn
      ? `The approval of the plan is withdrawn: ${approvalProblem || `${planPath} is no longer what was approved`}.`
      : `${approvalFile} is not valid: ${approvalProblem}.`,
    'You can change only the plan until it is approved. Was it this command, or the human? Do not undo it yourself; ask the human how to continue.',
  ].join(' ');
}

const mostNamed = 20;

function named(paths: readonly string[]): string {
  return listed(
    paths.map((path) => oneLine(path, 200)),
    mostNamed,
  );
}

/** Omits everything inside a folder that is in the list itself. */
function topmost(paths: string[]): string[] {
  const folders = new Set(paths.filter((path) => path.endsWith('/')));
  return paths.filter((path) => !parentsOf(path).some((parent) => folders.has(parent))).sort();
}

function parentsOf(path: string): string[] {
  const names = path.replace(/\/$/, '').split('/').slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}
