// The demo Claude plans before it writes: the gate denies code, Codex reviews docs/plan.md, and the human says when to begin.
// Where it goes on is read from Party itself, so that it can be interrupted anywhere.

import { readFile } from 'node:fs/promises';
import { firstTry, fix } from './greeting.mjs';
import { editAll, pace, partyJson, startOver } from './reviewScene.mjs';
import { outcome } from './text.mjs';

const file = 'docs/plan.md';

export async function playPlan({ tools, pause, say, ask }) {
  const scene = { tools, say, beat: () => pause(pace) };
  const { kind } = (await partyJson('plan', 'status')).plan;
  if (kind === 'reviewing') return 'Codex is reading the plan. When it is done, type: plan';
  if (kind === 'needs-human')
    return 'Codex and I do not agree on this plan. You decide: party plan approve --reason TEXT';
  const own = await readFile(file, 'utf8').catch(() => undefined);
  if (own !== undefined && ![firstPlan, betterPlan].includes(own)) {
    if (kind === 'approved') return build(scene, ask);
    return `${file} is yours, so I do not change it. For a review of it: party plan review`;
  }
  if (kind === 'off' && !(await begin(scene))) return stuck;
  if (kind !== 'approved' && !(await write(scene, own === undefined))) return stuck;
  return build(scene, ask);
}

const stuck = 'That is not in my script. When you have fixed it, type: plan';

async function begin({ tools, say, beat }) {
  await startOver({ tools, say, beat });
  const { code } = await tools.bash('party', ['plan', 'start']);
  await beat();
  if (code !== 0) return false;
  say('May I write code before there is a plan?');
  await editAll({ tools, beat }, firstTry.slice(0, 1));
  await beat();
  return true;
}

/** Twice at most: Codex has something to say about the first one. */
async function write({ tools, say, beat }, isNew) {
  for (const text of isNew ? [firstPlan, betterPlan] : [betterPlan, `${betterPlan}\n`]) {
    const { done, told } = await tools.write(file, text);
    if (!done) return false;
    if (told !== undefined) say(outcome(told));
    await beat();
    const { kind } = (await partyJson('plan', 'status')).plan;
    if (kind === 'approved') return true;
    if (kind !== 'changes-requested') return false;
    say('Codex is right. I add that to the plan.');
  }
  return false;
}

async function build(scene, ask) {
  const answer = await ask('The demo Codex has approved the plan. Ready to execute? (y/n)');
  if (!/^y/i.test(answer)) return 'Okay, I change no code. When you are ready, type: plan';
  await editAll(scene, [...firstTry, ...fix]);
  return 'The code is written as planned. To have it reviewed, type: go\nYou turn the gate off with: party plan stop';
}

const plan = (approach, risks) => `# Greet everyone

## Goal

\`greet\` takes any number of names, and greets the world when there is none.

## Context

\`src/greet.js\` greets one person; \`node src/greet.js\` says "Hello, undefined!" today.

## Approach

${approach}

## Changes

- \`src/greet.js\`: rest parameters, and the command line passes on all names
- \`src/greet.test.js\`: two names

## Risks

${risks}

## Open Questions

None.
`;

const firstPlan = plan('Join all names with " and ".', 'None: nothing else calls it.');
const betterPlan = plan(
  'Leave out names that are empty or blank, and join the others with " and ".',
  'Three names read "Ada and Alan and Grace". That is good enough for now.',
);
