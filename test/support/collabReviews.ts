// A repository in which collab is on, and reviews that reach a verdict without Codex.

import assert from 'node:assert/strict';
import type { CollabState } from '../../src/core/collab/collab.ts';
import { collabNext } from '../../src/core/collab/machine.ts';
import { startCollab } from '../../src/node/collab/collabActs.ts';
import { collabChanges, openCollab } from '../../src/node/collab/openCollab.ts';
import type { ChangesSince } from '../../src/node/review/changesSince.ts';
import { moveCheckpoint } from '../../src/node/review/checkpoint.ts';
import { Project } from './project.ts';

export class CollabReviews extends Project {
  state!: CollabState;

  constructor() {
    super({ git: 'empty' });
    this.write('src/a.ts', 'one\n');
    this.write('src/b.ts', 'two\n');
    this.commit('The beginning');
    this.git('switch', '--quiet', '-c', 'work');
  }

  get place() {
    return { env: this.env, cwd: this.top, paths: this.paths };
  }

  async start(): Promise<void> {
    const { state: begun } = await startCollab(this.place);
    assert.ok(begun);
    this.state = begun;
  }

  async changes(): Promise<ChangesSince> {
    return collabChanges(await openCollab(this.place), this.state);
  }

  async changedFiles(): Promise<string[]> {
    return [...(await this.changes()).files];
  }

  /** Does what a review does: shows Codex the current state, and records its answer. */
  async reviewed(): Promise<string[]> {
    const desk = await openCollab(this.place);
    const { tree, files: seen } = await collabChanges(desk, this.state);
    await moveCheckpoint(desk.git, tree, this.state.git_checkpoint);
    const change = await desk.change(await desk.log.state());
    const said = {
      ...({ kind: 'task-reviewed', limit: 3, total: null, thread: 't', checkpoint: tree, base: change.base } as const),
      review: { id: 'x', type: 'task' as const, task_index: 1, at: '', issues: 0, blocking: 0 },
    };
    this.state = collabNext({ ...this.state, phase: 'task_review' }, said, '2026-01-01T00:00:00Z');
    return [...seen];
  }
}
