// A project and a workbench for one test. Both are gone when the test ends.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WorkbenchOptions, WorkbenchPage } from './page.ts';
import { makeProject, type Project } from './project.ts';
import { vsix } from './vsix.ts';

interface OwnOptions extends Pick<WorkbenchOptions, 'settings'> {
  /** Runs before the workbench opens. Returns the folder to open, unless that is the project. */
  prepare?(project: Project): Promise<string | undefined> | string | undefined;
}

interface OwnWorkbench {
  /** The parent of the project. */
  readonly directory: string;
  readonly project: Project;
  readonly workbench: WorkbenchPage;
}

export async function inOwnWorkbench(
  { prepare, ...options }: OwnOptions,
  test: (own: OwnWorkbench) => Promise<void>,
): Promise<void> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
  const project = makeProject(directory);
  let workbench: WorkbenchPage | undefined;
  try {
    const folder = (await prepare?.(project)) ?? project.folder;
    workbench = await WorkbenchPage.open({ vsix, folder, env: project.env, ...options });
    await test({ directory, project, workbench });
  } finally {
    await workbench?.dispose();
    project.dispose();
    rmSync(directory, { recursive: true, force: true });
  }
}
