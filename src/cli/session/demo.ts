import { join, resolve } from 'node:path';
import { exits } from '../../core/base/exits.ts';
import { shellWord } from '../../core/base/shellWord.ts';
import { makeDemoProject } from '../../node/session/makeDemoProject.ts';
import { installationRoot } from '../../node/system/installation.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const demo: Command = {
  ...headings.demo,
  operandCount: [0, 1],
  options: {},
  details: [
    "The copy is a small git repository in DIR, or in a new temporary folder. Start its party and type go in Claude's",
    'pane: Claude writes, Codex reviews, and a gate holds the pull request back. Other scenes: plan, collab, question, denied.',
    'The demo agents are scripted: they need no account, and what they approve counts only there.',
  ].join('\n'),
  async run(cli, { operands: [given] }) {
    const directory = await makeDemoProject(cli, {
      resources: join(installationRoot(__dirname), 'resources'),
      directory: given === undefined ? undefined : resolve(cli.cwd, given),
    });
    const start = `cd ${shellWord(directory)} && party start --agents demo`;
    cli.print({ json: { directory }, text: `${directory}\n` });
    cli.say(`The demo project is ready. Start its party with: ${start}\nThen type go in Claude's pane.`);
    return exits.success;
  },
};
