import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import { collabIcon, collabText, collabWords } from '../../../src/core/collab/collabText.ts';
import type { Status } from '../../../src/core/status/status.ts';

const held = 'task 2 is still\nblocked';

describe('collab in words', () => {
  for (const [collab, short, long, icon] of [
    [{ phase: 'idle', paused: false }, 'off', 'off', 'tools'],
    [{ phase: 'designing', paused: false }, 'designing', 'designing', 'tools'],
    [{ phase: 'design_review', paused: false }, 'reviewing the design…', 'reviewing the design…', 'loading~spin'],
    [{ phase: 'implementing', paused: false, task: 2, total: 5 }, 'task 2 of 5', 'task 2 of 5', 'tools'],
    [{ phase: 'implementing', paused: false, task: 2, total: null }, 'task 2', 'task 2', 'tools'],
    [
      { phase: 'task_review', paused: false, task: 2, total: 5 },
      ...(['reviewing task 2 of 5…', 'reviewing task 2 of 5…', 'loading~spin'] as const),
    ],
    [
      { phase: 'implementing', paused: true, task: 2, total: 5, held: null },
      ...(['paused', 'paused, task 2 of 5', 'debug-pause'] as const),
    ],
    [
      { phase: 'implementing', paused: true, task: 2, total: 5, held },
      ...(['needs you', 'needs you, task 2 of 5: task 2 is still blocked', 'question'] as const),
    ],
    [{ phase: 'complete', paused: false, task: 5, total: 5 }, 'complete', 'complete', 'pass'],
  ] as [Status['collab'], string, string, string][]) {
    it(long, () => {
      assert.equal(collabText({ collab }, english), short);
      assert.equal(collabWords({ collab }, english), long);
      assert.equal(collabIcon({ collab }), icon);
    });
  }
});
