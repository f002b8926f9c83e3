// A newcomer should not have to look for Party. The extension itself never moves a user's view, so this small one does.
const vscode = require('vscode');

exports.activate = () => vscode.commands.executeCommand('workbench.view.extension.party');
