// Bundle of the verbs that send and deliver messages. Of `tmux-codex` it has only --prompt.

import { message } from '../messages/message.ts';
import { relay } from '../messages/relay.ts';
import { talk } from '../messages/talk.ts';
import { tmuxClaude } from '../messages/tmuxClaude.ts';
import { promptMode, tmuxCodexWith } from '../messages/tmuxCodexWith.ts';
import { programOf } from '../party/program.ts';

export const run = programOf([talk, message, relay, tmuxClaude, tmuxCodexWith({ prompt: promptMode })]);
