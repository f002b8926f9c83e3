// Text from outside, made fit for the place that shows it: nothing in it becomes a link, an icon or a second line.

import { oneLine, withoutIcons, withoutLinks } from '../../core/base/outsideText.ts';
import { editorWords } from '../../core/status/editorWords.ts';

/** For a notification; what the program tells agents to type is named as the command that does the same. */
export function messageText(text: string): string {
  return withoutLinks(oneLine(editorWords(text), 500));
}

/** For a quick pick and the status bar. */
export function itemText(text: string, longest = 200): string {
  return withoutIcons(oneLine(text, longest));
}
