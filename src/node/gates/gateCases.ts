// The inputs that `party gates check` sends to each hook, and the answers that it expects.

import { askingConversation } from '../../core/gates/asking.ts';

export type Expected =
  /** Exit 0, and nothing on stdout. */
  | 'silent'
  /** A denial that Claude understands. */
  | 'denied'
  /** A denial, or exit 2 with a reason: either way Claude does not make the call. */
  | 'closed';

export interface GateCase {
  readonly title: string;
  readonly input: string;
  readonly expected: Expected;
}

const common = (cwd: string, event: string) => ({
  session_id: askingConversation,
  transcript_path: '',
  cwd,
  hook_event_name: event,
});

/** What Claude Code asks a hook before it runs a line of Bash. */
export function bashInput(cwd: string, event: string, command: string): string {
  const call = { tool_name: 'Bash', tool_input: { command, description: 'check' }, tool_use_id: 'toolu_check' };
  return JSON.stringify({ ...common(cwd, event), ...call });
}

/** A folder in the project of the check: a project whose plan gate is on. */
export const gatedFolder = 'gated';

/** `cwd` is a project with a change that has no evidence. */
export function casesOf(hook: string, event: string, cwd: string): readonly GateCase[] {
  const tool = (tool_name: string, tool_input: object) =>
    JSON.stringify({ ...common(cwd, event), tool_name, tool_input, tool_use_id: 'toolu_check' });
  const bash = (command: string) => bashInput(cwd, event, command);
  switch (hook) {
    case 'codex-gate':
      return bashGate('tmux-codex.sh --review', event, cwd);
    case 'pr-gate':
      return [
        ...bashGate('gh pr create', event, cwd),
        {
          title: 'denies an MCP tool that creates pull requests',
          input: tool('mcp__github__create_pull_request', { title: 'x' }),
          expected: 'denied',
        },
      ];
    case 'plan-gate':
      return planGate(`${cwd}/${gatedFolder}`, event);
    case 'state-gate':
      return stateGate(cwd, tool);
    case 'worktree-guard':
      return [
        { title: 'allows git status', input: bash('git status'), expected: 'silent' },
        { title: 'denies a switch to another branch', input: bash('git checkout -b other'), expected: 'denied' },
        { title: 'ignores malformed input', input: halfInput(event, 'git checkout -b other'), expected: 'silent' },
      ];
    default:
      return [
        { title: 'prints nothing for an ordinary event', input: observed(event, cwd, tool), expected: 'silent' },
        { title: 'ignores malformed input', input: halfInput(event, 'party review'), expected: 'silent' },
      ];
  }
}

/** A gate that reads lines of Bash, and denies the line `denied`. */
function bashGate(denied: string, event: string, cwd: string): readonly GateCase[] {
  const bash = (command: string) => bashInput(cwd, event, command);
  return [
    { title: 'allows ls', input: bash('ls'), expected: 'silent' },
    { title: `allows a mention of ${denied}`, input: bash(`echo "${denied}"`), expected: 'silent' },
    { title: `denies ${denied}`, input: bash(denied), expected: 'denied' },
    { title: 'denies malformed input', input: halfInput(event, denied), expected: 'closed' },
    {
      title: 'denies input with wrong types',
      input: '{"tool_name":"Bash","tool_input":7,"cwd":[]}',
      expected: 'closed',
    },
  ];
}

/** JSON that ends in the middle of a line of Bash. */
function halfInput(event: string, line: string): string {
  return `{"hook_event_name":"${event}","tool_name":"Bash","tool_input":{"command":"${line}`;
}

/** `~` is the home of the check, next to its project. */
function stateGate(cwd: string, tool: (name: string, input: object) => string): readonly GateCase[] {
  const config = '~/.tmux-team/config.json';
  const write = (file_path: string) => tool('Write', { file_path, content: 'x' });
  return [
    { title: 'allows a write to a file of the project', input: write(`${cwd}/change.txt`), expected: 'silent' },
    { title: `denies a write to ${config}`, input: write(config), expected: 'denied' },
    {
      title: 'denies an MCP tool that names it',
      input: tool('mcp__files__write_file', { path: config }),
      expected: 'denied',
    },
    { title: 'denies malformed input', input: write(config).slice(0, -9), expected: 'closed' },
    { title: 'denies a write without a path', input: tool('Write', { content: 'x' }), expected: 'closed' },
  ];
}

function planGate(cwd: string, event: string): readonly GateCase[] {
  const tool = (tool_name: string, tool_input: object) =>
    JSON.stringify({ ...common(cwd, event), tool_name, tool_input, tool_use_id: 'toolu_check' });
  const write = (file: string) => tool('Write', { file_path: `${cwd}/${file}`, content: 'x' });
  return [
    { title: 'allows a write to the plan', input: write('docs/plan.md'), expected: 'silent' },
    { title: 'allows ls', input: tool('Bash', { command: 'ls' }), expected: 'silent' },
    { title: 'denies a write to another file', input: write('src/index.ts'), expected: 'denied' },
    { title: 'denies touch x', input: tool('Bash', { command: 'touch x' }), expected: 'denied' },
    { title: 'denies an unknown tool', input: tool('Unknown', {}), expected: 'denied' },
    { title: 'denies malformed input', input: write('docs/plan.md').slice(0, -9), expected: 'closed' },
  ];
}

/** An everyday event that has nothing to do with Party. */
function observed(event: string, cwd: string, tool: (name: string, input: object) => string): string {
  const fields: Record<string, object> = {
    UserPromptSubmit: { prompt: 'hello' },
    SubagentStart: { agent_id: 'a', agent_type: 'other' },
    SubagentStop: { agent_id: 'a', agent_type: 'other', last_assistant_message: 'done' },
    Stop: { stop_hook_active: false, last_assistant_message: 'done' },
    SessionStart: { source: 'startup' },
    SessionEnd: { reason: 'other' },
  };
  const own = fields[event];
  return own === undefined ? tool('Bash', { command: 'ls' }) : JSON.stringify({ ...common(cwd, event), ...own });
}
