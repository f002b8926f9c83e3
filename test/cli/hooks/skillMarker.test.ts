// Which skills Claude loaded, in the log.

import assert from 'node:assert/strict';
import { staysSilent } from './support/everyObserver.ts';
import { allowed, HookedProject } from './support/hookedProject.ts';

describe('skill-marker', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  it('records the loaded skill', async () => {
    const input = at.event('PostToolUse', { tool_name: 'Skill', tool_input: { skill: 'party:task-workflow' } });
    allowed(await at.hook('skill-marker', input));
    assert.deepEqual(at.logged(), ['skill party:task-workflow was loaded']);
  });

  staysSilent('skill-marker', () => at);
});
