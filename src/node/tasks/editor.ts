// Opens a text in the user's editor. The user edits a copy, so that nothing changes before the user saves.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { runInTerminal } from '../system/exec.ts';
import { isFsError } from '../system/store.ts';

/** `$VISUAL` or `$EDITOR` as words; undefined when neither is set. */
export function editorCommand(env: NodeJS.ProcessEnv): string[] | undefined {
  const words = wordsOf(env['VISUAL'] || env['EDITOR'] || '');
  return words.length === 0 ? undefined : words;
}

export interface EditedText {
  readonly text: string;
  /** The path of the copy, until it is discarded. */
  readonly file: string;
  discard(): Promise<void>;
}

/** `name` ends in `.md`, so that the editor recognizes Markdown. If something fails, an edited copy is kept. */
export async function editText(env: NodeJS.ProcessEnv, name: string, text: string): Promise<EditedText> {
  const [program = '', ...args] = editorCommand(env) ?? [];
  const folder = await mkdtemp(join(env['TMPDIR'] || tmpdir(), 'party-doc-'));
  const file = join(folder, name);
  const discard = () => rm(folder, { recursive: true, force: true });
  await writeFile(file, text, { mode: 0o600 });
  const code = await runInTerminal(program, [...args, file], env).catch(async (error: unknown) => {
    await discard();
    if (!isFsError(error, 'ENOENT', 'EACCES')) throw error;
    throw new PartyError('COMMAND_FAILED', `${program} cannot be run; set VISUAL or EDITOR to your editor`, {
      cause: error,
    });
  });
  const edited = await readFile(file, 'utf8').catch(() => text);
  if (code === 0) return { text: edited, file, discard };
  const kept = edited === text ? '' : `; your text is kept in ${file}`;
  if (kept === '') await discard();
  throw new PartyError('CANCELLED', `${program} ended with ${code}, so nothing was changed${kept}`);
}

/** Splits like a shell, but knows only quotes and backslashes: `code --wait`, `"/My Apps/ed" -x`. */
function wordsOf(line: string): string[] {
  const words = line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g);
  return [...words].map(([word]) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) =>
      double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : (single ?? escaped),
    ),
  );
}
