#!/usr/bin/env node
// Stands in for Claude Code in its pane where a test has to see a question or a tool: it keeps the files that Claude keeps,
// calls Party's hooks as Claude does, and draws Claude's permission dialog (2.1.325). A line `ask COMMAND` makes it ask,
// `work COMMAND` use a tool, `swap COMMAND` ask something else without telling its hook. What is allowed goes into the
// file ALLOWED of its folder.
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const args = process.argv.slice(2);
const after = (/** @type {string} */ flag) => args[args.indexOf(flag) + 1] ?? '';
const home = join(process.env.HOME ?? '', '.claude');
const session = '01234567-89ab-4def-8123-456789abcdef';
const transcript = join(home, 'conversation.jsonl');
const ruler = (/** @type {string} */ part) => part.repeat(Math.max(10, process.stdout.columns || 40));

let asked = '';
let typed = '';

/** @param {string} status @param {object} more */
function become(status, more = {}) {
  const state = {
    pid: process.pid,
    sessionId: session,
    cwd: process.cwd(),
    status,
    statusUpdatedAt: Date.now(),
    ...more,
  };
  writeFileSync(join(home, 'sessions', `${process.pid}.json`), JSON.stringify(state));
}

/** @param {string} name @param {object} input */
function callHook(name, input) {
  const env = { ...process.env, CLAUDE_PID: String(process.pid), CLAUDE_PROJECT_DIR: process.cwd(), CLAUDECODE: '1' };
  const hook = spawn('/bin/sh', [join(after('--plugin-dir'), 'hooks', `${name}.sh`)], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  hook.stdin.end(JSON.stringify({ session_id: session, cwd: process.cwd(), transcript_path: transcript, ...input }));
}

function composer() {
  asked = '';
  become('idle');
  process.stdout.write(`\x1b[2J\x1b[H${ruler('─')}\r\n❯ `);
}

/** @param {string} command */
function draw(command) {
  asked = command;
  const options = [' ❯ 1. Yes', '   2. Yes, and don’t ask again for: npm *', '   3. No'];
  const rows = [ruler('─'), ' Bash command', ' as scripted', ruler('╌'), ` ${command}`, ruler('╌')];
  process.stdout.write(`\x1b[2J\x1b[H${[...rows, ' Do you want to proceed?', ...options, ''].join('\r\n')}`);
}

/** @param {string} line */
function act(line) {
  const [, verb = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
  if (verb === 'ask' || verb === 'swap') {
    draw(rest);
    if (verb === 'swap') return;
    become('waiting', { waitingFor: 'permission prompt' });
    callHook('permission-request', {
      hook_event_name: 'PermissionRequest',
      tool_name: 'Bash',
      tool_input: { command: rest },
    });
  } else if (verb === 'work') {
    const content = [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: rest } }];
    const message = { model: 'claude-opus-4-5', content };
    // As if it had begun a while ago, so that its age shows.
    const timestamp = new Date(Date.now() - 42_000).toISOString();
    appendFileSync(transcript, `${JSON.stringify({ type: 'assistant', uuid: 'a', timestamp, message })}\n`);
    become('busy');
    process.stdout.write(`\r\n● Bash(${rest})\r\n`);
  }
}

/** @param {string} key */
function press(key) {
  if (asked !== '' && (key === '1' || key === '3')) {
    if (key === '1') appendFileSync(join(process.cwd(), 'ALLOWED'), `${asked}\n`);
    composer();
  } else if (key === '\x1b') {
    const content = [{ type: 'tool_result', tool_use_id: 'toolu_1' }];
    appendFileSync(transcript, `${JSON.stringify({ type: 'user', uuid: 'b', message: { content } })}\n`);
    composer();
  } else if (key === '\r') {
    act(typed);
    typed = '';
  } else {
    typed += key;
  }
}

if (args.includes('--version')) console.log('2.1.325 (Claude Code)');
else if (args.includes('--help')) console.log('  --plugin-dir --settings --permission-mode --append-system-prompt');
else {
  mkdirSync(join(home, 'sessions'), { recursive: true });
  process.stdin.setRawMode(true);
  process.stdin.on('data', (data) => [...String(data)].forEach(press));
  callHook('session-cleanup', { hook_event_name: 'SessionStart', source: 'startup' });
  composer();
}
