// The log of a proof, and the reason of a denial, as read-only documents. An address names an item of the model, never
// a file. While a command still runs, its log grows on the screen.

import { type Disposable, EventEmitter, l10n, Uri, window, workspace } from 'vscode';
import { withoutTricks } from '../../../core/base/outsideText.ts';
import type { EvidenceKind } from '../../../core/project/evidenceKinds.ts';
import { proofName } from '../../../core/review/ready/readinessText.ts';
import type { DeniedAt } from '../../../node/gates/deniedCalls.ts';
import { projectDirectory } from '../../../node/project/paths.ts';
import { type ProofRun, readRunLog } from '../../../node/review/evidence/readRuns.ts';
import { proofScheme } from '../../app/contributions.ts';
import type { Host } from '../../app/host.ts';
import type { Model } from '../../app/model.ts';
import type { Folder, Snapshot } from '../../app/snapshot.ts';
import { together } from '../../ui/disposables.ts';
import { deniedId, type FolderReady, runOf } from './readyRows.ts';

/** False when there is no log. */
export async function showRunLog({ folder, runs }: Pick<FolderReady, 'folder' | 'runs'>, kind: EvidenceKind) {
  const run = runOf(runs, kind);
  if (run === undefined || run.log === null) return false;
  await window.showTextDocument(logAddress(folder, run), { preview: true });
  return true;
}

export async function showDenial({ folder }: Pick<FolderReady, 'folder'>, denied: DeniedAt): Promise<void> {
  await window.showTextDocument(denialAddress(folder, denied), { preview: true });
}

const growingMs = 1000;

export class ProofDocuments implements Disposable {
  readonly #host: Pick<Host, 'paths'>;
  readonly #model: Model;
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(host: Pick<Host, 'paths'>, model: Model) {
    this.#host = host;
    this.#model = model;
    this.#subscriptions = together([
      model.onDidChange(() => this.#follow()),
      workspace.onDidOpenTextDocument(() => this.#follow()),
      workspace.registerTextDocumentContentProvider(proofScheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (address) => this.#textOf(address),
      }),
    ]);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    together([this.#subscriptions, this.#changed]).dispose();
  }

  async #textOf(address: Uri): Promise<string> {
    // VS Code may restore an editor before the first read of the model.
    if (this.#model.snapshot === undefined) await this.#model.refresh();
    const found = itemsOf(this.#model.snapshot).find((item) => item.address.toString() === address.toString());
    const gone = l10n.t('This is no longer kept.');
    if (found === undefined) return gone;
    if (found.run === undefined) return found.text;
    return (await readRunLog(projectDirectory(this.#host.paths, found.folder.top), found.run)) ?? gone;
  }

  /** Reads the shown logs again, and goes on as long as one of them grows. */
  #follow(): void {
    clearTimeout(this.#timer);
    const open = workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === proofScheme);
    if (open.length === 0) return;
    for (const uri of open) this.#changed.fire(uri);
    const shown = new Set(open.map(String));
    const isGrowing = itemsOf(this.#model.snapshot).some(
      ({ address, run }) => run?.isRunning === true && shown.has(address.toString()),
    );
    if (isGrowing) this.#timer = setTimeout(() => this.#follow(), growingMs);
  }
}

interface Item {
  readonly address: Uri;
  readonly folder: Folder;
  readonly text: string;
  readonly run?: ProofRun;
}

function itemsOf(snapshot: Snapshot | undefined): Item[] {
  return (snapshot?.proofs ?? []).flatMap(({ folder, runs, denied }) => [
    ...runs.map((run) => ({ folder, run, text: '', address: logAddress(folder, run) })),
    ...denied.map((one) => ({ folder, address: denialAddress(folder, one), text: denialText(one) })),
  ]);
}

function denialText({ at, hook, what, reason }: DeniedAt): string {
  const head = [l10n.t('Denied: {0}', what), l10n.t('When: {0}', at), l10n.t('Gate: {0}', hook)];
  return withoutTricks([...head, '', reason, ''].join('\n'));
}

/** A file name that is not of a language: a link in Markdown could be clicked, and could run a command. */
function logAddress(folder: Folder, { kind, log }: ProofRun): Uri {
  const name = `${proofName(kind, l10n.t)}.log`;
  return Uri.from({ scheme: proofScheme, path: `/${folder.name}/${name}`, query: `${folder.top} ${log}` });
}

function denialAddress(folder: Folder, denied: DeniedAt): Uri {
  return Uri.from({
    scheme: proofScheme,
    path: `/${folder.name}/${l10n.t('Denied')}`,
    query: `${folder.top} ${deniedId(denied)}`,
  });
}
