// Parties that ended unexpectedly: when a window saw it, and one notice with the way back. Afterwards the Session view
// says it.

import { l10n, type Memento, commands as registry } from 'vscode';
import { type Disposable, Emitter } from '../../../core/base/event.ts';
import { withoutLinks } from '../../../core/base/outsideText.ts';
import { endMark, isOffered, partyEndText } from '../../../core/session/bringBack.ts';
import { seenEnds } from '../../../core/session/seenEnds.ts';
import { config } from '../../app/config.ts';
import type { Context } from '../../app/context.ts';
import { commandId, stateKeys } from '../../app/contributions.ts';
import type { Model } from '../../app/model.ts';
import type { Folder, FolderEnded, Snapshot } from '../../app/snapshot.ts';
import { notice, tellWith } from '../../ui/notice.ts';

type Seen = Readonly<Record<string, number>>;

export class Endings implements Disposable {
  readonly #model: Model;
  readonly #memory: Memento;
  readonly #changed = new Emitter<void>();
  /** Fires when what `mark` says has changed. */
  readonly onDidChange = this.#changed.event;
  readonly #notice: Disposable;

  constructor({ model, report }: Pick<Context, 'model' | 'report'>, memory: Memento) {
    this.#model = model;
    this.#memory = memory;
    this.#notice = notice(
      { model, report },
      {
        facts: factsOf,
        news: (before, after) => seenEnds(before, after),
        tell: (id) => this.#ended(id),
      },
    );
  }

  /** Beside the title of the Session view. Empty when no party of the window ended unexpectedly. */
  mark(now: number): string {
    const seen = this.#seen();
    return this.#offered()
      .map(({ folder, ended }) => this.#named(folder, endMark(ended, seen[ended.id], now, l10n.t)))
      .join(' · ');
  }

  dispose(): void {
    this.#notice.dispose();
    this.#changed.dispose();
  }

  #offered(): readonly FolderEnded[] {
    return (this.#model.snapshot?.ended ?? []).filter(({ ended }) => isOffered(ended));
  }

  #named({ name }: Folder, text: string): string {
    return (this.#model.snapshot?.folders.length ?? 0) > 1 ? l10n.t('{0}: {1}', name, text) : text;
  }

  #seen(): Seen {
    return this.#memory.get<Seen>(stateKeys.ends, {});
  }

  async #ended(id: string): Promise<void> {
    const now = Date.now();
    // Only the parties that can still be brought back matter.
    const known = new Set(this.#offered().map(({ ended }) => ended.id));
    const kept = Object.entries(this.#seen()).filter(([one]) => known.has(one));
    await this.#memory.update(stateKeys.ends, { ...Object.fromEntries(kept), [id]: now });
    this.#changed.fire();
    const found = this.#offered().find(({ ended }) => ended.id === id);
    if (found === undefined || !config().notifyWaiting) return;
    const text = this.#named(found.folder, partyEndText(found.ended, now, now, l10n.t));
    await tellWith(withoutLinks(text), {
      [l10n.t('Restore')]: () => registry.executeCommand(commandId('restore')),
    });
  }
}

function factsOf({ parties, ended }: Snapshot) {
  return {
    live: parties.map(({ session }) => session.id),
    ended: ended.filter((one) => isOffered(one.ended)).map((one) => one.ended.id),
  };
}
