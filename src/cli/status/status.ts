import { exits } from '../../core/base/exits.ts';
import { actFacts, awaitedRound } from '../../core/status/actFacts.ts';
import { statusText } from '../../core/status/statusText.ts';
import { lookAtFindings } from '../../node/review/arrivals/answer.ts';
import { readStatus, withOneLook } from '../../node/status/readStatus.ts';
import { showReviewOnLine } from '../../node/status/showOnLine.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const status: Command = {
  ...headings.status,
  operandCount: [0, 0],
  options: {},
  async run(cli) {
    const seen = withOneLook(cli);
    const { status: found, review, plan } = await readStatus(seen, __dirname);
    if (found.session !== null) await showReviewOnLine(seen, found.review);
    const written = await lookAtFindings(found.session?.cwd ?? cli.cwd, awaitedRound(review));
    const facts = actFacts(found, { review, plan, written, now: Date.now() });
    const known = { review, named: cli.env['PARTY_SESSION'], reader: cli.reader };
    cli.print({ json: found, text: cli.named(statusText(facts, known)) });
    return exits.success;
  },
};
