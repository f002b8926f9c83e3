// The environment of every program that the extension starts: the user's own, without what the editor put there.

/** The editor's own variables would follow tmux's server into every pane; VS Code cleans its terminals the same way. */
const editors = /^(VSCODE_|ELECTRON_)/;

/** Where the editor itself was started must not decide which party the window means: its folders do. */
const whereabouts = ['PARTY_SESSION', 'TMUX', 'TMUX_PANE'];

export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !editors.test(name) && !whereabouts.includes(name)));
}
