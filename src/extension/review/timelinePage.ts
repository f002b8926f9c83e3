// The HTML page around the picture of the rounds. Its content security policy allows two styles, by their hashes, and
// nothing else.

import { createHash } from 'node:crypto';
import type { Translate } from '../../core/base/translate.ts';
import { timelineStyle } from '../../core/review/timeline/timelineStyle.ts';
import { timelineSvg } from '../../core/review/timeline/timelineSvg.ts';
import { quietStatus } from '../../core/status/status.ts';
import type { FolderReview } from '../app/snapshot.ts';

export function timelinePage(shown: FolderReview | undefined, t: Translate): string {
  const title = shown === undefined ? t('Review Timeline') : t('Review of {0}', shown.folder.name);
  const picture = timelineSvg(shown?.review ?? nothing, { title, theme: 'editor', t });
  const styles = [pageStyle, timelineStyle('editor')].map(hashSource).join(' ');
  return [
    '<!DOCTYPE html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${styles};">`,
    `<title>Party</title><style>${pageStyle}</style></head>`,
    `<body><main>${picture}</main></body></html>`,
  ].join('\n');
}

const nothing = { rounds: [], status: quietStatus.review };

/** Scrolled to the right end, where the newest round is. */
const pageStyle = `
body { margin: 0; padding: 0; background: var(--vscode-editor-background); }
main { direction: rtl; overflow-x: auto; }
svg { direction: ltr; display: block; margin-right: auto; }
`;

/** Allows exactly this style. */
function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
