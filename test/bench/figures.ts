// Writes docs/figures.md: what was measured, beside what, on which machine, and the command that measures it again. Each
// command replaces its own part and leaves those of the others.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from '../support/sandbox.ts';

export interface Table {
  readonly title: string;
  /** A few sentences above the table: what was measured, and beside what. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The commands that write figures, in the order of their parts. */
const commands = ['npm run bench', 'npm run soak', 'npm run fuzz', 'npm run faults'] as const;
export type FigureCommand = (typeof commands)[number];

export interface Figures {
  readonly command: FigureCommand;
  /** What was typed after the command, or has to be typed to get the same again. */
  readonly args?: readonly string[];
  readonly tables: readonly Table[];
  /** The programs that took part, such as `git 2.39.5`. */
  readonly versions: readonly string[];
}

const ownFile = join(repository, 'docs/figures.md');
const beginning = `# Figures

What was measured of Party, and beside what. The command above each table measures it again and writes it here. Times are
ratios: both sides were measured in the same run, and a machine’s milliseconds mean nothing on another one.
`;

/** Replaces what this command wrote last time. */
export function writeFigures(figures: Figures, file = ownFile): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, withFigures(text, figures));
}

/** The whole document, with a new part in the place of the command. */
export function withFigures(text: string, { command, args = [], tables, versions }: Figures): string {
  const typed = args.length === 0 ? command : `${command} -- ${args.join(' ')}`;
  const part = tables.flatMap((table) => linesOf(table, typed, versions)).join('\n');
  const parts = commands.map((one) => (one === command ? part : partOf(text, one)));
  const shown = commands.flatMap((one, index) => {
    const own = parts[index]?.trim() ?? '';
    return own === '' ? [] : [`${begin(one)}\n\n${own}\n\n${end(one)}\n`];
  });
  return [beginning, ...shown].join('\n');
}

function partOf(text: string, command: FigureCommand): string {
  const [from, to] = [text.indexOf(begin(command)), text.indexOf(end(command))];
  return from === -1 || to === -1 ? '' : text.slice(from + begin(command).length, to);
}

const begin = (command: FigureCommand) => `<!-- ${command} -->`;
const end = (command: FigureCommand) => `<!-- end of ${command} -->`;

/** `1.23 ×` */
export function ratio(own: number, against = 1): string {
  return `${(own / against).toFixed(2)} ×`;
}

/** The last cell of a row: what was aimed at, in the order of the columns, and whether it was reached. */
export function goal(measured: readonly number[], goals: readonly number[] | undefined): string {
  if (goals === undefined) return '';
  const reached = measured.every((one, index) => one <= (goals[index] ?? Number.POSITIVE_INFINITY));
  return `≤ ${goals.map((one) => one.toFixed(2)).join(', ')}${reached ? ': met' : ': missed'}`;
}

/** The first number in what a program answers to its flag for the version. */
export function versionOf(program: string, ...flags: string[]): string {
  const said = execFileSync(program, flags, { encoding: 'utf8' });
  return /\d+(?:\.\d+)+\w*/.exec(said)?.[0] ?? 'unknown';
}

function linesOf({ title, about: said, head, rows }: Table, command: string, versions: readonly string[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    ...[`## ${title}`, '', `\`${command}\` · ${machine()} · ${versions.join(', ')} · ${today()}`, '', said, ''],
    ...[line(head), line(head.map((_, index) => alignmentOf(rows, index))), ...rows.map(line), ''],
  ];
}

/** Numbers end below each other. */
function alignmentOf(rows: Table['rows'], column: number): string {
  return rows.every((row) => /^\d/.test(row[column] ?? '')) ? '--:' : '---';
}

function machine(): string {
  const all = cpus();
  return `${all[0]?.model.trim() ?? 'unknown processor'}, ${all.length} cores, ${process.platform}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
