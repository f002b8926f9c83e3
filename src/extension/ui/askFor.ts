import { commands, window } from 'vscode';

/** Says what is missing, with a button for the command that provides it. Does not wait for the answer. */
export function askFor(message: string, button: string, command: string): void {
  void window
    .showInformationMessage(message, button)
    .then((chosen) => chosen === button && commands.executeCommand(command));
}
