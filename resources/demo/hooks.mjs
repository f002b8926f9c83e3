// Runs the hooks of the plugin where the real Claude Code runs them, as hooks.json registers them and with its input.

import { readFile } from 'node:fs/promises';
import { resources, runLine } from './scripts.mjs';

const plugin = `${resources}claude`;

/** All hooks of an event, side by side. Answers with how each of them ended. */
export async function runHooks(event, { session, tool, ...fields }) {
  const { hooks } = JSON.parse(await readFile(`${plugin}/hooks/hooks.json`, 'utf8'));
  const lines = (hooks[event] ?? [])
    .filter(({ matcher }) => matches(matcher, tool))
    .flatMap((group) => group.hooks.map(({ command }) => command));
  const input = JSON.stringify({
    session_id: session,
    transcript_path: '',
    cwd: process.cwd(),
    hook_event_name: event,
    ...(tool === undefined ? {} : { tool_name: tool }),
    ...fields,
  });
  const env = { CLAUDE_PLUGIN_ROOT: plugin, CLAUDE_PROJECT_DIR: process.cwd(), CLAUDECODE: '1' };
  return Promise.all(
    [...new Set(lines)].map((line) =>
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how hooks.json names the folder of the plugin
      runLine(line.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin), { input, env }),
    ),
  );
}

/** What a hook decided against, with its reason; undefined when none of them did. */
export function denial(ended) {
  for (const { code, stdout, stderr } of ended) {
    if (code === 2) return stderr.trim();
    const {
      decision,
      reason,
      hookSpecificOutput: { permissionDecision, permissionDecisionReason } = {},
    } = read(stdout);
    if (permissionDecision === 'deny') return permissionDecisionReason;
    if (decision === 'block') return reason;
  }
  return undefined;
}

/** What the hooks say to the human. */
export function spoken(ended) {
  return ended.map(({ stdout }) => read(stdout).systemMessage).filter((words) => typeof words === 'string');
}

/** Names with bars between them, or a regular expression if it looks like one. */
function matches(matcher, tool) {
  if (tool === undefined || matcher === undefined || matcher === '' || matcher === '*') return true;
  return /^[\w|, -]+$/.test(matcher) ? matcher.split(/\||, /).includes(tool) : new RegExp(matcher).test(tool);
}

function read(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
