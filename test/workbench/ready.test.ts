// The way to a pull request, as a person sees and takes it: each proof with its state, its log and its act, what a gate
// denies, the end at the approval, and the way back when the approved code changes. Codex and the critics are played here.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partyPaths } from '../../src/node/project/paths.ts';
import { openReview } from '../../src/node/review/openReview.ts';
import { approve, verifyEvidence } from '../../src/node/review/reviewActs.ts';
import { root } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { playRound, switchToTopic, writeCode } from './playRound.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
const branch = 'Ready for a pull request';
const greeting = (word: string) => `export const greeting = '${word}';\n`;

describe('the way to a pull request, through the page', function () {
  this.timeout(120_000);
  let directory: string;
  let project: Project;
  let env: Record<string, string>;
  let workbench: WorkbenchPage;

  before(async () => {
    packageExtension();
    directory = mkdtempSync(join(tmpdir(), 'party-test-'));
    project = makeProject(directory);
    const home = join(directory, 'home');
    mkdirSync(join(home, '.tmux-team'), { recursive: true });
    const evidence = { tests: ['sh', join(directory, 'tests.sh')] };
    writeFileSync(join(home, '.tmux-team/config.json'), JSON.stringify({ evidence }));
    writeFileSync(
      join(directory, 'tests.sh'),
      `echo 'testing the greeting'\nuntil [ -e '${directory}/go' ]; do sleep 0.1; done\n`,
    );
    env = { ...project.env, HOME: home };
    switchToTopic(project.folder);
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env });
    await workbench.openView('Party');
    await workbench.runCommand('Party: Start with Demo Agents');
    await workbench.rowShows('Claude', /idle/);
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    if (this.currentTest?.isFailed()) await workbench.screenshot(join(screenshots, `failed-ready-${title}.png`));
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  const place = () => ({ env: { ...process.env, ...env }, cwd: project.folder, paths: partyPaths(env) });
  const git = (...args: string[]) => execFileSync('git', ['-C', project.folder, ...args], { stdio: 'ignore' });
  const row = (label: string) =>
    workbench.page.locator('.part.sidebar .pane-body .monaco-list-row').filter({ hasText: label }).first();
  /** By the keyboard: Enter on the row opens what can be done about it. */
  async function onProof(label: string, act: string): Promise<void> {
    await row(label).click({ trial: true });
    await workbench.runCommandToPick('Party: Show Check…');
    await workbench.choosePick(label);
    await workbench.choosePick(act);
  }
  const toldClaude = (words: RegExp) =>
    eventually(
      () => project.messages('claude').map(({ text }) => text),
      (texts) => texts.some((text) => words.test(text)),
    );

  it('is not there before anything has changed, and counts what is missing afterwards', async () => {
    assert.equal(await row(branch).count(), 0);
    writeCode(project.folder, 'src/greet.ts', greeting('one'));
    git('add', '.');
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'Greet');
    await workbench.rowShows(branch, /^0 of 8$/);
    await workbench.rowShows('Tests passed', /^missing$/);
    await workbench.tooltip('Code critic approved', /A sub-agent of Claude has read the change/);
    assert.deepEqual(await workbench.rowActions('Code critic approved'), ['Ask Claude for This Check']);
    assert.deepEqual(await workbench.rowActions('Codex reviewed'), ['Request Review']);
  });

  it('shows what a gate denies as it happens, and why', async () => {
    const [session = ''] = project.sessions();
    const call = { tool_name: 'Bash', tool_input: { command: 'gh pr create' } };
    const input = JSON.stringify({ session_id: 's', cwd: project.folder, hook_event_name: 'PreToolUse', ...call });
    const own = { PARTY_SESSION: session, PARTY_NODE: process.execPath, CLAUDE_PROJECT_DIR: project.folder };
    const hook = join(root, 'resources/claude/hooks/pr-gate.sh');
    // In the project, as Claude does: a gate runs no Node of the folder that it is called in.
    const { stdout, stderr } = spawnSync('sh', [hook], {
      ...{ input, cwd: project.folder, encoding: 'utf8' as const },
      env: { ...process.env, ...env, ...own },
    });
    assert.match(stdout, /"deny"/, stderr);
    await workbench.rowShows('Denied: a pull request', /This pull request is not ready/);
    await workbench.screenshot(join(screenshots, 'ready-denied.png'));
    await row('Denied: a pull request').click();
    await workbench.page.locator('.part.editor .view-line', { hasText: 'code-critic' }).first().waitFor();
  });

  it('runs the tests, shows that they run, and keeps their log', async () => {
    await onProof('Tests passed', 'Run Tests');
    await workbench.rowShows('Tests passed', /^running$/);
    await workbench.screenshot(join(screenshots, 'ready-running.png'));
    writeFileSync(join(directory, 'go'), '');
    await workbench.rowShows('Tests passed', /^done: sh /);
    await workbench.rowShows(branch, /^1 of 8$/);
    await onProof('Tests passed', 'Open Log');
    await workbench.page.locator('.part.editor .view-line', { hasText: 'testing the greeting' }).first().waitFor();
  });

  it('says which file made a proof outdated', async () => {
    writeCode(project.folder, 'src/greet.ts', greeting('two'));
    await workbench.rowShows('Tests passed', /^greet\.ts changed$/);
    await workbench.screenshot(join(screenshots, 'ready-outdated.png'));
    writeCode(project.folder, 'src/greet.ts', greeting('one'));
    await workbench.rowShows('Tests passed', /^done/);
  });

  it('asks Claude for a critic', async () => {
    await onProof('Code critic approved', 'Ask Claude for This Check');
    await toldClaude(/sub-agent party:code-critic/);
  });

  it('ends with the acts after the approval, in all kinds of themes', async () => {
    await playRound(place().env, project.folder, []);
    await workbench.statusShows(/reviewed, nothing blocking · 2 of 8/);
    await everythingElse();
    await workbench.rowShows(branch, /^8 of 8$/);
    await workbench.rowShows('Everything is proven. Well done!', /^$/);
    await workbench.statusShows(/approved – ready for a pull request/);
    for (const [theme, name] of themes) {
      await workbench.chooseTheme(theme);
      await workbench.screenshot(join(screenshots, `ready-end-${name}.png`));
    }
    await workbench.runCommand('Party: Copy Review Summary');
    await workbench.statusShows(/Review summary copied\. Approved by Codex after 1 round: no findings\./);
    await row('Let Claude Create the Pull Request').click();
    await toldClaude(/Please create the pull request now/);
  });

  it('leads back to Codex when the approved code changes', async () => {
    writeCode(project.folder, 'src/greet.ts', greeting('three'));
    await workbench.rowShows('Codex approved', /^greet\.ts changed$/);
    await row('Request Delta Review').waitFor();
    await row('Show What Changed').waitFor();
    await workbench.screenshot(join(screenshots, 'ready-outdated-approval.png'));
  });

  /** What the critics, the checks and the approval leave in the log. */
  async function everythingElse(): Promise<void> {
    const { log, change } = await openReview(place());
    const { hash } = await change(await log.state());
    const stamp = { actor: 'claude', hash: hash ?? '' } as const;
    for (const critic of ['code-critic', 'minimizer', 'security-scanner'] as const) {
      const verdict = critic === 'security-scanner' ? 'CLEAN' : 'APPROVE';
      await log.append({ event: 'critic-started', ...stamp, critic, agent: critic });
      await log.append({ event: 'critic-stopped', ...stamp, critic, agent: critic, verdict });
    }
    const ran = { event: 'ran', actor: 'claude', exit: 0, before: stamp.hash, after: stamp.hash } as const;
    await log.append({ ...ran, what: 'checks', command: ['true'] });
    await approve(place());
    await verifyEvidence(place());
  }
});

const themes = [
  ['Light Modern', 'light'],
  ['Dark High Contrast', 'high-contrast'],
  ['Dark Modern', 'dark'],
] as const;
