import * as vscode from 'vscode';
import { mcpProvider } from '../app/contributions.ts';
import { windowFolders } from '../app/folders.ts';
import { mcpDefinitions } from './mcpDefinitions.ts';

/**
 * Since VS Code 1.101; package.json asks for less. Editors that are built from VS Code may lack it, too, so the types of
 * the oldest editor do not have it.
 */
interface WithMcp {
  readonly lm?: {
    registerMcpServerDefinitionProvider?(
      id: string,
      provider: {
        readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
        provideMcpServerDefinitions(): readonly object[];
      },
    ): vscode.Disposable;
  };
  readonly McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string | number | null>>,
  ) => { cwd?: vscode.Uri };
}

/** Lets VS Code's own agents ask for findings and the status of the window's projects. */
export function offerMcpServers(root: string): vscode.Disposable[] {
  const { EventEmitter, Uri, workspace } = vscode;
  const { lm, McpStdioServerDefinition: Definition }: WithMcp = vscode as object;
  if (lm?.registerMcpServerDefinitionProvider === undefined || Definition === undefined) return [];
  const changed = new EventEmitter<void>();
  const tell = () => changed.fire();
  return [
    changed,
    workspace.onDidChangeWorkspaceFolders(tell),
    workspace.onDidGrantWorkspaceTrust(tell),
    lm.registerMcpServerDefinitionProvider(mcpProvider, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () =>
        mcpDefinitions(workspace.isTrusted ? windowFolders() : [], root, process.env).map(
          ({ label, cwd, command, args, env }) => {
            const server = new Definition(label, command, [...args], { ...env });
            server.cwd = Uri.file(cwd);
            return server;
          },
        ),
    }),
  ];
}
