// The checks of a pull request as words in a sentence, for an editor. Terminals and gates use the ids, because their
// commands take ids.

import type { Translate } from '../../base/translate.ts';
import { type EvidenceKind, evidenceKinds } from '../../project/evidenceKinds.ts';

/** How a text names a check. */
export type NameOfCheck = (check: string) => string;

/** What each check is about: "2 of 8 checks left: tests, Codex approval". */
export function checkWords(t: Translate): NameOfCheck {
  return (check) => {
    const kind = evidenceKinds.find((one) => one === check);
    return kind === undefined ? check : wordFor(kind, t);
  };
}

function wordFor(kind: EvidenceKind, t: Translate): string {
  switch (kind) {
    case 'code-critic':
      return t('code critic');
    case 'minimizer':
      return t('unnecessary code');
    case 'tests-passed':
      return t('tests');
    case 'checks-passed':
      return t('type checks and linters');
    case 'security-scanned':
      return t('security scan');
    case 'codex-ran':
      return t('Codex review');
    case 'codex-approved':
      return t('Codex approval');
    case 'pr-verified':
      return t('final verification');
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}
