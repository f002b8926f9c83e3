import { actorOf } from '../../core/base/actor.ts';
import { exits } from '../../core/base/exits.ts';
import { actFacts, awaitedFile } from '../../core/status/actFacts.ts';
import { statusText } from '../../core/status/statusText.ts';
import { lookAtFindings } from '../../node/review/completeRound.ts';
import { readStatus } from '../../node/status/readStatus.ts';
import type { Command } from '../party/command.ts';

export const status: Command = {
  name: 'status',
  summary: 'Everything about this project at a glance',
  operands: '',
  operandCount: [0, 0],
  options: {},
  async run(host) {
    const { status: found, review, plan } = await readStatus(host);
    const written = await lookAtFindings(found.session?.cwd ?? host.cwd, awaitedFile(review));
    const facts = actFacts(found, { review, plan, written, now: Date.now() });
    const known = { review, named: host.env['PARTY_SESSION'], reader: actorOf(host.env) };
    host.print({ json: found, text: statusText(facts, known) });
    return exits.success;
  },
};
