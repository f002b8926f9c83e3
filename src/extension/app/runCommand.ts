// Runs a command of the table: finds what it needs, logs, and reports errors.

import { l10n, workspace } from 'vscode';
import { askFor } from '../ui/askFor.ts';
import { whenSlow } from '../ui/progress.ts';
import { commands, needs } from './commands.ts';
import type { Context } from './context.ts';
import { type CommandName, commandId } from './contributions.ts';
import type { CommandNeed, CommandWith, Resolvers } from './editorCommand.ts';
import type { Folder } from './snapshot.ts';

export async function runCommand(context: Context, name: CommandName, args: readonly unknown[]): Promise<void> {
  context.host.log.debug(`Command ${commandId(name)}`);
  try {
    await run(commands[name], context, args);
  } catch (error) {
    context.report(error);
  }
}

async function run<Need extends CommandNeed>(
  command: CommandWith<Need>,
  context: Context,
  args: readonly unknown[],
): Promise<void> {
  const find: Resolvers<Need>[Need] = needs[command.needs];
  const found = await find({ context, command, args, folders: (look) => trustedFolders(context, look) });
  if (found !== undefined) await command.run(context, ...found);
}

/** The palette hides commands that cannot run, but key bindings and other extensions can call them all the same. */
async function trustedFolders({ model }: Context, look?: 'known'): Promise<readonly Folder[] | undefined> {
  if (!workspace.isTrusted) {
    const refusal = l10n.t('Party runs nothing in an untrusted folder');
    askFor(refusal, l10n.t('Manage Trust'), 'workbench.trust.manage');
    return undefined;
  }
  if (look !== 'known' || model.snapshot === undefined)
    await whenSlow(l10n.t('Party: looking at the project'), model.refresh());
  const { folders = [] } = model.snapshot ?? {};
  if (folders.length > 0) return folders;
  askFor(l10n.t('Open a folder first: Party works on a project'), l10n.t('Open Folder'), 'vscode.openFolder');
  return undefined;
}
