// Runs the doctor of the shipped program for a folder of the window, and adds what only the editor knows.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { extensions, workspace } from 'vscode';
import { listOf, recordOf } from '../../../core/base/json.ts';
import { gateFile } from '../../../core/plan/plan.ts';
import { type ExtensionFacts, judgeExtensions, type OtherExtension } from '../../../core/status/doctor/conflicts.ts';
import { reportOf } from '../../../core/status/doctor/doctorCheck.ts';
import { runsClaudeHooks } from '../../app/config.ts';
import type { Context } from '../../app/context.ts';
import { prefix } from '../../app/contributions.ts';
import { chooseFolder, folderMeant } from '../../app/folders.ts';
import type { Folder } from '../../app/snapshot.ts';
import { doctorProgram, type Examination, examinationOf } from './doctorProgram.ts';

/**
 * The folder to examine. `none` without a folder, or while the user does not trust it: then nothing of it is run.
 * Undefined when the user cancelled the choice.
 */
export async function folderToExamine(
  { model }: Context,
  args: readonly unknown[],
): Promise<Folder | 'none' | undefined> {
  if (model.snapshot === undefined) await model.refresh();
  const folders = workspace.isTrusted ? (model.snapshot?.folders ?? []) : [];
  if (folders.length === 0) return 'none';
  return folderMeant(args, folders) ?? (await chooseFolder(folders));
}

export async function examineWindow(
  { host }: Context,
  folder: Folder | 'none',
  act: keyof typeof doctorProgram,
): Promise<Examination> {
  const place = folder === 'none' ? homedir() : folder.path;
  const { report, ...rest } = examinationOf(await doctorProgram[act](host, place));
  return { report: reportOf([...report.checks, judgeExtensions(extensionFacts(folder))]), ...rest };
}

export function extensionFacts(folder: Folder | 'none'): ExtensionFacts {
  return {
    others: extensions.all.filter(({ id }) => !isParty(id)).map(({ id, packageJSON }) => otherOf(id, packageJSON)),
    isGated: folder !== 'none' && existsSync(join(folder.top, gateFile)),
    readsClaudeHooks: runsClaudeHooks(),
  };
}

function isParty(id: string): boolean {
  return id === `${prefix}party`;
}

function otherOf(id: string, manifest: unknown): OtherExtension {
  const { commands, viewsContainers } = recordOf(recordOf(manifest)['contributes']);
  const containers = Object.values(recordOf(viewsContainers)).flatMap(listOf);
  const ids = [
    ...listOf(commands).map((one) => recordOf(one)['command']),
    ...containers.map((one) => recordOf(one)['id']),
  ];
  return { id, contributed: ids.filter((one) => typeof one === 'string') };
}
