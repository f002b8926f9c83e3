// What the user is told about the command line. Without vscode, so that it can be tested alone.

import type { Translate } from '../../core/base/translate.ts';
import type { InstalledCommandLine } from './installProgram.ts';

/** One sentence for each thing that the user should know. */
export function installedText({ bin, onPath, steps }: InstalledCommandLine, t: Translate): string {
  const left = steps
    .filter((step) => step.do === 'leave')
    .map(({ path, why }) => t('{0} was left alone: {1}', path, why ?? ''));
  const place = onPath
    ? t('party and tmux-team are in {0}', bin)
    : t('party and tmux-team are in {0}, which is not on the PATH: add it in the start-up file of your shell', bin);
  return [place, ...left].join('. ');
}
