// What `session-cleanup` leaves to a process of its own: removes state directories whose party no longer runs.

import { exits } from '../../core/base/exits.ts';
import { projectDirectory, projectTop } from '../../node/project/paths.ts';
import { removeLeftovers } from '../../node/session/leftovers.ts';
import { withStartLock } from '../../node/session/startLock.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const sweep: Command = {
  ...headings.sweep,
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
