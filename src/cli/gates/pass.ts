// `party gates pass`: a human lets one pull request through.

import { exits } from '../../core/base/exits.ts';
import { shortHash } from '../../core/review/reviewText.ts';
import { givePass } from '../../node/review/givePass.ts';
import type { Cli } from '../party/cli.ts';

export async function letThrough(cli: Cli, reason: string): Promise<number> {
  const { pass, changed } = await givePass(cli, reason);
  const what = `one pull request of ${shortHash(pass.hash) ?? 'this code'} on ${pass.branch}`;
  const text = changed ? `The gate lets through ${what}` : `The gate already lets through ${what}`;
  cli.print({ json: { changed, pass }, text: `${text}\n` });
  return exits.success;
}
