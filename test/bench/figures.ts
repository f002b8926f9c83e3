// Writes docs/figures.md: what was measured, on which machine, and the command that measures it again. Each command
// writes its own part and leaves those of the others.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from '../support/sandbox.ts';

export interface Table {
  readonly title: string;
  /** One or two sentences above the table. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const file = join(repository, 'docs/figures.md');
const about = [
  '# Figures',
  '',
  'What Party costs. Times are ratios: both sides were measured in the same run, and a machine’s milliseconds mean',
  'nothing on another one. The command above each table measures it again and writes it here.',
  '',
];

/** Replaces what this command wrote last time. */
export function writeFigures(command: string, tables: readonly Table[], versions: readonly string[]): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : about.join('\n');
  const [begin, end] = [`<!-- ${command} -->`, `<!-- end of ${command} -->`];
  const part = [begin, '', ...tables.flatMap((table) => linesOf(table, command, versions)), end].join('\n');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  const whole =
    from === -1 || to === -1 ? `${text}\n${part}\n` : text.slice(0, from) + part + text.slice(to + end.length);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, whole.replace(/\n{3,}/g, '\n\n'));
}

/** `1.23 ×` */
export function ratio(own: number, against: number): string {
  return `${(own / against).toFixed(2)} ×`;
}

/** The first number in what a program answers to its flag for the version. */
export function versionOf(program: string, ...flags: string[]): string {
  const said = execFileSync(program, flags, { encoding: 'utf8' });
  return /\d+(?:\.\d+)+\w*/.exec(said)?.[0] ?? 'unknown';
}

function linesOf({ title, about: said, head, rows }: Table, command: string, versions: readonly string[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    ...[`## ${title}`, '', `\`${command}\` · ${machine()} · ${versions.join(', ')} · ${today()}`, '', said, ''],
    ...[line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line), ''],
  ];
}

function machine(): string {
  const all = cpus();
  return `${all[0]?.model.trim() ?? 'unknown processor'}, ${all.length} cores`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
