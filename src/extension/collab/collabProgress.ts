// Shows in the Session view that Codex is reviewing for collab, whatever started the review.

import type { Disposable } from '../../core/base/event.ts';
import type { Model } from '../app/model.ts';
import { inView } from '../ui/progress.ts';

export function showCollabProgress(model: Model): Disposable {
  let end: (() => void) | undefined;
  const update = () => {
    const isReviewing = model.snapshot?.collabs.some(({ reviewing }) => reviewing) ?? false;
    if (isReviewing === (end !== undefined)) return;
    if (!isReviewing) return stop();
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    void inView(() => ended);
  };
  const stop = () => {
    end?.();
    end = undefined;
  };
  const subscription = model.onDidChange(update);
  return {
    dispose() {
      subscription.dispose();
      stop();
    },
  };
}
