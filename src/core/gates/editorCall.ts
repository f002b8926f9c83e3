// VS Code runs the hooks of a project's .claude/settings.json for its own agents too. It ignores matchers, and its tools
// and fields have other names. This puts such a call into the words of Claude Code, so that the plan hooks understand it.

import { isRecord } from '../base/json.ts';

/** Everything else stays as it is. A call that writes several files stays unknown, and so does one of a foreign form. */
export function inClaudesWords(call: unknown): unknown {
  if (!isRecord(call)) return call;
  const { sessionId, hookEventName, toolName, toolInput, ...rest } = call;
  const named = {
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(hookEventName === undefined ? {} : { hook_event_name: hookEventName }),
    ...(toolName === undefined ? {} : { tool_name: toolName }),
    ...(toolInput === undefined ? {} : { tool_input: toolInput }),
    ...rest,
  };
  const { tool_name: tool, tool_input: input } = named as Readonly<Record<string, unknown>>;
  if (typeof tool !== 'string' || !isRecord(input) || !Object.hasOwn(writers, tool)) return named;
  return { ...named, ...writers[tool]?.(input) };
}

/** Tools of VS Code that read, search, ask, or keep the agent's own list of steps. */
export const editorReaders: readonly string[] = [
  ...[
    'read_file',
    'list_dir',
    'grep_search',
    'file_search',
    'semantic_search',
    'search_workspace_symbols',
    'test_search',
  ],
  ...['get_errors', 'get_changed_files', 'list_code_usages', 'vscode_listCodeUsages', 'get_search_view_results'],
  ...['get_terminal_output', 'terminal_last_command', 'terminal_selection', 'test_failure', 'get_task_output'],
  ...['read_notebook_cell_output', 'copilot_getNotebookSummary', 'view_image', 'fetch_webpage', 'github_repo', 'think'],
  ...['get_vscode_api', 'get_project_setup_info', 'read_project_structure', 'manage_todo_list', 'tool_search'],
  ...['ask_questions', 'vscode_askQuestions', 'search_subagent'],
  // The same under the names that a person picks them by.
  ...['readFile', 'listDirectory', 'codebase', 'fileSearch', 'textSearch', 'searchResults', 'usages', 'problems'],
  ...['changes', 'fetch', 'githubRepo', 'todos', 'terminalLastCommand', 'terminalSelection', 'getTerminalOutput'],
];

type Input = Readonly<Record<string, unknown>>;
type Named = { readonly tool_name: string; readonly tool_input: Input };

const writers: Readonly<Record<string, (input: Input) => Named | undefined>> = {
  create_file: ({ filePath, content }) => ({ tool_name: 'Write', tool_input: { file_path: filePath, content } }),
  createFile: ({ filePath, content }) => ({ tool_name: 'Write', tool_input: { file_path: filePath, content } }),
  replace_string_in_file: ({ filePath }) => edit([filePath]),
  insert_edit_into_file: ({ filePath }) => edit([filePath]),
  multi_replace_string_in_file: ({ replacements }) => edit(listed(replacements).map((one) => one['filePath'])),
  editFiles: ({ files }) => edit(Array.isArray(files) ? files : [files]),
  edit_notebook_file: ({ filePath }) => ({ tool_name: 'NotebookEdit', tool_input: { notebook_path: filePath } }),
  apply_patch: ({ input }) => edit(patched(input)),
  run_in_terminal: ({ command }) => ({ tool_name: 'Bash', tool_input: { command } }),
  runInTerminal: ({ command }) => ({ tool_name: 'Bash', tool_input: { command } }),
  runSubagent: ({ prompt, description }) => ({ tool_name: 'Agent', tool_input: { prompt, description } }),
};

/** Undefined unless all of them are one file. */
function edit(paths: readonly unknown[]): Named | undefined {
  const [path] = paths;
  const one = typeof path === 'string' && paths.every((other) => other === path);
  return one ? { tool_name: 'Edit', tool_input: { file_path: path } } : undefined;
}

function listed(value: unknown): Input[] {
  return Array.isArray(value) ? value.map((one) => (isRecord(one) ? one : {})) : [];
}

/** A patch that removes or renames a file changes more than one. */
function patched(patch: unknown): unknown[] {
  if (typeof patch !== 'string' || /^\*\*\* (?:Delete File|Move to):/m.test(patch)) return [];
  return [...patch.matchAll(/^\*\*\* (?:Add|Update) File: (.+)$/gm)].map(([, path]) => path?.trim());
}
