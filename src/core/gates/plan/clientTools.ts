// Every tool that Claude Code is known to have, and what the plan gate answers before the plan is approved. The ring with
// the real client fails when the client has a tool that is not here. A tool that is not here is denied.

import { editorReaders } from '../editorCall.ts';

export type ToolAnswer =
  /** It reads, asks, keeps Claude's own notes, or ends what Claude has started. */
  | 'reads'
  /** The line decides. */
  | 'bash'
  /** Starts an agent whose own calls pass through the gate. */
  | 'launches'
  /** Its receiver decides. */
  | 'messages'
  /** Writes the one file that this field of the call names. */
  | { readonly writes: string }
  /** Why, and what to do instead. */
  | { readonly denied: string };

const readers = [
  ...editorReaders,
  'Read NotebookRead Glob Grep LS LSP WebFetch WebSearch ToolSearch',
  'TodoRead TodoWrite TaskCreate TaskGet TaskList TaskUpdate TaskOutput TaskStop',
  'BashOutput KillShell KillBash AgentOutputTool AgentOutput',
  'AskUserQuestion EnterPlanMode ExitPlanMode StructuredOutput SendUserMessage',
  'ListMcpResourcesTool ReadMcpResourceTool ReadMcpResourceDirTool ListMcpResources ReadMcpResource',
  'Skill SlashCommand CronList ListAgents ReportFindings',
]
  .join(' ')
  .split(' ');

const later = 'it lets work begin later, by itself. End your turn instead, or ask the human';
const place = 'another worktree is another place to write. Stay here; the human makes one with party worktree NAME';

const answers: ReadonlyMap<string, ToolAnswer> = new Map<string, ToolAnswer>([
  ...readers.map((name) => [name, 'reads'] as const),
  ['Bash', 'bash'],
  ['Agent', 'launches'],
  ['Task', 'launches'],
  ['SendMessage', 'messages'],
  ['Write', { writes: 'file_path' }],
  ['Edit', { writes: 'file_path' }],
  ['MultiEdit', { writes: 'file_path' }],
  ['NotebookEdit', { writes: 'notebook_path' }],
  ['PowerShell', { denied: 'the gate reads lines of Bash only. Use Bash' }],
  ['Monitor', { denied: 'it runs a command again and again. Use Bash, one reading command at a time' }],
  ['Workflow', { denied: 'it runs agents by a script that the gate does not read. Start sub-agents with Agent' }],
  ['DeferredToolPlaceholder', { denied: 'the client has it for itself. Find a tool with ToolSearch' }],
  ['ScheduleWakeup', { denied: later }],
  ['CronCreate', { denied: later }],
  ['CronDelete', { denied: 'it changes what the human or an earlier turn has planned. Ask the human' }],
  ['EnterWorktree', { denied: place }],
  ['ExitWorktree', { denied: place }],
]);

/** Undefined for a tool that is not known. */
export function toolAnswer(tool: string): ToolAnswer | undefined {
  return answers.get(tool);
}
