// Asks the user once when the configuration requires less than before. Until the user confirms it, nothing changes: an
// agent may have edited the file.

import { type Disposable, l10n } from 'vscode';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import type { GatePolicy, WaitingPolicy } from '../../core/review/policy.ts';
import type { App } from '../app/app.ts';
import { stateKeys } from '../app/contributions.ts';
import type { Folder, Snapshot } from '../app/snapshot.ts';
import { notice, tellWith } from '../ui/notice.ts';
import { confirmPolicy } from './policyActs.ts';

interface Asked {
  readonly folder: Folder;
  readonly policy: GatePolicy;
  readonly waiting: WaitingPolicy;
}

export function noticeGates(app: App): Disposable {
  const { memory } = app;
  return notice(app, {
    facts: waitingPolicies,
    news: (before = new Map(), after) =>
      [...after.values()].filter(
        ({ waiting: { hash } }) => !before.has(hash) && memory.get<string>(stateKeys.gates) !== hash,
      ),
    tell: ({ folder, policy, waiting }) =>
      tellWith(textOf(waiting), {
        [l10n.t('Confirm')]: () => confirmPolicy(app, folder, waiting),
        [policy.name === 'strict' ? l10n.t('Keep Strict') : l10n.t('Keep as It Is')]: () =>
          memory.update(stateKeys.gates, waiting.hash),
      }),
  });
}

/** The configuration is the user's, so all folders wait for the same. */
function waitingPolicies({ reviews }: Snapshot): Map<string, Asked> {
  return new Map(
    reviews.flatMap(({ folder, review: { policy } }) =>
      policy.waiting === null ? [] : [[policy.waiting.hash, { folder, policy, waiting: policy.waiting }] as const],
    ),
  );
}

function textOf({ file, leavesOut }: WaitingPolicy): string {
  const name = withoutLinks(oneLine(file ?? '', 200));
  return leavesOut.length === 0
    ? l10n.t('{0} drops a rule about pull requests. Was this you? It counts once you confirm it', name)
    : l10n.t(
        '{0} no longer asks for {1} before a pull request. Was this you? It counts once you confirm it',
        name,
        leavesOut.join(', '),
      );
}
