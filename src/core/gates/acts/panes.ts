// Calls of tmux that act in another pane of the party: they would type for the human or for the other agent, or start a
// program that no hook sees. Panes of other sessions, and tmux servers of one's own, are free.

import { launched } from '../../shell/options.ts';
import type { Invocation } from '../../shell/programs.ts';
import { programName, type ShellWord } from '../../shell/word.ts';
import { type Denial, deny } from '../denial.ts';
import { namedBehind, namedInCode } from '../inside.ts';

export interface PaneFacts {
  /** The name of the party's tmux socket (`-L`); empty for tmux's default. */
  readonly tmuxSocket: string;
}

export function denyPanes(invocations: readonly Invocation[], facts: PaneFacts): Denial | undefined {
  const found = invocations.map((one) => drivenBy(one, facts)).find((command) => command !== undefined);
  if (found === undefined) return undefined;
  return deny(
    `tmux ${found} would act in a pane of the party, where a human or another agent types. To write to Codex, use tmux-codex.sh --prompt or party talk codex; for programs of your own, use a tmux session of your own: tmux new-session -d -s NAME, then -t NAME`,
  );
}

/** The command of tmux that reaches into the party; undefined when none does. */
function drivenBy(invocation: Invocation, facts: PaneFacts): string | undefined {
  const [program, ...args] = invocation.words;
  if (program !== undefined && programName(program) === 'tmux') return drivenByTmux(args, facts);
  const inside = [...namedInCode(invocation, tmux), ...namedBehind(invocation, tmux)];
  return inside.map(({ words }) => drivenByTmux(words, facts)).find((command) => command !== undefined);
}

const tmux: ReadonlySet<string> = new Set(['tmux']);

function drivenByTmux(args: readonly ShellWord[], facts: PaneFacts): string | undefined {
  const { words, options } = launched(args, { valued: ['-L', '-S', '-f', '-c', '-T'] });
  if (isOtherServer(options, facts)) return undefined;
  if (options.some(({ name }) => name === '-C' || name === '-CC')) return 'control mode';
  for (const [command, ...rest] of commandsIn(words)) {
    if (command === undefined) continue;
    if (command.value === null) return 'with a command that only the shell knows';
    const kind = commandOf(command.value);
    if (kind === undefined) continue;
    if (kind === 'server' || targetsOf(command.value, rest).some(isInParty)) return command.value;
  }
  return undefined;
}

/** With `-t`, they act there. The others act for the whole server, and tmux itself runs what they name. */
const inPane = `send-keys send-prefix paste-buffer pasteb respawn-pane respawnp respawn-window respawnw pipe-pane pipep
  new-window neww split-window splitw display-popup popup swap-pane swapp join-pane joinp move-pane movep break-pane breakp
  kill-pane killp kill-window killw kill-session link-window linkw unlink-window unlinkw select-layout command-prompt
  confirm-before set-option set-window-option setw choose-tree copy-mode new-session attach-session move-window movew
  swap-window swapw rename-session rename-window renamew`.split(/\s+/);
const ofServer = 'run-shell if-shell set-hook bind-key source-file kill-server set-environment setenv'.split(' ');

/** tmux accepts the beginning of a name when it is the only one, and so does this. */
function commandOf(word: string): 'pane' | 'server' | undefined {
  const text = word.toLowerCase();
  const aliases: Readonly<Record<string, 'pane' | 'server'>> = {
    send: 'pane',
    set: 'pane',
    new: 'pane',
    attach: 'pane',
    rename: 'pane',
    run: 'server',
    if: 'server',
    bind: 'server',
    source: 'server',
  };
  if (Object.hasOwn(aliases, text)) return aliases[text];
  // `display` is display-message, which only prints.
  const begins = (name: string) => text !== '' && text !== 'display' && name.startsWith(text);
  if (inPane.some((name) => name === text || begins(name))) return 'pane';
  return ofServer.some((name) => name === text || begins(name)) ? 'server' : undefined;
}

/** `tmux a \; b`: each command with its words. */
function commandsIn(words: readonly ShellWord[]): ShellWord[][] {
  const commands: ShellWord[][] = [[]];
  for (const word of words) {
    if (word.value === ';') commands.push([]);
    else commands.at(-1)?.push(word);
    if (word.value !== ';' && word.value?.endsWith(';') === true) commands.push([]);
  }
  return commands;
}

/** What it acts on. Undefined is the agent's own pane. */
function targetsOf(command: string, rest: readonly ShellWord[]): (ShellWord | undefined)[] {
  const { options } = launched(rest, {
    valued: ['-t', '-N', '-b', '-s', '-c', '-e', '-n', '-F', '-l', '-p'],
    operands: rest.length,
  });
  const of = (letter: string) => options.findLast(({ name }) => name === letter)?.value;
  // With a target, the new session shares the windows of that one; its -s is its own name.
  if (isNewSession(command)) return options.some(({ name }) => name === '-t') ? [of('-t')] : [];
  const takes = /^(?:join|move|swap|link|break)/.test(command.toLowerCase());
  return takes ? [of('-t'), of('-s')] : [of('-t')];
}

function isNewSession(command: string): boolean {
  const text = command.toLowerCase();
  return text === 'new' || (text.length > 'new-'.length && 'new-session'.startsWith(text));
}

/** Without a target it is the agent's own pane. `%5` may be any pane. Only the name of another session is certain. */
function isInParty(target: ShellWord | undefined): boolean {
  const session = /^=?([A-Za-z][\w-]*)(?:[:.].*)?$/.exec(target?.value ?? '')?.[1];
  if (session === undefined) return true;
  // `work.2` is a pane of the window `work`, which every party has.
  return session.startsWith('party') || ['party', 'work'].some((name) => name.startsWith(session));
}

type Options = ReturnType<typeof launched>['options'];

function isOtherServer(options: Options, { tmuxSocket }: PaneFacts): boolean {
  const named = options.findLast(({ name }) => name === '-L')?.value?.value;
  const path = options.findLast(({ name }) => name === '-S')?.value?.value;
  const own = tmuxSocket === '' ? 'default' : tmuxSocket;
  if (named != null && named !== own) return true;
  return path != null && path.slice(path.lastIndexOf('/') + 1) !== own;
}
