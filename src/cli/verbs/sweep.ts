// What `session-cleanup` leaves to a process of its own: state directories whose party runs no more.

import { exits } from '../../core/exits.ts';
import { removeLeftovers } from '../../node/leftovers.ts';
import { projectDirectory, projectTop } from '../../node/paths.ts';
import { withStartLock } from '../../node/startLock.ts';
import type { Command } from '../command.ts';

export const sweep: Command = {
  name: 'sweep',
  summary: 'Remove what parties of this project that run no more have left behind',
  operands: '',
  operandCount: [0, 0],
  options: {},
  async run(host) {
    const top = projectTop(host.env['CLAUDE_PROJECT_DIR'] || host.cwd);
    const notes = await withStartLock(projectDirectory(host.paths, top), undefined, () => removeLeftovers(host, top));
    for (const note of notes) host.say(`Note: ${note}`);
    host.print({ json: { swept: true, warnings: notes }, text: '' });
    return exits.success;
  },
};
