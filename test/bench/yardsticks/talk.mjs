// What a user takes instead of `party talk`: a small program that finds the pane by its name and types the text there,
// as tmux-team does. It looks at nothing first and confirms nothing.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [name = '', text = ''] = process.argv.slice(2);
const { pane } = JSON.parse(readFileSync('tmux-team.json', 'utf8'))[name];
/** @param {string[]} args */
const tmux = (...args) => execFileSync('tmux', ['-L', process.env['PARTY_TMUX_SOCKET'] ?? '', ...args]);
tmux('display-message', '-p', '-t', pane, '#{pane_id}');
tmux('send-keys', '-t', pane, '-l', text);
tmux('send-keys', '-t', pane, 'Enter');
