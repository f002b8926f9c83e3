// What the user can do to get the proofs that a pull request needs. The shipped program gives evidence; the editor only
// asks for it.

import { l10n, window } from 'vscode';
import { isPartyError } from '../../../core/base/errors.ts';
import type { EvidenceKind } from '../../../core/project/evidenceKinds.ts';
import type { Purpose } from '../../../core/review/commands/declared.ts';
import type { Proof } from '../../../core/review/ready/readiness.ts';
import { askForProofs } from '../../../core/review/ready/readyMessages.ts';
import type { Context } from '../../app/context.ts';
import type { Folder } from '../../app/snapshot.ts';
import { act } from '../../ui/act.ts';
import { messageText } from '../../ui/plainText.ts';
import { inNotification } from '../../ui/progress.ts';
import { targetOf } from '../reviewActs.ts';
import { tellClaude } from './endActs.ts';
import { evidenceProgram } from './evidenceProgram.ts';
import { showRunLog } from './proofDocuments.ts';
import { type FolderReady, readyIn } from './readyRows.ts';
import { waitingCommands } from './waitingCommands.ts';

export const runTests = (context: Context, folder: Folder) => runEvidence(context, folder, 'tests');
export const runChecks = (context: Context, folder: Folder) => runEvidence(context, folder, 'checks');

/** Asks for the command only when the project does not say which one it is. */
async function runEvidence(context: Context, folder: Folder, what: Purpose, command: readonly string[] = []) {
  const doing = what === 'tests' ? l10n.t('Running the tests') : l10n.t('Running the checks');
  await inNotification(doing, (signal) =>
    act(context, {
      folder,
      doing,
      show: (_, work) => work(),
      // At the top, where the project's usual command runs.
      run: () =>
        evidenceProgram.run(
          context.host,
          { ...targetOf(context, folder), folder: folder.top },
          { what, command, signal },
        ),
      done: ({ state, why }) => void tellResult(context, folder, what, state === 'present' ? null : (why ?? state)),
      cancelled: () => void window.setStatusBarMessage(l10n.t('Cancelled: {0}', doing), 4000),
    }),
  ).catch(async (error: unknown) => {
    if (!isPartyError(error, 'USAGE') || command.length > 0) throw error;
    const given = await askCommand(what);
    if (given !== undefined) await runEvidence(context, folder, what, given);
  });
}

async function askCommand(what: Purpose): Promise<readonly string[] | undefined> {
  const given = await window.showInputBox({
    title: what === 'tests' ? l10n.t('Run Tests') : l10n.t('Run Checks'),
    prompt: l10n.t('This project does not say how. Party runs the words of this command as they are, without a shell.'),
    placeHolder: what === 'tests' ? 'npm test' : 'npm run lint',
    validateInput: (text) =>
      /["'\\$`;&|<>*?()]/.test(text) ? l10n.t('Use plain words only: no quotes, variables or pipes') : undefined,
  });
  const words = (given ?? '').split(/\s+/).filter(Boolean);
  return words.length === 0 ? undefined : words;
}

/** `problem` is null when they have passed. */
async function tellResult(context: Context, folder: Folder, what: Purpose, problem: string | null): Promise<void> {
  if (problem === null) {
    const text = what === 'tests' ? l10n.t('Tests passed') : l10n.t('Checks passed');
    window.setStatusBarMessage(`$(check) ${text}`, 8000);
    return;
  }
  const open = l10n.t('Open Log');
  const text = what === 'tests' ? l10n.t('The tests do not count') : l10n.t('The checks do not count');
  const chosen = await window.showWarningMessage(l10n.t('{0}: {1}', text, messageText(problem)), open);
  if (chosen === open) await openLog(context, folder, `${what}-passed`);
}

export async function openProofLog(_: Context, ready: FolderReady, { kind }: Proof): Promise<void> {
  if (!(await showRunLog(ready, kind))) {
    void window.showInformationMessage(l10n.t('Party has no log of this check'));
  }
}

async function openLog({ model }: Context, folder: Folder, kind: EvidenceKind): Promise<void> {
  const ready = model.snapshot && readyIn(model.snapshot, folder);
  if (ready !== undefined) await showRunLog(ready, kind);
}

export async function askForProof(context: Context, { folder }: FolderReady, { kind }: Proof): Promise<void> {
  await tellClaude(context, folder, askForProofs([kind]));
}

export async function askForMissing(context: Context, folder: Folder): Promise<void> {
  const missing = (context.model.snapshot && readyIn(context.model.snapshot, folder))?.review.missing ?? [];
  if (missing.length === 0) {
    window.setStatusBarMessage(l10n.t('Nothing is missing for a pull request'), 4000);
    return;
  }
  await tellClaude(context, folder, askForProofs(missing));
}

export async function verifyEvidence(context: Context, folder: Folder): Promise<void> {
  await act(context, {
    folder,
    doing: l10n.t('Verifying'),
    run: () => evidenceProgram.verify(context.host, targetOf(context, folder)),
    done: () => void window.setStatusBarMessage(`$(check) ${l10n.t('Everything is verified')}`, 8000),
  });
}

/** The user decides whether another command proves the same, so each question shows the whole of one. */
export async function acceptEvidence(context: Context, folder: Folder): Promise<void> {
  const ready = context.model.snapshot && readyIn(context.model.snapshot, folder);
  const waiting = ready === undefined ? [] : waitingCommands(ready.readiness);
  if (waiting.length === 0) {
    window.setStatusBarMessage(l10n.t('No command waits for you to accept it'), 4000);
    return;
  }
  for (const { seen, detail } of waiting) {
    await act(context, {
      folder,
      doing: l10n.t('Accepting the command'),
      confirm: {
        question: l10n.t('Accept this command as evidence for the current code?'),
        detail,
        yes: l10n.t('Accept'),
      },
      run: () => evidenceProgram.accept(context.host, targetOf(context, folder), seen),
    });
  }
}
