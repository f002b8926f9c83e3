// A review without a pane whose process is killed, in an editor without a window: nothing reports that, and the window
// shows it all the same.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { openProjectLog } from '../../../src/node/project/projectLog.ts';
import { beginRound } from '../../../src/node/review/beginRound.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { newProject } from '../../support/project.ts';
import { until } from '../../support/sandbox.ts';

describe('a review whose process is killed', () => {
  it('is shown as ended, without an event and without a party', async () => {
    const project = newProject({ git: true });
    const { env, top } = project;
    const runner = project.box.spawn('sleep', ['600']);
    const editor = new FakeEditor([top]);
    try {
      const place = { env, cwd: top, paths: partyPaths(env) };
      const findingsFile = (id: string) => `${project.root}/${id}.json`;
      const identity = processIdentity(runner.pid ?? 0);
      assert(identity);
      const { event } = await beginRound(place, { delta: false, headless: true, findingsFile });
      // The same request, by a process that the test can kill.
      await openProjectLog(place.paths, top).append({ ...event, runner: identity });
      const api = editor.activate<TestedParty>(env);
      await api.ready;
      const status = () => api.internals.snapshot()?.reviews[0]?.review.status;
      assert.deepEqual([status()?.kind, status()?.standstill ?? null], ['requested', null]);
      runner.kill('SIGKILL');
      await once(runner, 'exit');
      await until('the end to show', () => status()?.standstill === 'run-ended');
    } finally {
      editor.dispose();
      runner.kill('SIGKILL');
      await project.dispose();
    }
  });
});
