import { exits } from '../../core/base/exits.ts';
import { type UndoneStep, uninstall as undoSteps } from '../../node/install/install.ts';
import { mustBeHuman } from '../../node/tmux/caller.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const uninstall: Command = {
  ...headings.uninstall,
  operandCount: [0, 0],
  options: {},
  details: [
    'Removes the links and the settings of party install, and puts back what was there before, byte for byte.',
    'Settings that you have changed since keep your changes. Parties, reviews and tasks stay.',
  ].join('\n'),
  async run(cli) {
    await mustBeHuman(cli, 'Only a person can uninstall Party: it changes files in the home directory');
    const undone = await undoSteps(cli);
    const steps = undone ?? [];
    const text =
      undone === undefined ? 'Nothing is installed\n' : steps.map((step) => `${undoneText(step)}\n`).join('');
    cli.print({ json: { uninstalled: true, changed: undone !== undefined, steps: steps.map(shown) }, text });
    return exits.success;
  },
};

function shown({ path, undone, backup }: UndoneStep): object {
  return { path, undone, backup: backup ?? null };
}

const words: Readonly<Record<UndoneStep['undone'], string>> = {
  removed: 'Removed',
  restored: 'Restored',
  nothing: 'Nothing to do at',
  left: 'Left alone, because it was changed since:',
};

function undoneText({ path, undone, backup }: UndoneStep): string {
  const kept = backup === undefined ? '' : `. What was there before Party is in ${backup}`;
  return `${words[undone]} ${path}${kept}`;
}
