#!/usr/bin/env node
// Stands in for `codex exec` where a test has to decide when it answers: it waits until the file ANSWER of its folder is
// there, and leaves its pid in the file PID meanwhile.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const args = process.argv.slice(2);
const folder = process.env.STAND_IN_FOLDER ?? '';
const after = (/** @type {string} */ flag) => args[args.indexOf(flag) + 1] ?? '';
const thread = args.includes('resume') ? after('resume') : '01234567-89ab-7def-8123-456789abcdef';

if (args.includes('--version')) console.log('codex-cli 0.166.0');
else if (args.includes('--help')) console.log('  -c, --config <key=value>\n      --sandbox <MODE>\n');
else {
  console.log(JSON.stringify({ type: 'thread.started', thread_id: thread }));
  writeFileSync(join(folder, 'PID'), String(process.pid));
  const answer = join(folder, 'ANSWER');
  const timer = setInterval(() => {
    if (!existsSync(answer)) return;
    clearInterval(timer);
    writeFileSync(after('-o'), readFileSync(answer));
    rmSync(answer);
  }, 50);
}
