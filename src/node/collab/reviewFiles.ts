// Lists and reads the reviews in `.claude/codex-collab/reviews`, by their ids. They stay after collab ends.

import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { collabReviewsFolder, type ReviewLogEntry } from '../../core/collab/collab.ts';
import { isReviewId } from '../../core/collab/reviewId.ts';
import { readSmallFile } from '../system/readSmallFile.ts';

/** Oldest first. Reviews of earlier runs come first, by time; then those of this run, in the order of its log. */
export async function listReviews(top: string, log: readonly ReviewLogEntry[]): Promise<string[]> {
  const there = (await ownFolders(top)) ? await readdir(join(top, collabReviewsFolder)).catch(() => []) : [];
  const ids = there.flatMap((name) =>
    name.endsWith('.md') && isReviewId(name.slice(0, -3)) ? [name.slice(0, -3)] : [],
  );
  const order = log.map(({ id }) => id).filter((id) => ids.includes(id));
  const before = ids.filter((id) => !order.includes(id)).sort(byTime);
  return [...before, ...new Set(order)];
}

export function reviewPath(id: string): string {
  return `${collabReviewsFolder}/${id}.md`;
}

/** A larger file is not a review. */
const longest = 4_000_000;

export async function readReviewText(top: string, id: string): Promise<string> {
  if (!isReviewId(id)) {
    const what = /[/\\]|\.\./.test(id) ? 'is a path, not the id of a review' : 'is not the id of a review';
    throw new PartyError('USAGE', `${oneLine(id)} ${what}`, { next: [{ act: 'openCollabReview' }] });
  }
  const none = new PartyError('USAGE', `There is no review ${id}`, { next: [{ act: 'openCollabReview' }] });
  if (!(await ownFolders(top))) throw none;
  const file = await readSmallFile(join(top, reviewPath(id)), { largest: longest, links: 'refuse' });
  if (file.kind !== 'text') throw none;
  return file.text;
}

/** False when one of the folders is a link: files behind a link are not Party's. */
async function ownFolders(top: string): Promise<boolean> {
  for (let folder = collabReviewsFolder; folder !== '.'; folder = dirname(folder)) {
    const found = await lstat(join(top, folder)).catch(() => undefined);
    if (found?.isDirectory() !== true) return false;
  }
  return true;
}

function byTime(a: string, b: string): number {
  const time = (id: string) => /\d{8}-\d{6}.*$/.exec(id)?.[0] ?? '';
  return time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0;
}
