// The help text for people: all verbs, in the order in which a user needs them.

import { styleText } from 'node:util';
import { type Command, globalOptions, type Heading, type OptionSpec } from './command.ts';
import type { ProgramName } from './programName.ts';

export interface HeadingGroup {
  readonly title: string;
  readonly headings: readonly Heading[];
}

export interface HelpForm {
  readonly name: ProgramName;
  readonly version: string;
  readonly colour: boolean;
}

/** What the program is for, under each of its names. */
const purposes: Readonly<Record<ProgramName, readonly [title: string, purpose: string]>> = {
  party: ['Party', 'Claude Code writes, Codex reviews, side by side in one tmux session'],
  'tmux-team': ['tmux-team', 'messages and tasks for agents in tmux panes; the same program as party'],
};

export function generalHelp(groups: readonly HeadingGroup[], { name, version, colour }: HelpForm): string {
  const [title, purpose] = purposes[name];
  const style = styler(colour);
  const width = Math.max(...groups.flatMap((group) => group.headings.map((one) => heading(one).length)));
  const sections = groups.map(({ title: group, headings }) =>
    [style('bold', group), ...headings.map((one) => `  ${heading(one).padEnd(width + 2)}${one.summary}`)].join('\n'),
  );
  return `${[
    `${style('bold', `${title} ${version}`)} — ${purpose}`,
    `Usage: ${name} VERB [OPTIONS]`,
    ...sections,
    section('Options for every verb', globalOptions, style),
    `Run ${name} VERB --help for more. Exit codes: 0 done, 1 error, 2 configuration missing, 3 no session, pane or tmux,\n4 time-out, 5 conflict, 6 written but not submitted.`,
  ].join('\n\n')}\n`;
}

export function commandHelp(command: Command, colour: boolean): string {
  const style = styler(colour);
  const own = Object.keys(command.options).length === 0 ? [] : [section('Options', command.options, style)];
  return `${[
    `${style('bold', `party ${heading(command)}`)}\n${command.summary}`,
    ...(command.details === undefined ? [] : [command.details]),
    ...(command.alone === undefined ? [] : [`Without an action: party ${command.name} ${command.alone}`]),
    ...own,
    `Every verb also takes ${globals}. See: party --help`,
  ].join('\n\n')}\n`;
}

/** `--json, --config FILE, --verbose and --help`. */
const globals = Object.entries(globalOptions)
  .map(([name, { value }]) => (value === undefined ? `--${name}` : `--${name} ${value}`))
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' and ');

function heading({ name, operands }: Heading): string {
  return operands === '' ? name : `${name} ${operands}`;
}

function section(title: string, options: Readonly<Record<string, OptionSpec>>, style: Style): string {
  const rows = Object.entries(options).map(([name, spec]) => [optionText(name, spec), spec.help] as const);
  const width = Math.max(...rows.map(([option]) => option.length));
  return [style('bold', title), ...rows.map(([option, help]) => `  ${option.padEnd(width + 2)}${help}`)].join('\n');
}

function optionText(name: string, spec: OptionSpec): string {
  const short = spec.short === undefined ? '' : `-${spec.short}, `;
  return `${short}--${name}${spec.value === undefined ? '' : ` ${spec.value}`}`;
}

type Style = (format: 'bold', text: string) => string;

function styler(colour: boolean): Style {
  return colour ? (format, text) => styleText(format, text) : (_, text) => text;
}
