// The context keys that choose the welcome text and enable commands.

import { commands } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import { installCommand } from '../../node/system/installHint.ts';
import { collabMark } from '../collab/collabRows.ts';
import { contextKeys } from './contributions.ts';
import type { Host } from './host.ts';
import type { Model } from './model.ts';
import { packageManagerOf, type Snapshot, situationOf } from './snapshot.ts';

export function keepContextKeys(host: Pick<Host, 'env'>, model: Model): Disposable {
  const set = contextSetter();
  const update = () => {
    if (model.snapshot === undefined) return;
    const situation = situationOf(model.snapshot);
    // Before the situation, so that the text for it is chosen once.
    if (situation === 'noTmux')
      set(contextKeys.packageManager, packageManagerOf(installCommand('tmux', host.env['PATH'])));
    set(contextKeys.situation, situation);
    set(contextKeys.plan, planKind(model.snapshot));
    set(contextKeys.collab, collabMarks(model.snapshot));
  };
  update();
  return model.onDidChange(update);
}

/** Of several plans one whose gate is on: there is something to do about it. */
function planKind({ plans }: Snapshot): string {
  return plans.find(({ status }) => status.kind !== 'off')?.status.kind ?? 'off';
}

/** Of all folders: a command is there when it fits one of them. */
function collabMarks({ collabs }: Snapshot): string {
  return [...new Set(collabs.map(({ status }) => collabMark(status)))].sort().join(' ');
}

/** Every call goes to the renderer, so that what has not changed is not sent. */
export function contextSetter(): (key: string, value: string) => void {
  const known = new Map<string, string>();
  return (key, value) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    void commands.executeCommand('setContext', key, value);
  };
}
