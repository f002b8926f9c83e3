// What Claude may do for the party without asking: read its messages, write its answers, run the transport scripts. The
// paths are known only at the start, so each session has its own settings file.

import { recordOf } from '../base/json.ts';

export interface PartyPlaces {
  /** Every path of the state directory: the one in messages, and the real one. */
  readonly stateDirs: readonly string[];
  /** The real path of `<state>/messages`; Claude also checks real paths. */
  readonly messages: string;
  readonly codexDir: string;
  /** Where Party keeps the last words of a Codex that wrote no file, beside `codexDir`. */
  readonly spokenDir: string;
  /** The scripts, by every path that Claude may use for them. */
  readonly scripts: readonly string[];
  /** Where Party keeps its files, and which party this is. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * `settings` is the shipped settings.json. A project's settings can set every variable of Claude and of its hooks: an
 * empty PARTY_SESSION would switch the gates off, another PARTY_HOME would give them another log. These settings win.
 */
export function claudeSettings(settings: unknown, places: PartyPlaces): object {
  const { permissions, env, ...rest } = recordOf(settings);
  const { allow, ...others } = recordOf(permissions);
  return {
    ...rest,
    env: { ...recordOf(env), ...places.env },
    permissions: { ...others, allow: [...(Array.isArray(allow) ? allow : []), ...rules(places)] },
  };
}

function rules({ stateDirs, messages, codexDir, spokenDir, scripts }: PartyPlaces): string[] {
  const mailboxes = [...stateDirs.map((dir) => `${dir}/messages`), messages];
  const found = [
    ...mailboxes.map((dir) => `Read(${pattern(`${dir}/to-claude`)})`),
    ...[...stateDirs.map((dir) => `${dir}/codex`), codexDir].map((dir) => `Read(${pattern(dir)})`),
    ...[...stateDirs.map((dir) => `${dir}/spoken`), spokenDir].map((dir) => `Read(${pattern(dir)})`),
    // Claude checks writes against `Edit` rules only. It has nothing to write to its own mailbox.
    ...mailboxes.map((dir) => `Edit(${pattern(`${dir}/to-codex`)})`),
    // Claude compares a rule with the text of the command, so each way to quote the program needs its own rule.
    ...scripts.flatMap((script) => [`Bash(${script}:*)`, `Bash("${script}":*)`, `Bash('${script}':*)`]),
  ];
  return [...new Set(found)];
}

/**
 * A leading `//` is the root of the file system. The rest is a gitignore pattern, so the path's special characters are
 * escaped.
 */
function pattern(directory: string): string {
  return `/${directory.replace(/[\\*?[\]{}!#]/g, '\\$&')}/**`;
}
