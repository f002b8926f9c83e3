// Files that tell an agent what to do, or configure what runs by itself: hooks, workflows, settings. They are always part
// of a change, whatever their name ends with and whether git tracks them or not.

/** In any folder. Some file systems ignore case, so these patterns do too. */
const names =
  /^(?:claude(?:\.local)?\.md|agents(?:\.override)?\.md|gemini\.md|qwen\.md|crush\.md|warp\.md|skill\.md|copilot-instructions\.md|\.cursorrules|\.windsurfrules|\.clinerules|\.roorules|\.goosehints|\.?mcp\.json|tmux-team\.json|\.gitattributes|\.gitmodules|\.pre-commit-config\.ya?ml|\.?lefthook[^/]*|\.gitlab-ci[^/]*|\.travis\.yml|\.drone\.yml|jenkinsfile|azure-pipelines\.yml|bitbucket-pipelines\.yml)$/i;

/** Everything below a folder of this name. */
const folders =
  /(?:^|\/)\.(?:claude|claude-plugin|codex|agents|cursor|gemini|opencode|windsurf|clinerules|roo|kiro|amazonq|junie|continue|trae|augment|qwen|factory|husky|githooks|vscode|devcontainer|circleci|buildkite|woodpecker|gitlab)\//i;

/** What agents note there for themselves while they work. No client reads it by itself. */
const notes = /(?:^|\/)\.claude\/(?:(?:notes|plans|todos|scratch)\/|(?:notes?|todos?|plan|scratch)[\w-]*\.md$)/i;

const ofGithub =
  /(?:^|\/)\.github\/(?:workflows|actions|agents|skills|hooks|prompts|instructions|chatmodes|plugins)\//i;

/** The parts of an agent's plugin. In `docs/`, folders of these names describe commands and agents. */
const parts = /^(?!docs?\/)(?:.*\/)?(?:skills|commands|agents|hooks)\//i;

export function isInstruction(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isInFolder = folders.test(path) && !notes.test(path);
  return names.test(name) || isInFolder || ofGithub.test(path) || parts.test(path);
}
