// The tools of the demo Claude: each between the hooks that the real client runs before and after it. A gate that denies
// is obeyed, and what it said is shown.

import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { denial, runHooks, spoken } from './hooks.mjs';
import { resources, runScript } from './scripts.mjs';
import { outcome, shortPaths } from './text.mjs';

const scripts = {
  party: { path: 'bin/party', typed: 'party' },
  'tmux-codex.sh': {
    path: 'claude/skills/codex-transport/scripts/tmux-codex.sh',
    typed: shellWord(`${resources}claude/skills/codex-transport/scripts/tmux-codex.sh`),
  },
};

/** `say` shows a step; `fields` are those that every hook gets. */
export function makeTools({ say, fields }) {
  const hooks = (event, more) => runHooks(event, { ...fields(), ...more });

  /** What the gates say about a command line, without running it. */
  async function asks(command) {
    const tool_input = { command, description: 'as scripted' };
    return denial(await hooks('PreToolUse', { tool: 'Bash', tool_input, tool_use_id: toolUse() }));
  }

  /** Runs one of Party's programs; `shown` is what stands on the pane for it. */
  async function bash(program, args, shown = [program, ...args.map(shellWord)].join(' ')) {
    const { path, typed } = scripts[program];
    const command = [typed, ...args.map(shellWord)].join(' ');
    say(`● Bash(${shortPaths(shown)})`);
    const denied = await asks(command);
    if (denied !== undefined) {
      say(outcome(`denied: ${denied}`));
      return { denied, code: 2, stdout: '', stderr: '' };
    }
    const done = await runScript(path, args, { env: { CLAUDECODE: '1' } });
    const call = { tool: 'Bash', tool_input: { command, description: 'as scripted' }, tool_use_id: toolUse() };
    const printed = `${done.stdout}${done.stderr}`;
    if (done.code === 0) {
      const tool_response = {
        stdout: printed,
        stderr: '',
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
      };
      await hooks('PostToolUse', { ...call, tool_response });
    } else {
      await hooks('PostToolUseFailure', { ...call, error: `Exit code ${done.code}\n${printed}`, is_interrupt: false });
    }
    if (printed.trim() !== '') say(outcome(printed));
    return done;
  }

  /** Changes a file of the project as `change` says; false when there is nothing to change. */
  async function edit(file, change) {
    const path = join(await realpath(process.cwd()), file);
    // A link could lead out of the project.
    if ((await realpath(path).catch(() => '')) !== path) return false;
    const before = await readFile(path, 'utf8');
    const after = change(before);
    if (after === before) return false;
    say(`● Update(${file})\n${difference(before, after)}`);
    const call = { tool: 'Write', tool_input: { file_path: path, content: after }, tool_use_id: toolUse() };
    const denied = denial(await hooks('PreToolUse', call));
    if (denied !== undefined) {
      say(outcome(`denied: ${denied}`));
      return false;
    }
    await writeFile(path, after);
    const tool_response = { type: 'update', filePath: path, content: after, originalFile: before, userModified: false };
    await hooks('PostToolUse', { ...call, tool_response });
    return true;
  }

  /** Writes a new file, or all of an old one. `told` is what the hooks say about it afterwards. */
  async function write(file, content) {
    const top = await realpath(process.cwd());
    const path = join(top, file);
    await mkdir(dirname(path), { recursive: true });
    // A link could lead out of the project.
    if ((await realpath(dirname(path))) !== dirname(path) || (await isLink(path))) return { done: false };
    say(`● Write(${file})`);
    const call = { tool: 'Write', tool_input: { file_path: path, content }, tool_use_id: toolUse() };
    const denied = denial(await hooks('PreToolUse', call));
    if (denied !== undefined) {
      say(outcome(`denied: ${denied}`));
      return { done: false };
    }
    await writeFile(path, content);
    const ended = await hooks('PostToolUse', { ...call, tool_response: { type: 'create', filePath: path, content } });
    return { done: true, told: denial(ended) ?? spoken(ended)[0] };
  }

  /** A sub-agent that does what `work` does meanwhile and ends with these words. */
  async function agent(name, words, work) {
    const who = { agent_id: randomUUID().replaceAll('-', '').slice(0, 17), agent_type: `party:${name}` };
    say(`● Agent(party:${name})`);
    await hooks('SubagentStart', who);
    await work?.();
    const more = { agent_transcript_path: '', stop_hook_active: false, background_tasks: [] };
    await hooks('SubagentStop', { ...who, ...more, last_assistant_message: words });
    say(outcome(words.replace(/\n+/g, '\n')));
  }

  return { asks, bash, edit, write, agent };
}

async function isLink(path) {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
}

const toolUse = () => `toolu_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The lines that went and those that came; enough for edits as small as ours. */
function difference(before, after) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`),
    ...now.filter((line) => line !== '' && !old.includes(line)).map((line) => `  + ${line}`),
  ].join('\n');
}
