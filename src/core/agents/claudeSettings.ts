// What Claude may do for the party without asking: read what it is sent, write its answers, run the transport. Given by
// a settings file of this session, because the places are known only now.

import { recordOf } from '../base/json.ts';

export interface PartyPlaces {
  /** Every way to name the state directory: as the messages do, and as a real path. */
  readonly stateDirs: readonly string[];
  /** Where `<state>/messages` really lies; Claude asks by real paths as well. */
  readonly messages: string;
  readonly codexDir: string;
  /** The scripts, by every path that Claude may know them by. */
  readonly scripts: readonly string[];
}

/** `settings` is the shipped settings.json. */
export function claudeSettings(settings: unknown, places: PartyPlaces): object {
  const { permissions, ...rest } = recordOf(settings);
  const { allow, ...others } = recordOf(permissions);
  return { ...rest, permissions: { ...others, allow: [...(Array.isArray(allow) ? allow : []), ...rules(places)] } };
}

function rules({ stateDirs, messages, codexDir, scripts }: PartyPlaces): string[] {
  const mailboxes = [...stateDirs.map((dir) => `${dir}/messages`), messages];
  const found = [
    ...mailboxes.map((dir) => `Read(${pattern(`${dir}/to-claude`)})`),
    ...[...stateDirs.map((dir) => `${dir}/codex`), codexDir].map((dir) => `Read(${pattern(dir)})`),
    // Only `Edit` rules count for writing; to its own mailbox Claude has nothing to write.
    ...mailboxes.map((dir) => `Edit(${pattern(`${dir}/to-codex`)})`),
    // The text of a rule is compared with that of the command, so each way to write the program needs its own.
    ...scripts.flatMap((script) => [`Bash(${script}:*)`, `Bash("${script}":*)`, `Bash('${script}':*)`]),
  ];
  return [...new Set(found)];
}

/** `//` is the root of the file system; the rest is a gitignore pattern, in which a path must not be one. */
function pattern(directory: string): string {
  return `/${directory.replace(/[\\*?[\]{}!#]/g, '\\$&')}/**`;
}
