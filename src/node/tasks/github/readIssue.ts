// Reads one issue by its number. If an issue was moved to another repository, GitHub redirects the request there, and
// its new number may belong to another issue of this repository.

import { oneLine } from '../../../core/base/outsideText.ts';
import * as z from '../../../core/base/schema.ts';
import type { RemoteIssue } from '../../../core/tasks/github/remote.ts';
import { GhFailed } from './gh.ts';
import { issueFrom } from './pullIssue.ts';
import { pathOf, readAs, type Tracker } from './tracker.ts';

/** Throws with status 410, as for a deleted issue, when the issue is now in another repository. */
export async function readIssue(tracker: Tracker, number: number): Promise<RemoteIssue> {
  const { json } = await tracker.gh.send('GET', pathOf(tracker, `issues/${number}`));
  const issue = await issueFrom(tracker, json);
  if (issue.number === number && (await isOfRepo(tracker, issue))) return issue;
  throw new GhFailed(`#${number} was moved to ${oneLine(issue.html_url, 200)}`, 410);
}

const Named = z.object({ full_name: z.string() });

/** A renamed repository still answers under its old name. */
async function isOfRepo({ gh, repo }: Tracker, { html_url }: RemoteIssue): Promise<boolean> {
  const place = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/issues\//.exec(html_url)?.[1]?.toLowerCase();
  const name = `${repo.owner}/${repo.name}`;
  if (place === undefined || place === name.toLowerCase()) return true;
  const { full_name } = readAs(Named, (await gh.send('GET', `repos/${name}`)).json, 'repository');
  return place === full_name.toLowerCase();
}
