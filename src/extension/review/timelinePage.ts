// The HTML page around the picture of the rounds. It runs no script. Its content security policy allows its styles, by
// their hashes, and nothing else; its links call four commands of Party's own, which look up what they are given.

import { createHash } from 'node:crypto';
import type { Translate } from '../../core/base/translate.ts';
import { escapeXml } from '../../core/base/xml.ts';
import { type StoryItem, type StoryKind, storyKinds } from '../../core/review/timeline/story.ts';
import { timelineStyle } from '../../core/review/timeline/timelineStyle.ts';
import { type TimelineLinks, timelineSvg } from '../../core/review/timeline/timelineSvg.ts';
import { clockText } from '../../core/review/timeline/timelineWords.ts';
import { quietStatus } from '../../core/status/status.ts';
import { type CommandName, commandId } from '../app/contributions.ts';
import type { FolderReview } from '../app/snapshot.ts';

/** The only commands that the page may call. */
export const timelineLinks = [
  'timeline.export',
  'timeline.openRound',
  'timeline.openFinding',
  'timeline.toggle',
] as const satisfies readonly CommandName[];

export interface TimelineStory {
  readonly shown: ReadonlySet<StoryKind>;
  readonly items: readonly StoryItem[];
}

export function timelinePage(
  shown: FolderReview | undefined,
  t: Translate,
  story: TimelineStory = { shown: new Set(), items: [] },
): string {
  const title = shown === undefined ? t('Review Timeline') : t('Review of {0}', shown.folder.name);
  const links = shown && linksOf(shown);
  const picture = timelineSvg(shown?.review ?? nothing, { title, theme: 'editor', t, ...(links ? { links } : {}) });
  const styles = [pageStyle, timelineStyle('editor')].map(hashSource).join(' ');
  return [
    '<!DOCTYPE html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${styles};">`,
    `<title>Party</title><style>${pageStyle}</style></head>`,
    `<body>${shown === undefined ? '' : toolbar(shown, story.shown, t)}<main>${picture}</main>${storyList(story, t)}</body></html>`,
  ].join('\n');
}

const nothing = { rounds: [], status: quietStatus.review };

function linksOf({ folder }: FolderReview): TimelineLinks {
  return {
    round: ({ request }) => link('timeline.openRound', folder.top, request),
    finding: (key) => link('timeline.openFinding', folder.top, key),
  };
}

function link(command: (typeof timelineLinks)[number], ...args: readonly unknown[]): string {
  return `command:${commandId(command)}?${encodeURIComponent(JSON.stringify(args))}`;
}

function toolbar({ folder }: FolderReview, shown: ReadonlySet<StoryKind>, t: Translate): string {
  const names = kindNames(t);
  const toggles = storyKinds.map((kind) => {
    const isOn = shown.has(kind);
    const state = `role="switch" aria-checked="${isOn}" class="toggle${isOn ? ' on' : ''}"`;
    return `<a ${state} href="${escapeXml(link('timeline.toggle', kind))}">${escapeXml(names[kind])}</a>`;
  });
  const exporting = escapeXml(link('timeline.export', { partyFolder: folder.top }));
  const label = escapeXml(t('Also show:'));
  return `<nav><span>${label}</span>${toggles.join('')}<a class="button" href="${exporting}">${escapeXml(t('Export…'))}</a></nav>`;
}

function kindNames(t: Translate): Readonly<Record<StoryKind, string>> {
  return {
    messages: t('Messages'),
    plan: t('Plan versions'),
    gates: t('Gate decisions'),
    tasks: t('Task reviews'),
  };
}

function storyList({ shown, items }: TimelineStory, t: Translate): string {
  if (shown.size === 0) return '';
  if (items.length === 0) return `<p class="story">${escapeXml(t('Nothing of this has happened yet.'))}</p>`;
  const rows = items.map(({ at, kind, text }, index) => {
    const before = items[index - 1];
    const time = clockText({ requestedAt: at }, before && { requestedAt: before.at });
    return `<li class="${kind}"><time>${escapeXml(time)}</time><span>${escapeXml(text)}</span></li>`;
  });
  return `<ol class="story" aria-label="${escapeXml(t('What happened'))}">\n${rows.join('\n')}\n</ol>`;
}

/** The picture is scrolled to the right end, where the newest round is. */
const pageStyle = `
body { margin: 0; padding: 0; background: var(--vscode-editor-background); color: var(--vscode-foreground); }
main { direction: rtl; overflow-x: auto; }
main svg { direction: ltr; display: block; margin-right: auto; }
nav { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 12px 24px 0; font-size: 12px; }
nav span { color: var(--vscode-descriptionForeground); }
nav a { color: var(--vscode-foreground); text-decoration: none; padding: 2px 10px; border-radius: 12px;
  border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-descriptionForeground))); }
nav a.on { background: var(--vscode-button-background); color: var(--vscode-button-foreground); }
nav a:focus { outline: 2px solid var(--vscode-focusBorder); }
nav a.button { margin-left: auto; border-radius: 2px; background: var(--vscode-button-secondaryBackground);
  color: var(--vscode-button-secondaryForeground); }
.story { list-style: none; margin: 0; padding: 8px 24px 24px; font-size: 12px; }
.story li { display: flex; gap: 12px; padding: 3px 0 3px 10px; border-left: 3px solid var(--vscode-descriptionForeground); }
.story time { color: var(--vscode-descriptionForeground); min-width: 8em; text-align: right; }
.story span { overflow-wrap: anywhere; }
.story .round { border-color: var(--vscode-charts-blue); font-weight: 600; }
.story .messages { border-color: var(--vscode-charts-purple); }
.story .plan { border-color: var(--vscode-charts-green); }
.story .gates { border-color: var(--vscode-charts-red); }
.story .tasks { border-color: var(--vscode-charts-yellow); }
`;

/** Allows exactly this style. */
function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
