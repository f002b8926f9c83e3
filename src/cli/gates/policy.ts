// `party gates policy`: which evidence a pull request needs here, and why.

import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type Reader, remarkText } from '../../core/base/remark.ts';
import { english } from '../../core/base/translate.ts';
import type { GatePolicy } from '../../core/review/policy.ts';
import { freeText, passText, policyText, sourceText, waitingRemark } from '../../core/review/policyText.ts';
import type { Review } from '../../core/review/review.ts';
import { confirmPolicy } from '../../node/gates/confirmPolicy.ts';
import { readReview } from '../../node/review/openReview.ts';
import type { Cli } from '../party/cli.ts';

export async function show(cli: Cli): Promise<number> {
  const review = await readReview(cli, cli.cwd);
  cli.print({ json: shown(review), text: `${rows(review, cli.reader).join('\n')}\n` });
  return exits.success;
}

export async function confirm(cli: Cli, hash: string | undefined): Promise<number> {
  const { hash: confirmed, changed } = await confirmPolicy(cli, hash);
  const review = await readReview(cli, cli.cwd);
  const first = changed ? 'confirmed' : 'Nothing waits for a confirmation';
  const text = [first, ...rows(review, cli.reader)].join('\n');
  cli.print({ json: { confirmed: changed, hash: confirmed, ...shown(review) }, text: `${text}\n` });
  return exits.success;
}

function shown({ policy, passes }: Review): { policy: GatePolicy; passes: Review['passes'] } {
  return { policy, passes };
}

function rows({ policy, passes }: Review, reader: Reader): string[] {
  const waiting = waitingRemark(policy, english);
  return [
    policyText(policy, english),
    ...policy.sources.map((source) => `  ${sourceText(source, english)}`),
    ...freeText(policy, english).map((text) => `  ${text}`),
    ...policy.ignored.map((text) => `  ${oneLine(text, 300)}`),
    ...(waiting === undefined ? [] : [remarkText(waiting, reader)]),
    ...passes.map((pass) => `${pass.at}  ${passText(pass, english)}`),
  ];
}
