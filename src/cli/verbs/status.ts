import { exits } from '../../core/exits.ts';
import { statusText } from '../../core/statusText.ts';
import { readStatus } from '../../node/readStatus.ts';
import type { Command } from '../command.ts';

export const status: Command = {
  name: 'status',
  summary: 'Everything about this project at a glance',
  operands: '',
  operandCount: [0, 0],
  options: {},
  async run(host) {
    const found = await readStatus(host);
    host.print({ json: found, text: statusText(found, host.env['PARTY_SESSION']) });
    return exits.success;
  },
};
