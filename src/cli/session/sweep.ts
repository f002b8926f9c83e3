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
  async run(cli) {
    const top = projectTop(cli.env['CLAUDE_PROJECT_DIR'] || cli.cwd);
    const notes = await withStartLock(projectDirectory(cli.paths, top), undefined, () => removeLeftovers(cli, top));
    for (const note of notes) cli.say(`Note: ${note}`);
    cli.print({ json: { swept: true, warnings: notes }, text: '' });
    return exits.success;
  },
};
