// tmux-team's own verbs: the registry of agents in panes that Party did not make.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isPartyError, PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { parseConfig } from '../../core/config/config.ts';
import { addAgent, emptyTeamFile, removeAgent, updateAgent } from '../../core/session/registryFile.ts';
import { findPaneOf } from '../../node/messages/registryTargets.ts';
import { projectDirectory, projectTop } from '../../node/project/paths.ts';
import { withLock } from '../../node/system/lock.ts';
import { writeAtomic } from '../../node/system/store.ts';
import { usage } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const init: Command = {
  ...headings.init,
  createsConfig: true,
  operandCount: [0, 0],
  options: {},
  async run(cli, args) {
    const file = teamFile(cli, args);
    if (existsSync(file)) throw new PartyError('USAGE', `${file} already exists`);
    await writeAtomic(file, emptyTeamFile);
    cli.print({ json: { created: file }, text: `Created ${file}\n` });
    return exits.success;
  },
};

export const add: Command = {
  ...headings.add,
  createsConfig: true,
  operandCount: [2, 3],
  options: {},
  details: 'PANE is 1.0 (window and pane of this session), work:1.0 (of another one) or %3.',
  async run(cli, args) {
    const [name = '', pane = '', remark] = args.operands;
    checkName(name);
    checkPane(pane);
    await change(cli, args, (content) => addAgent(content, name, { pane, remark }));
    cli.print({ json: { added: name, pane }, text: `Added ${name} in pane ${pane}\n` });
    return exits.success;
  },
};

export const update: Command = {
  ...headings.update,
  operandCount: [1, 1],
  options: {
    pane: { value: 'PANE', help: 'The pane it runs in now' },
    remark: { value: 'TEXT', freeText: true, help: 'What it is for' },
  },
  async run(cli, args) {
    const [name = ''] = args.operands;
    const entry = { pane: args.value('pane'), remark: args.value('remark') };
    if (entry.pane === undefined && entry.remark === undefined) throw usage(update, 'Give --pane or --remark');
    if (entry.pane !== undefined) checkPane(entry.pane);
    await change(cli, args, (content) => updateAgent(content, name, entry));
    cli.print({ json: { updated: name }, text: `Updated ${name}\n` });
    return exits.success;
  },
};

export const remove: Command = {
  ...headings.remove,
  operandCount: [1, 1],
  options: {},
  async run(cli, args) {
    const [name = ''] = args.operands;
    await change(cli, args, (content) => removeAgent(content, name));
    cli.print({ json: { removed: name }, text: `Removed ${name}\n` });
    return exits.success;
  },
};

export const list: Command = {
  ...headings.list,
  operandCount: [0, 0],
  options: {},
  async run(cli) {
    const config = await cli.config(cli.cwd);
    const registered = Object.entries(config.agents).filter(([, agent]) => agent.pane !== undefined);
    const agents = await Promise.all(
      registered.map(async ([name, agent]) => {
        const found = await findPaneOf(cli, config, name).catch((error: unknown) => {
          if (isPartyError(error)) return undefined;
          throw error;
        });
        return { name, pane: agent.pane ?? null, remark: agent.remark ?? null, found: found?.pane.id ?? null };
      }),
    );
    const rows = agents.map(({ name, pane, remark, found }) =>
      `${name}\t${pane}\t${found ?? 'missing'}\t${remark ?? ''}`.trimEnd(),
    );
    const text =
      rows.length === 0
        ? cli.named('No agents are registered. Add one with: party add NAME PANE\n')
        : `${rows.join('\n')}\n`;
    cli.print({ json: { agents }, text });
    return exits.success;
  },
};

function teamFile(cli: Cli, args: ParsedArguments): string {
  return resolve(cli.cwd, args.value('config') ?? 'tmux-team.json');
}

/** The registry that the other verbs read: a second one in a sub-directory would hide the first. */
function knownTeamFile(cli: Cli, args: ParsedArguments): string {
  const above = join(projectTop(cli.cwd), 'tmux-team.json');
  const here = teamFile(cli, args);
  return args.value('config') === undefined && !existsSync(here) && existsSync(above) ? above : here;
}

/** Under a lock, so that two writers do not undo each other's change. */
async function change(cli: Cli, args: ParsedArguments, edit: (content: string) => string): Promise<void> {
  const file = knownTeamFile(cli, args);
  const lock = join(projectDirectory(cli.paths, projectTop(cli.cwd)), 'team.lock');
  await withLock(lock, { what: 'The lock for changing tmux-team.json', waitMs: 5000 }, async () => {
    const content = await readFile(file, 'utf8').catch(() => emptyTeamFile);
    // Throws on a file that it cannot parse, rather than overwrite it.
    parseConfig(content, file);
    await writeAtomic(file, edit(content));
  });
}

function checkName(name: string): void {
  if (!/^[A-Za-z][\w-]{0,63}$/.test(name) || name === 'all' || name === 'agents') {
    throw usage(
      add,
      `${name} cannot be the name of an agent: use letters, digits, - and _, start with a letter, and do not use "all"`,
    );
  }
}

function checkPane(pane: string): void {
  if (!/^(?:%\d+|(?:[^:]+:)?\d+\.\d+)$/.test(pane)) throw usage(add, `${pane} is not a pane: use 1.0, work:1.0 or %3`);
}
