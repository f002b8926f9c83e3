import { commands, window } from 'vscode';

/** Says what is missing, with the way to it. The command itself is over by then. */
export function askFor(message: string, button: string, command: string): void {
  void window
    .showInformationMessage(message, button)
    .then((chosen) => chosen === button && commands.executeCommand(command));
}
