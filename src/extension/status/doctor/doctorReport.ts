// The report of the doctor as a read-only document, as a terminal prints it.

import { type Disposable, EventEmitter, l10n, Uri, window, workspace } from 'vscode';
import type { DoctorReport } from '../../../core/status/doctor/doctorCheck.ts';
import { doctorText } from '../../../core/status/doctor/doctorText.ts';
import { doctorScheme } from '../../app/contributions.ts';

export class DoctorDocument implements Disposable {
  readonly #changed = new EventEmitter<Uri>();
  readonly #registered = workspace.registerTextDocumentContentProvider(doctorScheme, {
    onDidChange: this.#changed.event,
    // After a reload, VS Code shows the document again before the doctor has run.
    provideTextDocumentContent: () => this.#text ?? l10n.t('Run Party: Doctor to see the report here.'),
  });
  #text: string | undefined;

  async show(report: DoctorReport): Promise<void> {
    this.#text = doctorText(report, false);
    const address = Uri.from({ scheme: doctorScheme, path: '/Party Doctor' });
    this.#changed.fire(address);
    await window.showTextDocument(address, { preview: true });
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}
