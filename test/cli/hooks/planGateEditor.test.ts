// VS Code runs a project's hooks for its own agents, for every tool, with its own names of tools and fields.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { GatedProject } from './support/gatedProject.ts';
import { allowed, denied } from './support/hookedProject.ts';

describe('plan gate, as VS Code calls it for its own agents', () => {
  let at: GatedProject;
  beforeEach(() => {
    at = new GatedProject();
  });
  afterEach(() => at.dispose());

  /** The fields as VS Code documents them. */
  const said = (tool_name: string, tool_input: object) => ({
    ...{ timestamp: '2026-02-09T10:30:00.000Z', cwd: at.top, sessionId: 'session-identifier' },
    ...{ hookEventName: 'PreToolUse', transcript_path: '/path/to/transcript.json' },
    ...{ tool_name, tool_input, tool_use_id: 'tool-123' },
  });
  const asks = (tool: string, input: object) => at.asks(said(tool, input));
  const source = () => join(at.top, 'src/index.ts');
  const plan = () => join(at.top, 'docs/plan.md');

  const patch = (...files: string[]) =>
    `*** Begin Patch\n${files.map((file) => `*** Update File: ${file}\n+x\n`).join('')}`;

  it('lets tools pass that read', async () => {
    const readers: [string, object][] = [
      ['read_file', { filePath: source(), startLine: 1, endLine: 9 }],
      ['list_dir', { path: at.top }],
      ['grep_search', { query: 'login', isRegexp: false, includePattern: 'src/**' }],
      ['file_search', { query: '**/*.ts' }],
      ['semantic_search', { query: 'where is the login' }],
      ['get_errors', { filePaths: [source()] }],
      ['list_code_usages', { symbolName: 'foo' }],
      ['get_changed_files', {}],
      ['manage_todo_list', { operation: 'write', todoList: [] }],
      ['fetch_webpage', { urls: ['https://example.org'], query: 'x' }],
      ['run_in_terminal', { command: 'git status', explanation: 'look', isBackground: false }],
      ['run_in_terminal', { command: 'rg login src', explanation: 'look', isBackground: false }],
      ['runSubagent', { prompt: 'look', description: 'look', agentName: 'Plan' }],
    ];
    for (const [tool, input] of readers) allowed(await asks(tool, input));
  });

  it('denies tools that write, run or are not known', async () => {
    const writers: [string, object][] = [
      ['create_file', { filePath: source(), content: 'x' }],
      ['replace_string_in_file', { filePath: source(), oldString: 'a', newString: 'b' }],
      ['multi_replace_string_in_file', { replacements: [{ filePath: source(), oldString: 'a', newString: 'b' }] }],
      ['multi_replace_string_in_file', { replacements: [{ filePath: plan() }, { filePath: source() }] }],
      ['insert_edit_into_file', { filePath: source(), code: 'x' }],
      ['edit_notebook_file', { filePath: join(at.top, 'a.ipynb'), editType: 'insert' }],
      ['apply_patch', { input: patch(source()), explanation: 'x' }],
      ['apply_patch', { input: patch(plan(), source()), explanation: 'x' }],
      ['apply_patch', { input: `*** Begin Patch\n*** Delete File: ${plan()}\n`, explanation: 'x' }],
      ['editFiles', { files: ['src/main.ts'] }],
      ['create_directory', { dirPath: join(at.top, 'new') }],
      ['run_in_terminal', { command: 'npm test', explanation: 'x', isBackground: false }],
      ['run_in_terminal', { command: 'echo x > src/x.ts', explanation: 'x', isBackground: false }],
      ['create_and_run_task', { task: {} }],
      ['run_vscode_command', { commandId: 'workbench.action.files.save' }],
      ['mcp_files_write', { path: source() }],
      ['create_file', { filePath: join(at.top, '.claude/review/approval.json'), content: '{}' }],
    ];
    for (const [tool, input] of writers) {
      assert.match(
        denied(await asks(tool, input)),
        /plan is not approved yet|belongs to Party/,
        `${tool} ${JSON.stringify(input)}`,
      );
    }
  });

  it('lets the plan itself be written', async () => {
    allowed(await asks('create_file', { filePath: plan(), content: '# Goal\n' }));
    allowed(await asks('replace_string_in_file', { filePath: plan(), oldString: 'a', newString: 'b' }));
    allowed(await asks('multi_replace_string_in_file', { replacements: [{ filePath: plan() }, { filePath: plan() }] }));
    allowed(await asks('apply_patch', { input: patch(plan()), explanation: 'x' }));
    allowed(await asks('editFiles', { files: ['docs/plan.md'] }));
  });

  it('lets everything pass once the plan is approved, except its own files', async () => {
    await at.approve();
    allowed(await asks('create_file', { filePath: source(), content: 'x' }));
    allowed(await asks('run_in_terminal', { command: 'npm test', explanation: 'x', isBackground: false }));
    denied(await asks('create_file', { filePath: join(at.top, '.claude/review/approval.json'), content: '{}' }));
    denied(await asks('editFiles', { files: ['src/a.ts', '.claude/review/gate.json'] }));
    denied(await asks('run_in_terminal', { command: 'rm -r .claude/review', explanation: 'x' }));
    denied(await asks('replace_string_in_file', { filePath: join(at.top, '.claude/settings.json'), oldString: 'a' }));
  });
});
