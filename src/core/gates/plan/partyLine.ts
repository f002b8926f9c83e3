// Lines of Bash with which Claude may talk to Codex and look at the party before the plan is approved. Each form is
// accepted word by word: one program of Party, written as it is, and no flag, file or directory beside what is here.

import { type GateWord, lexLine, shownFirst } from './gateLexer.ts';

export const ownPrograms = ['party', 'tmux-codex.sh'] as const;
export type OwnProgram = (typeof ownPrograms)[number];

export type PartyLine =
  | { readonly does: 'read' }
  | { readonly does: 'ask' }
  | { readonly does: 'answer'; readonly file: string }
  | { readonly refused: string };

export const allowedPartyLines =
  'party status, party plan status, history or diff, tmux-codex.sh --prompt TEXT, tmux-codex.sh --respond FILE';

/** Undefined when the line cannot be read, or its program does not have one of these names. */
export function readPartyLine(
  command: string,
  isOwn: (program: OwnProgram, word: string) => boolean,
): PartyLine | undefined {
  const lexed = lexLine(command);
  if ('refused' in lexed) return undefined;
  const [first, ...words] = lexed.words;
  const program = ownPrograms.find((name) => first?.value === name || first?.value.endsWith(`/${name}`));
  if (first === undefined || program === undefined) return undefined;
  // Only a path may need quotes, for a space in it.
  if (first.glob >= 0 || (first.quoted && !first.value.startsWith('/')))
    return refuse('the name of the program is not written literally');
  if (!isOwn(program, first.value))
    return refuse(
      `"${shownFirst(first.value)}" is not the program of the Party that runs this gate: use its full path`,
    );
  return program === 'party' ? readVerb(words) : readMode(words);
}

/** A version of the plan. */
const version = /^(?:v?\d{1,6}|now)$/;

function readVerb(words: readonly GateWord[]): PartyLine {
  const strange = words.find(({ quoted, glob }) => quoted || glob >= 0);
  if (strange !== undefined) return refuse(`"${strange.value}" is not written literally`);
  const values = words.map(({ value }) => value);
  const [verb, action, ...more] = values.at(-1) === '--json' ? values.slice(0, -1) : values;
  if (verb === 'status' && action === undefined) return { does: 'read' };
  if (verb === 'plan') {
    if ((action === 'status' || action === 'history') && more.length === 0) return { does: 'read' };
    if (action === 'diff' && more.length <= 2 && more.every((one) => version.test(one))) return { does: 'read' };
  }
  return refuse(
    'of party, only status and plan status, plan history and plan diff [V1 V2] read, each also with --json',
  );
}

function readMode(words: readonly GateWord[]): PartyLine {
  const [mode, given, ...more] = words;
  if (mode === undefined || given === undefined || more.length > 0 || mode.quoted) return refuse(modes);
  if (given.glob >= 0 || (given.bare !== 0 && /^[~=]/.test(given.value)))
    return refuse('the text could become other words: put it into single quotes');
  if (mode.value === '--prompt') {
    if (given.value.trim() === '' || given.value.startsWith('-'))
      return refuse('the text is empty, or begins with a dash');
    return { does: 'ask' };
  }
  if (mode.value === '--respond') return { does: 'answer', file: given.value };
  return refuse(modes);
}

const modes =
  "of tmux-codex.sh, only --prompt 'TEXT' and --respond FILE may run, with one text and nothing behind it; for a text of several lines use mcp__party__ask";

function refuse(refused: string): PartyLine {
  return { refused };
}
