// Says once what gets in Party's way, when a party runs and it matters. The doctor keeps saying it.

import { type Disposable, l10n, commands as registry } from 'vscode';
import { withoutLinks } from '../../core/base/outsideText.ts';
import { type Conflict, extensionConflicts, oldHooksConflict } from '../../core/status/doctor/conflicts.ts';
import { readOldHooks } from '../../node/gates/oldHooks.ts';
import type { App } from '../app/app.ts';
import { commandId, stateKeys } from '../app/contributions.ts';
import type { Folder } from '../app/snapshot.ts';
import { notice, tellWith } from '../ui/notice.ts';
import { extensionFacts } from './doctor/examineWindow.ts';

export function noticeConflicts(app: App): Disposable {
  return notice(app, {
    facts: ({ parties }) => parties.map(({ folder }) => folder),
    // Once for each window: nothing about other extensions changes with a second party.
    news: (before = [], [folder]) => (before.length > 0 || folder === undefined ? [] : [folder]),
    tell: (folder) => tellNew(app, folder),
  });
}

/** The kinds that the user has heard of, in any window; `all` when the user wants to hear of none. */
type Told = readonly (Conflict['kind'] | 'all')[];

async function tellNew({ host, userMemory }: App, folder: Folder): Promise<void> {
  const told = () => userMemory.get<Told>(stateKeys.conflicts) ?? [];
  if (told().includes('all')) return;
  const old = oldHooksConflict(await readOldHooks(host.env));
  const all = [...extensionConflicts(extensionFacts(folder)), ...(old === undefined ? [] : [old])];
  const fresh = all.filter(({ kind }) => !told().includes(kind));
  if (fresh.length === 0) return;
  for (const { message, fix } of fresh) host.log.warn(`${message}. ${fix}`);
  await userMemory.update(stateKeys.conflicts, [...told(), ...fresh.map(({ kind }) => kind)]);
  const text = fresh.map(({ message, fix }) => l10n.t('{0}. {1}.', message, fix)).join(' ');
  await tellWith(withoutLinks(text), {
    [l10n.t('Show Doctor')]: () => registry.executeCommand(commandId('doctor')),
    [l10n.t("Don't Show Again")]: () => userMemory.update(stateKeys.conflicts, ['all']),
  });
}
