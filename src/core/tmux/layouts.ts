// How the panes of a party are arranged. tmux itself changes between columns and rows when the terminal gets narrow or wide,
// by hooks of the party's session, so that no program has to watch its size.

import type { PaneIds, TmuxCommand } from './tmuxCommands.ts';

export const layouts = ['auto', 'columns', 'rows', 'zoom'] as const;
/**
 * `columns`: Codex beside Claude, with the shell below Claude. `rows`: one below the other. `auto`: columns, and rows while
 * the terminal has fewer than 100 columns. `zoom`: one pane fills the terminal.
 */
export type Layout = (typeof layouts)[number];

/** Of the session: its layout; and set while `auto` shows rows. */
export const layoutOptions = { layout: '@party_layout', narrow: '@party_narrow' } as const;

export interface Arranged {
  readonly target: string;
  /** The three panes, all in one window. */
  readonly panes: Required<Pick<PaneIds, 'codex' | 'claude' | 'shell'>>;
}

/** The width and height of the window that the panes are in. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

const shellHeight = { columns: 12, rows: 8 };
const narrowest = 100;

/** For a new party, whose panes are in columns already. */
export function layoutHooks({ target, panes }: Arranged): TmuxCommand[] {
  const set = (option: string, value: string) => ['set-option', '-t', target, option, value];
  // Not `client-resized`, which comes before the window has its new size (tmux 3.3a).
  const hook = ['set-hook', '-w', '-t', panes.claude, `window-layout-changed[${hookIndex}]`, followWidth(panes)];
  return [set(layoutOptions.layout, 'auto'), hook];
}

/** `zoomed` is the pane that fills the terminal with the layout `zoom`. */
export function arrange({ target, panes }: Arranged, layout: Layout, size: WindowSize, zoomed: string): TmuxCommand[] {
  const isNarrow = layout === 'auto' && size.width < narrowest;
  const set = (option: string, value: string) => ['set-option', '-t', target, option, value];
  const hooks = layoutHooks({ target, panes }).slice(1);
  const options = [set(layoutOptions.layout, layout), set(layoutOptions.narrow, isNarrow ? '1' : '0'), ...hooks];
  if (layout === 'zoom') return [...options, ...zoomOn(zoomed)];
  const { codex, claude, shell } = panes;
  const unzoom: TmuxCommand = ['if-shell', '-F', '-t', claude, '#{window_zoomed_flag}', `resize-pane -Z -t ${claude}`];
  if (layout === 'rows' || isNarrow) {
    const each = Math.max(1, Math.floor((size.height - shellHeight.rows - 2) / 2));
    return [...options, unzoom, ...toRows(panes), ['resize-pane', '-t', codex, '-y', `${each}`]];
  }
  const half = Math.max(1, Math.floor((size.width - 1) / 2));
  const sizes = [
    ['resize-pane', '-t', codex, '-x', `${half}`],
    ['resize-pane', '-t', shell, '-y', `${shellHeight.columns}`],
  ];
  return [...options, unzoom, ...toColumns(panes), ...sizes];
}

/** Brings a pane to the front. In a zoomed party it takes the whole terminal. */
export function showPaneCommands(pane: string): TmuxCommand[] {
  const isZoomLayout = `#{&&:#{==:#{${layoutOptions.layout}},zoom},#{!=:#{window_zoomed_flag},1}}`;
  return [
    ['select-window', '-t', pane],
    ['select-pane', '-t', pane],
    ['if-shell', '-F', '-t', pane, isZoomLayout, `resize-pane -Z -t ${pane}`],
  ];
}

/**
 * A format: 1 if the attached terminal shows the end of the pane. A pane in copy mode shows something older, and a zoomed
 * pane hides the others.
 */
export const paneInFront =
  '#{&&:#{window_active},#{&&:#{||:#{!=:#{window_zoomed_flag},1},#{pane_active}},#{==:#{pane_in_mode},0}}}';

/** Selecting another pane ends the zoom of the first. */
function zoomOn(pane: string): TmuxCommand[] {
  const unlessZoomed: TmuxCommand = [
    'if-shell',
    '-F',
    '-t',
    pane,
    '#{window_zoomed_flag}',
    '',
    `resize-pane -Z -t ${pane}`,
  ];
  return [['select-window', '-t', pane], ['select-pane', '-t', pane], unlessZoomed];
}

/** The shell over the whole width at the bottom, Codex above Claude. */
function toRows({ codex, claude, shell }: Arranged['panes']): TmuxCommand[] {
  return [
    ['join-pane', '-d', '-f', '-v', '-l', `${shellHeight.rows}`, '-s', shell, '-t', claude],
    ['join-pane', '-d', '-v', '-b', '-s', codex, '-t', claude],
    ['resize-pane', '-t', shell, '-y', `${shellHeight.rows}`],
  ];
}

/** Codex over the whole height on the left, the shell below Claude. */
function toColumns({ codex, claude, shell }: Arranged['panes']): TmuxCommand[] {
  return [
    ['join-pane', '-d', '-h', '-b', '-f', '-s', codex, '-t', claude],
    ['join-pane', '-d', '-v', '-l', `${shellHeight.columns}`, '-s', shell, '-t', claude],
    ['resize-pane', '-t', shell, '-y', `${shellHeight.columns}`],
  ];
}

/** Any number that the user's own hooks are unlikely to have. */
const hookIndex = 7311;

/**
 * Acts only when the width crosses the limit, and only while the window has the party's three panes: a user who has opened
 * others has an arrangement of their own. A width below 100 has at most two digits.
 */
function followWidth(panes: Arranged['panes']): string {
  const isPlain = '#{&&:#{==:#{window_panes},3},#{!=:#{window_zoomed_flag},1}}';
  const untouched = `#{&&:#{==:#{${layoutOptions.layout}},auto},${isPlain}}`;
  const wasNarrow = `#{==:#{${layoutOptions.narrow}},1}`;
  const isWide = '#{m:???*,#{window_width}}';
  const narrowed = `#{&&:${untouched},#{&&:#{!=:${wasNarrow},1},#{!=:${isWide},1}}}`;
  const widened = `#{&&:${untouched},#{&&:${wasNarrow},${isWide}}}`;
  const now = (narrow: string, commands: readonly TmuxCommand[]) =>
    [['set-option', '-t', panes.claude, layoutOptions.narrow, narrow], ...commands]
      .map((command) => command.join(' '))
      .join(' ; ');
  return [
    `if-shell -F "${narrowed}" { ${now('1', toRows(panes))} }`,
    `if-shell -F "${widened}" { ${now('0', toColumns(panes))} }`,
  ].join(' ; ');
}
