// Sets the context keys that choose the welcome text and enable commands.

import { commands } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import { isOffered } from '../../core/session/bringBack.ts';
import { isDemoProject } from '../../node/project/demoProject.ts';
import { installCommand } from '../../node/system/installHint.ts';
import { collabMark } from '../collab/collabRows.ts';
import { askingRow } from '../session/sessionRows.ts';
import { hasSeveral } from '../session/several/severalRows.ts';
import { contextKeys } from './contributions.ts';
import type { Host } from './host.ts';
import type { Model } from './model.ts';
import { packageManagerOf, type Snapshot, situationOf } from './snapshot.ts';

export function keepContextKeys(host: Pick<Host, 'env' | 'paths'>, model: Model): Disposable {
  const set = contextSetter();
  const update = () => {
    if (model.snapshot === undefined) return;
    const situation = situationOf(model.snapshot);
    // Set before the situation, so that VS Code chooses the welcome text only once.
    if (situation === 'noTmux')
      set(contextKeys.packageManager, packageManagerOf(installCommand('tmux', host.env['PATH'])));
    set(contextKeys.restorable, model.snapshot.ended.some(({ ended }) => isOffered(ended)) ? 'yes' : 'no');
    set(contextKeys.demo, model.snapshot.folders.some(({ top }) => isDemoProject(host.paths, top)) ? 'yes' : 'no');
    set(contextKeys.situation, situation);
    set(contextKeys.several, hasSeveral(model.snapshot) ? 'yes' : 'no');
    set(contextKeys.asking, model.snapshot.parties.some(askingRow) ? 'yes' : 'no');
    set(contextKeys.plan, planKind(model.snapshot));
    set(contextKeys.collab, collabMarks(model.snapshot));
  };
  update();
  return model.onDidChange(update);
}

/** With several plans, the kind of one whose gate is on, because that one needs attention. */
function planKind({ plans }: Snapshot): string {
  return plans.find(({ status }) => status.kind !== 'off')?.status.kind ?? 'off';
}

/** The marks of all folders: a command is enabled when it fits at least one of them. */
function collabMarks({ collabs }: Snapshot): string {
  return [...new Set(collabs.map(({ status }) => collabMark(status)))].sort().join(' ');
}

/** Sends only changed values, because every call goes to the renderer process. */
export function contextSetter(): (key: string, value: string) => void {
  const known = new Map<string, string>();
  return (key, value) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    void commands.executeCommand('setContext', key, value);
  };
}
