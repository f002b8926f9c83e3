// Prints, sets, or edits the documents of tasks and milestones.

import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { Subject } from '../../core/tasks/task.ts';
import { isFsError } from '../../node/system/store.ts';
import { actorIdentity, isAgent } from '../../node/tasks/actor.ts';
import { editorCommand, editText } from '../../node/tasks/editor.ts';
import type { Cli } from '../party/cli.ts';
import type { ParsedArguments } from '../party/command.ts';
import { type OpenedTasks, openToChange, openToRead } from './opened.ts';

/** `pm task doc ID`: prints the document unless an option asks for something else. */
export async function docOf(
  cli: Cli,
  of: Subject,
  [id = '', what]: readonly string[],
  args: ParsedArguments,
): Promise<number> {
  if (what !== undefined && what !== 'ref') {
    throw new PartyError('USAGE', `party pm ${of} doc ID does not take ${what}; ref prints where the document is`);
  }
  const body = await bodyGiven(cli, args);
  const wanted = [what, args.flag('edit') || undefined, body].filter((one) => one !== undefined);
  if (wanted.length > 1) throw new PartyError('USAGE', 'Give only one of ref, --edit, --body and --body-file');
  if (body !== undefined) return writeDoc(cli, args, { of, id, text: body });
  if (args.flag('edit')) return editDoc(cli, of, id, args);
  return what === 'ref' ? printPath(cli, args, { of, id }) : printDoc(cli, args, { of, id });
}

/**
 * `pm doc ID`: opens the editor for a person at a terminal. An agent may have a terminal too, but cannot use an editor.
 */
export async function taskDoc(cli: Cli, id: string, args: ParsedArguments): Promise<number> {
  if (!args.flag('print') && cli.interactive && !cli.json && !isAgent(await actorIdentity(cli, args.value('actor')))) {
    if (editorCommand(cli.env) !== undefined) return editDoc(cli, 'task', id, args);
    cli.say('To edit it, set VISUAL or EDITOR');
  }
  return printDoc(cli, args, { of: 'task', id });
}

/** The text of `--body` or `--body-file`; `-` is standard input. */
export async function bodyGiven(cli: Cli, args: ParsedArguments): Promise<string | undefined> {
  const [body, file] = [args.value('body'), args.value('body-file')];
  if (body !== undefined && file !== undefined) throw new PartyError('USAGE', 'Give --body or --body-file, not both');
  if (file === undefined) return body;
  if (file === '-') return textOf(process.stdin);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(resolve(cli.cwd, file)));
  } catch (error) {
    const why = isFsError(error, 'ENOENT') ? 'is not there' : isFsError(error, 'EISDIR') ? 'is a directory' : undefined;
    const said = why ?? (error instanceof TypeError ? 'is not UTF-8 text' : 'cannot be read');
    throw new PartyError('USAGE', `--body-file ${oneLine(file, 200)} ${said}`, { cause: error });
  }
}

export function docFile(opened: Pick<OpenedTasks, 'folder'>, path: string): string {
  return resolve(opened.folder, path);
}

/** Keeps line breaks and tabs; removes the other control characters, which a terminal would act on. */
export function plainText(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '');
}

interface DocOf {
  readonly of: Subject;
  readonly id: string;
}

async function printDoc(cli: Cli, args: ParsedArguments, { of, id }: DocOf): Promise<number> {
  const opened = await openToRead(cli, args);
  const { path, text } = await opened.storage.doc(of, id);
  const shown = plainText(text);
  opened.print({
    json: { doc: { path: docFile(opened, path), text } },
    text: shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`,
  });
  if (text === '') cli.say('It is empty');
  return exits.success;
}

async function printPath(cli: Cli, args: ParsedArguments, { of, id }: DocOf): Promise<number> {
  const opened = await openToRead(cli, args);
  const path = docFile(opened, (await opened.storage.doc(of, id)).path);
  opened.print({ json: { doc: { path } }, text: `${path}\n` });
  return exits.success;
}

interface NewText extends DocOf {
  readonly text: string;
}

async function writeDoc(cli: Cli, args: ParsedArguments, { of, id, text }: NewText): Promise<number> {
  const opened = await openToChange(cli, args, ['doc.write']);
  await opened.storage.writeDoc(of, id, text, opened.by);
  const path = docFile(opened, (await opened.storage.doc(of, id)).path);
  opened.print({ json: { doc: { path, text } }, text: `Wrote ${path}\n` });
  return exits.success;
}

async function editDoc(cli: Cli, of: Subject, id: string, args: ParsedArguments): Promise<number> {
  if (!cli.interactive || cli.json) {
    throw new PartyError('USAGE', 'Editing needs a terminal; without one give --body TEXT or --body-file FILE');
  }
  if (editorCommand(cli.env) === undefined) {
    throw new PartyError('USAGE', 'Set VISUAL or EDITOR to your editor, or give --body TEXT or --body-file FILE');
  }
  const opened = await openToChange(cli, args, ['doc.write']);
  const before = await opened.storage.doc(of, id);
  const edited = await editText(cli.env, basename(before.path), before.text);
  if (edited.text === before.text) {
    await edited.discard();
    cli.say('Nothing was changed');
    return exits.success;
  }
  try {
    const now = await opened.storage.doc(of, id);
    if (now.text !== before.text && !args.flag('force')) {
      throw new PartyError('CONFLICT', 'Another program has changed the document in the meantime');
    }
    await opened.storage.writeDoc(of, id, edited.text, opened.by);
  } catch (error) {
    // The user's text must survive the failure.
    cli.say(`Your text is kept in ${edited.file}`);
    throw error;
  }
  await edited.discard();
  opened.print({ json: {}, text: `Wrote ${docFile(opened, before.path)}\n` });
  return exits.success;
}
