// A folder that is not trusted, through the page: Party reads nothing there, and each view says why. One window for all of
// it, whose project has something of each kind to read.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collabStateFile } from '../../src/core/collab/collab.ts';
import { idleCollab } from '../../src/core/collab/machine.ts';
import { approvalFile } from '../../src/core/plan/plan.ts';
import { root } from '../runner/places.mjs';
import * as plans from '../support/plans.ts';
import { eventually, WorkbenchPage } from './page.ts';
import { makeProject, type Project } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

describe('a folder that is not trusted, through the page', function () {
  this.timeout(60_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;

  before(async () => {
    packageExtension();
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
    project = makeProject(directory);
    // The teams of the user are in the home.
    project.env['XDG_CONFIG_HOME'] = join(directory, 'config');
    await writePlan(project.folder);
    writeCollab(project.folder);
    workbench = await WorkbenchPage.open({ vsix, folder: project.folder, env: project.env, trust: 'ask' });
    await workbench.openView('Party');
  });
  afterEach(async function () {
    const title = this.currentTest?.title.replace(/\W+/g, '-');
    const picture = join(root, `out/screenshots/failed-untrusted-${title}.png`);
    if (this.currentTest?.isFailed()) await workbench?.screenshot(picture);
  });
  after(async () => {
    await workbench?.dispose();
    project?.dispose();
    rmSync(directory, { recursive: true, force: true });
  });

  const welcomes = (words: RegExp) =>
    eventually(
      () => workbench.welcomeText(),
      (shown) => words.test(shown),
      20_000,
    );
  /** Party says that the folder is not trusted, and nothing about `subject`. */
  async function showsOnlyDistrust(subject: string): Promise<void> {
    await welcomes(/not trusted/);
    assert.deepEqual(await workbench.treeRows(), []);
    assert.ok(!(await workbench.statusBarText()).includes(subject));
  }

  it('gets a welcome text about trust, and nothing runs', async () => {
    await welcomes(/trust/i);
    assert.deepEqual(await workbench.treeRows(), []);
    assert.deepEqual(project.sessions(), []);
  });

  it('has findings that are not read, and the view says why', async () => {
    await welcomes(/Party does not read its reviews\./);
  });

  it('has a plan that is not read, not shown and not touched', async () => {
    await showsOnlyDistrust('plan');
    assert.ok(existsSync(join(project.folder, approvalFile)));
  });

  it('has a collab that is not read and not shown', async () => {
    await showsOnlyDistrust('collab');
  });

  it('has tasks that are not read, and the view says why', async () => {
    const header = workbench.page.locator('.part.sidebar .pane-header[aria-label^="Tasks"]').first();
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    await welcomes(/Party does not read its tasks\./);
  });
});

async function writePlan(folder: string): Promise<void> {
  plans.gateOn(folder);
  plans.writePlan(folder, plans.planText('We parse the file.'));
  await plans.approved(folder, 1, 'another plan');
}

function writeCollab(folder: string): void {
  const state = { ...idleCollab(folder), phase: 'implementing', design: 'docs/plan.md', task_index: 1 };
  mkdirSync(join(folder, '.claude'), { recursive: true });
  writeFileSync(join(folder, collabStateFile), JSON.stringify(state));
}
