import { ProgressLocation, window } from 'vscode';
import { type Room, viewId } from '../app/contributions.ts';

/** Shows progress in the view of a room. */
export async function inView<T>(work: () => Promise<T>, room: Room = 'session'): Promise<T> {
  return await window.withProgress({ location: { viewId: viewId(room) } }, work);
}

/** The same, and in the status bar too, because the view may not be open. */
export async function inStatusBar<T>(text: string, work: () => Promise<T>, room: Room = 'session'): Promise<T> {
  const location = ProgressLocation.Window;
  return await window.withProgress({ location, title: text }, () => inView(work, room));
}

/** A person notices a silence of 300 ms, and VS Code shows progress in the status bar 150 ms after it was asked to. */
const slowMs = 100;

/** For work that is usually done at once: shows it in the status bar only if it takes longer. */
export async function whenSlow<T>(text: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    // A failure is the caller's to report.
    const ended = work.then(
      () => {},
      () => {},
    );
    void window.withProgress({ location: ProgressLocation.Window, title: text }, () => ended);
  }, slowMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** For work that takes minutes: shows what is going on, and the user can cancel it. */
export async function inNotification<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return await window.withProgress(options, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return work(controller.signal);
  });
}
