import { existsSync } from 'node:fs';
import { exits } from '../../core/base/exits.ts';
import { actFacts } from '../../core/status/nextActs.ts';
import { statusText } from '../../core/status/statusText.ts';
import { readStatus } from '../../node/status/readStatus.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const status: Command = {
  ...headings.status,
  operandCount: [0, 0],
  options: {},
  async run(host) {
    const { status: found, review } = await readStatus(host);
    const facts = actFacts(found, review, { isThere: existsSync, now: Date.now() });
    host.print({ json: found, text: statusText(facts, { review, named: host.env['PARTY_SESSION'] }) });
    return exits.success;
  },
};
