// The titles of our commands as the palette shows them, in the user's language.

import type { ExtensionContext } from 'vscode';
import * as z from '../../core/base/schema.ts';
import { type CommandName, commandId } from '../app/contributions.ts';

export type TitleOf = (command: CommandName) => string;

// A translated title comes with the English one, for the palette.
const Title = z.union([
  z.string(),
  z.pipe(
    z.looseObject({ value: z.string() }),
    z.transform(({ value }) => value),
  ),
]);
const Manifest = z.looseObject({
  contributes: z.looseObject({ commands: z.array(z.looseObject({ command: z.string(), title: Title })) }),
});

export function commandTitles({ extension }: Pick<ExtensionContext, 'extension'>): TitleOf {
  const { commands } = Manifest.parse(extension.packageJSON).contributes;
  const titles = new Map(commands.map(({ command, title }) => [command, title]));
  return (command) => titles.get(commandId(command)) ?? command;
}
