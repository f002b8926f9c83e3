import { oneLine } from '../../base/outsideText.ts';
import { sha256OfText } from '../../base/sha256.ts';
import { shellWord } from '../../base/shellWord.ts';

/** A command as one line, for people. */
export function commandText(command: readonly string[]): string {
  return oneLine(command.map(shellWord).join(' '), 200);
}

/**
 * The whole command, for a person who decides about it: one argument on each line. An argument that holds more than
 * plain characters is in quotes, with everything that cannot be seen as its number.
 */
export function wholeCommand(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : visible(word))).join('\n');
}

function visible(word: string): string {
  return JSON.stringify(word).replace(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Says of two commands whether they are the same, word by word. */
export function commandHash(command: readonly string[]): string {
  return sha256OfText(JSON.stringify(command));
}
