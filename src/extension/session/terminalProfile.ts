// "Party" in the menu of terminal profiles: attaches to the running party, or starts one.

import { TerminalProfile, type TerminalProfileProvider, workspace } from 'vscode';
import type { App } from '../app/app.ts';
import { config } from '../app/config.ts';
import type { Context } from '../app/context.ts';
import { chooseFolder } from '../app/folders.ts';
import type { Party } from '../app/snapshot.ts';
import { chooseParty } from './chooseParty.ts';
import { ensureParty } from './start.ts';

export function terminalProfiles(context: App & Pick<Context, 'terminals'>): TerminalProfileProvider {
  return {
    async provideTerminalProfile() {
      try {
        const party = await findParty(context);
        return party && new TerminalProfile(context.terminals.profileOptions(party));
      } catch (error) {
        // VS Code shows the message of an error thrown here, so only log it.
        context.host.log.error(error instanceof Error ? error : String(error));
        throw error;
      }
    },
  };
}

async function findParty(context: App): Promise<Party | undefined> {
  if (!workspace.isTrusted) return undefined;
  await context.model.refresh();
  const { folders = [], parties = [] } = context.model.snapshot ?? {};
  if (parties.length > 0) return chooseParty(parties);
  const folder = await chooseFolder(folders);
  return folder && ensureParty(context, folder, config().agents);
}
