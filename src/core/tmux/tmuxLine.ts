// tmux's own line and borders in a party's session: in the colours of the terminal, and with the state of the party. tmux
// itself derives the state of an agent from its title whenever that changes, so no program runs for it. What a title does
// not tell is in options that events set: `@party_needs` of a pane, `@party_review` of the session.

import { oneLine } from '../base/outsideText.ts';
import { lineOptions } from './lineOptions.ts';
import type { TmuxCommand } from './tmuxCommands.ts';

/**
 * Text from outside for an option that the line shows. tmux does not expand the value of an option, but it draws `#[…]` in
 * it as a style; a doubled `#` is a plain one.
 */
export function lineText(text: string): string {
  return oneLine(text, 40).replaceAll('#', '##');
}

/** For this session and its window alone; the user's own options stay as they are. */
export function lineCommands(target: string, project: string): TmuxCommand[] {
  const session = (option: string, value: string) => ['set-option', '-t', target, option, value];
  const window = (option: string, value: string) => ['set-option', '-w', '-t', target, option, value];
  return [
    session(lineOptions.place, lineText(project)),
    session('status', 'on'),
    session('status-position', 'bottom'),
    session('status-style', 'default'),
    // Events redraw the line. With an interval, tmux would do it on a timer.
    session('status-interval', '0'),
    session('status-format[0]', lineFormat),
    session('message-style', 'reverse'),
    window('mode-style', 'reverse'),
    window('pane-border-style', 'fg=brightblack'),
    window('pane-active-border-style', 'fg=default'),
    window('pane-border-status', 'top'),
    window('pane-border-format', borderFormat),
    // An agent that works has its answer. tmux compares by itself, so a turning spinner costs nothing.
    ['set-hook', '-w', '-t', target, `pane-title-changed[${hookIndex}]`, forgetNeeds],
  ];
}

const role = '#{@party_role}';

const borderFormat = `#{?${role}, ${role}#{?#{@party_demo}, · demo,} ,}`;

/** The same rules as in `agents/title.ts`, in the regular expressions of tmux. A range of such frames fails in some locales. */
const frames = '⠋|⠙|⠹|⠸|⠼|⠴|⠦|⠧|⠇|⠏|◐|◑|◒|◓';
const isWorking = titled(`^(${frames})|^(Working|Thinking|Starting|Undoing|Waiting)( [|]|$)`);
const needsAnswer = titled('^. [!.] . Action Required');
const isIdle = titled('^(✳|Ready( [|]|$))');
const isMissing = titled('^Not found: ');

function titled(pattern: string): string {
  return `#{m/r:${pattern},#{pane_title}}`;
}

/** The first condition that holds decides. */
function choose(cases: readonly (readonly [condition: string, text: string])[], otherwise: string): string {
  return cases.reduceRight((rest, [condition, text]) => `#{?${condition},${text},${rest}}`, otherwise);
}

/** Any number that the user's own hooks are unlikely to have. */
const hookIndex = 7311;
const forgetNeeds = `if-shell -F "#{&&:#{${lineOptions.needs}},${isWorking}}" "set-option -pu ${lineOptions.needs}"`;

const agentState = choose(
  [
    ['#{pane_dead}', 'ended'],
    [isMissing, 'not installed'],
    ['#{pane_in_mode}', '#[bold]scrolling#[nobold]'],
    [`#{||:${needsAnswer},#{&&:#{${lineOptions.needs}},#{!=:${isWorking},1}}}`, '#[bold]needs you#[nobold]'],
    [isWorking, 'working'],
    [isIdle, 'idle'],
  ],
  'running',
);

const agents = `#{W:#{P:#{?#{m/r:^(codex|claude)$,${role}}, · ${role} ${agentState},}}}`;

/** Names of windows are text from outside, so the line has their numbers, and only when there are several. */
const windows =
  '#{?#{==:#{session_windows},1},,#[align=right]#{W:#[range=window|#{window_index}] #{window_index} #[norange],#[range=window|#{window_index}]#[reverse] #{window_index} #[noreverse]#[norange]}}';

export const lineFormat = ` #[bold]#{${lineOptions.place}}#[nobold]${agents}#{?#{${lineOptions.review}}, · #{${lineOptions.review}},}${windows}`;
