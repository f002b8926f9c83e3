// The demo Claude builds a design task by task. Codex reviews whenever it stops: the Stop hook asks it, and tells Claude how
// to go on.

import { stat } from 'node:fs/promises';
import { firstTry, fix, reviewGreeting } from './greeting.mjs';
import { editAll, pace, partyJson, startOver } from './reviewScene.mjs';

const file = 'docs/design.md';

/** What the human starts; the rest follows from what the Stop hook says. */
export async function playCollab({ tools, pause, say }) {
  const { phase } = (await partyJson('collab', 'status')).collab;
  if (phase === 'complete') return 'The design is built. To have the whole change reviewed, type: go';
  if (phase !== 'idle') return 'Collab is on. Codex reviews what I did when I stop.';
  await startOver({ tools, say, beat: () => pause(pace) });
  say('First a design with two tasks.');
  if ((await stat(file).catch(() => undefined)) === undefined) {
    const { done } = await tools.write(file, design);
    if (!done) return 'I cannot write the design now. When you have fixed that, type: collab';
    await pause(pace);
  }
  const { code } = await tools.bash('party', ['collab', 'start', '--design', file]);
  return code === 0
    ? 'The design is ready. I stop here, and Codex reviews it.'
    : 'That is not in my script. When you have fixed it, type: collab';
}

/** After Codex has spoken: the next task, or the fix. Undefined when there is nothing that the script knows to do. */
export async function goOnWithCollab({ tools, pause }) {
  const { phase, task } = (await partyJson('collab', 'status')).collab;
  if (phase !== 'implementing') return undefined;
  const scene = { tools, beat: () => pause(pace) };
  const [code, tests] = [0, 1].map((index) => [firstTry[index], fix[index]]);
  if (task === 2) {
    await editAll(scene, tests);
    return 'Task 2 is done: the tests. I stop, and Codex reviews it.';
  }
  const wasWritten = (await reviewGreeting('')).stats.blocking_count > 0;
  await editAll(scene, wasWritten ? code.slice(1) : code.slice(0, 1));
  return wasWritten
    ? 'Codex flagged 1 issue. Fixed: empty names are left out. Codex reviews again.'
    : 'Task 1 is done: greet takes all names. I stop, and Codex reviews it.';
}

const design = `# Greet everyone

\`greet\` takes any number of names, and greets the world when there is none.

## Task 1: several names

\`src/greet.js\` joins all names with " and ".

## Task 2: tests

\`src/greet.test.js\` covers two names and an empty one.
`;
