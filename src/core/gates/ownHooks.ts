// Acts that only Party itself may do: calling its hooks, which record what happened, and writing its event log. An
// agent that does either could forge evidence.

import { gateMark, gateMarks } from '../plan/plan.ts';
import { readers, startsPrograms } from '../shell/kinds.ts';
import type { FileWrite, Invocation, ShellLine } from '../shell/programs.ts';
import { resolvePath } from '../shell/scope.ts';
import { programName, type ShellWord } from '../shell/word.ts';
import { type Denial, deny } from './denial.ts';

/** The reason for a denial. `home` is the folder in which Party keeps its projects. */
export function denyForgery({ invocations, helpers, writes }: ShellLine, home: string): Denial | undefined {
  if ([...invocations, ...helpers].some(callsHook)) {
    return deny(
      "Only Claude Code calls Party's hooks; they record what really happened. Run the sub-agent or the command itself",
    );
  }
  if (!writtenFiles({ invocations, writes }).some((write) => isLog(write, home))) return undefined;
  return deny(
    'Only Party writes its log and its marks (events.jsonl, gates/). Use party evidence, party review and party findings',
  );
}

/** The files that the line writes, moves or removes, by redirections and by programs such as tee. */
function writtenFiles({ invocations, writes }: Pick<ShellLine, 'invocations' | 'writes'>): FileWrite[] {
  return [...writes, ...invocations.flatMap(filesWritten), ...invocations.flatMap(filesPerhapsWritten)];
}

const agentTrace = 'agent-trace.sh';
const scripts = [
  ...[agentTrace, 'codex-gate.sh', 'codex-trace.sh', 'pr-gate.sh', 'worktree-guard.sh', 'marker-invalidate.sh'],
  ...['session-cleanup.sh', 'skill-eval.sh', 'skill-marker.sh'],
];
const folder = 'claude/hooks/';
/** Codex calls it at the end of a turn. Its path tells it from a program of the user. */
const notify = /(?:^|\/)codex\/notify\.sh$/;
const bundle = 'hook.cjs';
/** The log, and what Party keeps beside it to see that no other program has changed it. */
const logs = ['events.jsonl', 'events.head', 'events.checkpoint'];

/**
 * A line without any of these names forges nothing, unless it hides what it runs. codex-gate.sh uses these words too.
 */
export const ownNames: readonly string[] = [...scripts, folder, bundle, ...logs, gateMark, `/${gateMarks}`];

/** The bundles that hook.cjs loads do nothing when run, but code could call their functions. */
const bundles = /^hook(?:-[\w-]+)?\.cjs$/;
/** Names of bundles are short; without that limit a text of `hook-hook-…` would take long enough for the client to give up. */
const inCode = /hook(?:-[\w-]{1,40})?\.cjs|agent-trace\.sh|codex\/notify\.sh/;

function callsHook({ words, input }: Invocation): boolean {
  const [program, ...args] = words;
  if (program === undefined) return false;
  const name = programName(program);
  if (name !== null && (scripts.includes(name) || isInFolder(program.tail) || notify.test(program.tail))) return true;
  if (name !== null && readers.has(name)) return false;
  if (args.some((word) => bundles.test(programName(word) ?? ''))) return true;
  const codes = [...args.flatMap(({ value }) => (value === null ? [] : [value])), ...input.texts];
  return codes.some((code) => inCode.test(code) && startsPrograms(code));
}

function isInFolder(path: string): boolean {
  return path.endsWith('.sh') && path.slice(0, path.lastIndexOf('/') + 1).endsWith(folder);
}

const removers = ['rm', 'rmdir', 'unlink', 'shred'];

/** Files that programs such as tee write, as their arguments name them. */
export function filesWritten({ words: [program, ...args], places }: Invocation): FileWrite[] {
  const name = program === undefined ? null : programName(program);
  const all = [...removers, 'tee', 'truncate', 'sponge', 'mv', 'ln', 'dd', 'touch', 'chmod'].includes(name ?? '');
  const last = ['cp', 'install', 'rsync'].includes(name ?? '');
  const targets = all ? args : last ? args.slice(-1) : [];
  return targets.map((target) => ({ target: withoutName(target), places }));
}

/** Programs that may write what they name, and mostly do not: it depends on their options. */
const perhapsWriters = ['patch', 'ed', 'ex', 'split', 'csplit', 'unzip', 'tar', 'curl', 'wget', 'sqlite3', 'chown'];

/** The files that other programs may write. */
function filesPerhapsWritten({ words: [program, ...args], places }: Invocation): FileWrite[] {
  const name = (program === undefined ? null : programName(program)) ?? '';
  const has = (form: RegExp) => args.some(({ value }) => form.test(value ?? ''));
  const isOne =
    perhapsWriters.includes(name) ||
    (name === 'find' && has(/^-(?:delete|exec|execdir|ok|okdir|fprint.*|fls)$/)) ||
    // A second name for a file is a way to write it.
    (name === 'cp' && has(/^(?:-[a-zA-Z]*[ls]|--link|--symbolic-link)/));
  return isOne ? args.filter(({ value }) => value !== null).map((word) => ({ target: withoutName(word), places })) : [];
}

/** Removes the `of=` of dd's `of=FILE`, and the `--output=` of an option. */
function withoutName(word: ShellWord): ShellWord {
  const cut = (text: string) => text.replace(/^(?:of|--[\w-]+)=/, '');
  return { ...word, value: word.value === null ? null : cut(word.value), head: cut(word.head), tail: cut(word.tail) };
}

function isLog({ target: { value, tail }, places }: FileWrite, home: string): boolean {
  const text = value ?? tail;
  if (isMark(value, places, home)) return true;
  const last = text.slice(text.lastIndexOf('/') + 1);
  if (value === null) {
    return text.includes('/') ? logs.includes(last) : last !== '' && logs.some((log) => log.endsWith(last));
  }
  if (!logs.includes(last)) return false;
  const inside = (path: string) =>
    path.startsWith(`${home}/`) || /\/projects\/[0-9a-f]{16}\/(?:archive\/\d+\/)?[^/]+$/.test(path);
  if (value.startsWith('/')) return inside(resolvePath('/', value));
  return places === null || places.some((place) => inside(resolvePath(place, value)));
}

/** The marks of the plan gates that are on. */
function isMark(value: string | null, places: FileWrite['places'], home: string): boolean {
  const marks = `${home}/${gateMarks}`;
  return (places ?? ['/']).some((place) => `${resolvePath(place, value ?? '')}/`.startsWith(`${marks}/`));
}
