// Exports the findings of a project, by the program's own verb, to a file or to the clipboard.

import { basename } from 'node:path';
import { env, l10n, commands as registry, type Uri, window } from 'vscode';
import { exportedIntoChange } from '../../core/review/reviewText.ts';
import type { Context } from '../app/context.ts';
import type { Folder } from '../app/snapshot.ts';
import { act } from '../ui/act.ts';
import { exportPlace } from '../ui/exportPlace.ts';
import { type ExportForm, findingsProgram } from './findingsProgram.ts';

interface Target {
  readonly form: ExportForm;
  readonly to: 'file' | 'clipboard';
}

const files: Readonly<Record<ExportForm, { readonly name: string; readonly extensions: string[] }>> = {
  markdown: { name: 'Markdown', extensions: ['md'] },
  sarif: { name: 'SARIF', extensions: ['sarif', 'json'] },
  json: { name: 'JSON', extensions: ['json'] },
};

export async function exportFindings(context: Context, folder: Folder): Promise<void> {
  const chosen = await window.showQuickPick(choices(), {
    title: l10n.t('Export Findings'),
    placeHolder: l10n.t('Form'),
  });
  if (chosen === undefined) return;
  const { form, to } = chosen.value;
  if (to === 'clipboard') return copy(context, folder);
  const file = await window.showSaveDialog({
    title: l10n.t('Export Findings'),
    defaultUri: exportPlace(folder, `findings.${files[form].extensions[0]}`),
    filters: { [files[form].name]: files[form].extensions },
  });
  if (file === undefined) return;
  if (file.scheme !== 'file') {
    void window.showWarningMessage(l10n.t('Party can write only to the disk of the machine that it runs on'));
    return;
  }
  await act(context, {
    folder,
    doing: l10n.t('Exporting findings'),
    run: () => findingsProgram.write(context.host, folder.path, { form, file: file.fsPath }),
    done: ({ partOfChange = false }) => tellWritten(file, partOfChange),
    answers: ['USAGE'],
  });
}

function choices() {
  const one = (label: string, description: string, value: Target) => ({ label, description, value });
  return [
    one(l10n.t('$(clippy) Copy as Markdown'), l10n.t('for a pull request or a mail'), {
      form: 'markdown',
      to: 'clipboard',
    }),
    one(l10n.t('$(markdown) Markdown File…'), '', { form: 'markdown', to: 'file' }),
    one(l10n.t('$(file-code) SARIF File…'), l10n.t('for code scanning and other tools'), { form: 'sarif', to: 'file' }),
    one(l10n.t('$(json) JSON File…'), l10n.t('everything that Party knows about them'), { form: 'json', to: 'file' }),
  ];
}

async function copy(context: Context, folder: Folder): Promise<void> {
  await act(context, {
    folder,
    doing: l10n.t('Exporting findings'),
    run: () => findingsProgram.markdown(context.host, folder.path),
    done: async ({ markdown }) => {
      await env.clipboard.writeText(markdown);
      window.setStatusBarMessage(l10n.t('$(check) Copied the findings as Markdown'), 5000);
    },
  });
}

function tellWritten(file: Uri, partOfChange: boolean): void {
  const open = l10n.t('Open');
  const done = l10n.t('The findings are exported');
  const text = partOfChange ? `${done}. ${exportedIntoChange(basename(file.fsPath), l10n.t)}` : done;
  void window
    .showInformationMessage(text, open)
    .then((chosen) => chosen === open && registry.executeCommand('vscode.open', file));
}
