// The demo Claude takes a change through its review: edit, critics, Codex, findings, fix, another round, approval,
// evidence, pull request. Where it goes on is read from Party itself, so that it can be interrupted anywhere.

import { firstTry, fix, isDemoProject, redone, reviewGreeting, undone } from './greeting.mjs';
import { runScript } from './scripts.mjs';
import { outcome } from './text.mjs';

/** How long a person is given to read a step, in milliseconds. */
export const pace = Number(process.env.PARTY_DEMO_PACE ?? 1200);

export async function playReview({ tools, pause, say }) {
  if (!(await isDemoProject())) {
    return onlyInDemo;
  }
  const scene = { tools, say, beat: () => pause(pace) };
  const { kind, round } = (await partyJson('status')).review;
  switch (kind) {
    case 'none':
      return firstRound(scene);
    case 'requested':
      return remind({ tools, pause, say }, round);
    case 'findings':
      return settle(scene);
    case 'changes-requested':
      return nextRound(scene, await mend(scene));
    case 'stale':
      await editAll(scene, redone);
      return nextRound(scene, true);
    case 'approved':
      return finish(scene);
    default:
      return 'Codex and I disagree. You decide: party findings list';
  }
}

export const onlyInDemo =
  'This scene plays only in the demo project; open it with Party: Open Demo Project, or in a terminal: party demo. I change nothing here.';

/** A change that no one has looked at, and a pull request for it. */
export async function playDenied({ tools, pause, say }) {
  const scene = { tools, say, beat: () => pause(pace) };
  await editAll(scene, firstTry);
  say('Now a pull request, without tests, critics or a review.');
  const denied = await pullRequest(scene);
  if (denied === undefined) return 'The gate lets it through: everything that it needs is there.';
  return 'The gate has denied it and says what is missing; the Session view shows it too. To get it all, type: go';
}

/** Codex's notice names the file with its findings. */
export async function readFindings(actor, file) {
  if (!(await isDemoProject())) return 'Codex has written findings. The demo acts on them only in the demo project.';
  const { code } = await actor.tools.bash('tmux-codex.sh', ['--review-complete', file]);
  await actor.pause(pace);
  return code === 0 ? playReview(actor) : 'I cannot use these findings.';
}

/** Codex may have been interrupted: before it wrote its findings, or before it said so. */
async function remind(actor, round) {
  const { code, stderr } = await actor.tools.bash('party', ['review', 'nudge']);
  const written = /--review-complete (\S+)/.exec(stderr)?.[1];
  if (written !== undefined) return readFindings(actor, written);
  return code === 0
    ? `Codex has round ${round}. I have reminded it; its findings arrive here when they are ready.`
    : stuck;
}

async function firstRound(scene) {
  await editAll(scene, firstTry);
  scene.say('Is that enough for a pull request?');
  await pullRequest(scene);
  const { denied } = await request(scene, ['--review', 'Greet everyone']);
  if (denied === undefined) return asked;
  await critics(scene);
  return (await request(scene, ['--review', 'Greet everyone'])).code === 0 ? asked : stuck;
}

const asked = 'I have asked Codex for a review. Its findings arrive here when they are ready.';
const stuck = 'That is not in my script. When you have fixed it, type: go';

async function nextRound(scene, mended) {
  if (!mended) return `What Codex found is not in my script. Fix src/greet.js, then type: go`;
  await critics(scene);
  const { code } = await request(scene, ['--review', '--delta']);
  return code === 0 ? 'I have asked Codex to check the fix and what else has changed.' : stuck;
}

/** Every finding is answered: the blocking ones by a fix, the others by a reason. */
async function settle(scene) {
  const { tools, beat } = scene;
  const open = (await partyJson('findings', 'list')).findings.filter(({ state }) => /^(open|re-raised)$/.test(state));
  const blocking = open.filter(({ severity }) => severity === 'blocking');
  for (const { key } of open.filter((finding) => !blocking.includes(finding))) {
    const reason = 'A nicer list of names is a task of its own; it is in docs/ideas.md';
    await tools.bash('party', ['findings', 'triage', key, 'out-of-scope', '--reason', reason]);
    await beat();
  }
  if (blocking.length > 0) {
    const keys = blocking.map(({ key }) => key).join(', ');
    const { code } = await tools.bash('tmux-codex.sh', ['--re-review', `${keys} will be fixed`]);
    await beat();
    return code === 0 ? nextRound(scene, await mend(scene)) : stuck;
  }
  const { code } = await tools.bash('tmux-codex.sh', ['--approve']);
  await beat();
  return code === 0 ? finish(scene) : stuck;
}

/** The rest that a pull request needs, and then the gate. What is there already is not done again. */
async function finish(scene) {
  const { tools, beat } = scene;
  const { missing } = await partyJson('evidence', 'list');
  if (missing.includes('code-critic') || missing.includes('minimizer')) await critics(scene);
  if (missing.includes('tests-passed')) await evidence(scene, 'test-runner', 'tests', ['src/greet.test.js']);
  if (missing.includes('checks-passed')) await evidence(scene, 'check-runner', 'checks', ['--check', 'src/greet.js']);
  if (missing.includes('security-scanned')) {
    await tools.agent('security-scanner', 'Nothing from outside reaches more than a greeting.\n\nVERDICT: CLEAN', beat);
  }
  const { code } = await tools.bash('party', ['evidence', 'verify']);
  await beat();
  if (code !== 0 || (await pullRequest(scene)) !== undefined) return stuck;
  return [
    'The gate is open, and the real Claude would create the pull request now. The demo ends here.',
    'Change something in src/greet.js and look at the status bar; then type: go',
  ].join('\n');
}

async function critics({ tools, beat, say }) {
  say('First, my own critics look at it.');
  await tools.agent('code-critic', 'It does what it says.\n\nVERDICT: APPROVE', beat);
  await tools.agent('minimizer', 'Nothing in it is unnecessary.\n\nVERDICT: APPROVE', beat);
}

async function request({ tools, beat }, args) {
  const done = await tools.bash('tmux-codex.sh', args);
  await beat();
  return done;
}

/** Whether the gate lets it through. It is never made: there is nowhere to make it. */
async function pullRequest({ tools, beat, say }) {
  say('● Bash(gh pr create --fill)');
  const denied = await tools.asks('gh pr create --fill');
  say(denied === undefined ? outcome('allowed') : outcome(`denied: ${denied}`));
  await beat();
  return denied;
}

async function evidence({ tools, beat }, agent, what, args) {
  await tools.agent(agent, `I have run the ${what}; the result is recorded.`, async () => {
    // Not `node`: there may be none but the one that runs this.
    const command = ['env', 'ELECTRON_RUN_AS_NODE=1', process.execPath, ...args];
    await tools.bash(
      'party',
      ['evidence', 'run', what, '--', ...command],
      `party evidence run ${what} -- node ${args.join(' ')}`,
    );
    await beat();
  });
}

/** Whether Codex would be content: by our hand, now or before an interruption, or by the human's. */
async function mend(scene) {
  await editAll(scene, fix);
  return (await reviewGreeting('')).stats.blocking_count === 0;
}

export async function editAll({ tools, beat }, edits) {
  for (const [file, change] of edits) if (await tools.edit(file, change)) await beat();
}

/** For a scene that writes the same code as an earlier one: without it, nothing would be left to do. */
export async function startOver({ tools, say, beat }) {
  let undid = false;
  for (const [file, change] of undone) undid = (await tools.edit(file, change)) || undid;
  if (!undid) return;
  say('The code is as it was at first, so that this scene has something to do.');
  await beat();
}

export async function partyJson(...words) {
  const { code, stdout, stderr } = await runScript('bin/party', [...words, '--json']);
  if (code !== 0) throw new Error(stderr.trim() || `party ${words.join(' ')} ended with ${code}`);
  return JSON.parse(stdout);
}
