// Makes text from outside safe for the place that shows it: nothing in it becomes a link, an icon or a second line.

import { oneLine, withoutIcons, withoutLinks } from '../../core/base/outsideText.ts';

/** For a notification. */
export function messageText(text: string): string {
  return withoutLinks(oneLine(text, 500));
}

/** For a quick pick and the status bar. */
export function itemText(text: string, longest = 200): string {
  return withoutIcons(oneLine(text, longest));
}
