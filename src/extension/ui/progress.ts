import { ProgressLocation, window } from 'vscode';
import { views } from '../app/contributions.ts';

/** Shows in the view that something is being done. */
export async function inView<T>(work: () => Promise<T>): Promise<T> {
  return await window.withProgress({ location: { viewId: views.session } }, work);
}

/** The same, also said in the status bar: whoever writes code may not have the view open. */
export async function inStatusBar<T>(text: string, work: () => Promise<T>): Promise<T> {
  const location = ProgressLocation.Window;
  return await window.withProgress({ location, title: text }, () => inView(work));
}
