// Party: Doctor shows what is wrong with the installation, and does what helps. Party: Copy Diagnostics copies the same
// for a bug report, without anything private.

import { homedir, release, type as systemType, userInfo } from 'node:os';
import { env as editor, l10n, type QuickPickItem, QuickPickItemKind, version, window } from 'vscode';
import { diagnosticsText } from '../../../core/status/doctor/diagnostics.ts';
import type { DoctorCheck, DoctorReport } from '../../../core/status/doctor/doctorCheck.ts';
import { versionOf } from '../../../node/system/installation.ts';
import type { Context } from '../../app/context.ts';
import type { Folder } from '../../app/snapshot.ts';
import { itemText } from '../../ui/plainText.ts';
import { inStatusBar } from '../../ui/progress.ts';
import { wayButtons } from '../../ui/wayButtons.ts';
import type { Examination } from './doctorProgram.ts';
import { type DoctorRow, doctorRows, doctorTitle } from './doctorRows.ts';
import { examineWindow, folderToExamine } from './examineWindow.ts';

interface Item extends QuickPickItem {
  readonly run?: () => unknown;
}

export async function showDoctor(context: Context, args: readonly unknown[]): Promise<void> {
  const folder = await folderToExamine(context, args);
  if (folder !== undefined) await new DoctorList(context, folder).examine('examine');
}

/** The list opens at once and shows that it is busy: to try the gates alone takes seconds. */
class DoctorList {
  readonly #context: Context;
  readonly #folder: Folder | 'none';
  readonly #box = window.createQuickPick<Item>();

  constructor(context: Context, folder: Folder | 'none') {
    this.#context = context;
    this.#folder = folder;
    const box = this.#box;
    box.title = l10n.t('Doctor');
    box.matchOnDescription = true;
    box.matchOnDetail = true;
    box.onDidHide(() => box.dispose());
    box.onDidAccept(() => this.#run(box.selectedItems[0]?.run));
  }

  /** Shows the checks; with `repair` corrects first what is safe to correct. */
  async examine(act: 'examine' | 'repair'): Promise<void> {
    const box = this.#box;
    box.placeholder = act === 'repair' ? l10n.t('Correcting…') : l10n.t('Checking…');
    box.busy = true;
    box.enabled = false;
    box.show();
    try {
      this.#show(await examineWindow(this.#context, this.#folder, act));
    } catch (error) {
      box.hide();
      throw error;
    }
    box.busy = false;
    box.enabled = true;
    if (act === 'repair') await this.#context.model.refresh();
  }

  #show(found: Examination): void {
    const { report, fixed } = found;
    const { log } = this.#context.host;
    log.info(`Doctor: ${report.checks.map(({ id, status }) => `${id} ${status}`).join(', ')}`);
    for (const one of fixed) log.info(`Doctor: ${one}`);
    const box = this.#box;
    box.title = l10n.t('Doctor: {0}', doctorTitle(report, l10n.t));
    box.placeholder = fixed.length > 0 ? itemText(fixed.join('. ')) : l10n.t('Choose a problem to solve it');
    box.items = [
      ...doctorRows(report, l10n.t).map((row) => this.#itemOf(row, report)),
      { label: l10n.t('more'), kind: QuickPickItemKind.Separator },
      this.#closing('go-to-file', l10n.t('Open the Report'), () => this.#context.doctor.show(report)),
      this.#closing('copy', this.#context.host.titleOf('copyDiagnostics'), () => copy(this.#context, found)),
    ];
  }

  #itemOf(row: DoctorRow, report: DoctorReport): Item {
    if (row.kind === 'heading') return { label: row.label, kind: QuickPickItemKind.Separator };
    const repair = () => this.examine('repair');
    if (row.kind === 'repair') return { label: `$(${row.icon}) ${row.label}`, detail: row.detail, run: repair };
    const { check, icon, label } = row;
    const act = () =>
      check.status === 'ok' ? this.#context.doctor.show(report) : solve(this.#context, check, this.#folder);
    return {
      ...this.#closing(icon, label, act),
      description: itemText(row.description),
      ...(row.detail === undefined ? {} : { detail: itemText(row.detail) }),
      ...(check.repair === undefined ? {} : { run: repair }),
    };
  }

  /** An item that closes the list. */
  #closing(icon: string, label: string, act: () => unknown): Item {
    const run = () => {
      this.#box.hide();
      return act();
    };
    return { label: `$(${icon}) ${label}`, run };
  }

  #run(act: Item['run']): void {
    void (async () => act?.())().catch(this.#context.report);
  }
}

/** Runs the command of the editor that helps; without one, the user gets the words to work with. */
async function solve({ host }: Context, check: DoctorCheck, folder: Folder | 'none'): Promise<void> {
  const [first] = wayButtons(check.next, host.titleOf, folder === 'none' ? undefined : folder);
  if (first !== undefined) return void (await first.run());
  await editor.clipboard.writeText(check.fix ?? check.message);
  window.setStatusBarMessage(l10n.t('Copied: {0}', itemText(check.fix ?? check.message)), 6000);
}

export async function copyDiagnostics(context: Context, args: readonly unknown[]): Promise<void> {
  const folder = await folderToExamine(context, args);
  if (folder === undefined) return;
  const work = () => examineWindow(context, folder, 'examine');
  await copy(context, await inStatusBar(l10n.t('Collecting diagnostics'), work));
}

async function copy({ host, errors }: Context, { report, recent }: Examination): Promise<void> {
  const text = diagnosticsText(
    { versions: await versions(host.root), report, lines: [...recent, ...errors.lines] },
    { home: homedir(), user: userName(), env: host.env },
  );
  await editor.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('Copied: paste it into your bug report, and read it before you send it'), 6000);
}

/** A user id without a name, as in some containers, makes Node throw. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

async function versions(root: string): Promise<Record<string, string>> {
  return {
    Party: await versionOf(root),
    [editor.appName]: editor.remoteName === undefined ? version : `${version} (${editor.remoteName})`,
    System: `${systemType()} ${release()} ${process.arch}`,
    Node: process.versions.node,
  };
}
