// The text for a bug report: versions, checks and codes, without anything private.

import { type DoctorReport, doctorGroups } from './doctorCheck.ts';

export interface DiagnosticsFacts {
  /** Names with versions: Party, the editor, the system. */
  readonly versions: Readonly<Record<string, string>>;
  readonly report: DoctorReport;
  /** The last lines of Party's own logs, without their messages. */
  readonly lines: readonly LoggedLine[];
}

export interface LoggedLine {
  readonly at: string;
  /** The hook, or `editor`. */
  readonly from: string;
  /** The level, or the code of an error. */
  readonly code: string;
}

/** In Markdown, for an issue on GitHub. */
export function diagnosticsText({ versions, report, lines }: DiagnosticsFacts, secrets: Secrets): string {
  const rows = report.checks.map(
    ({ id, status, message }) => `| ${doctorGroups[id]} | ${id} | ${status} | ${cell(message)} |`,
  );
  const text = [
    ...Object.entries(versions).map(([name, version]) => `- ${name}: ${version}`),
    '',
    '| group | check | status | found |',
    '|---|---|---|---|',
    ...rows,
    '',
    lines.length === 0 ? 'The logs are empty' : 'Last lines of the logs:',
    ...lines.map(({ at, from, code }) => `- ${at} ${from} ${code}`),
  ].join('\n');
  return `${redact(text, secrets)}\n`;
}

function cell(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replaceAll('|', '\\|');
}

export interface Secrets {
  readonly home: string;
  readonly user: string;
  /** The environment: values of variables whose names look like secrets are removed. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const secretName = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|AUTH|_PAT$/i;

/**
 * What tokens of known services look like, credentials in an address, what a JSON error quotes of its file, and e-mail
 * addresses.
 */
const tokenForms = [
  /\b(?:sk|pk|rk)-[\w-]{8,}/g,
  /\b(?:gh[opusr]_|github_pat_|glpat-|xox[abprs]-)[\w-]{8,}/g,
  /\beyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\b(?:[spr]k_(?:live|test)_|npm_|hf_|AIza)[\w-]{12,}/g,
  /(?<=\bBearer\s+)[\w.~+/-]{8,}=*/gi,
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  /(?<=, )(?:\.\.\.)?".*"(?:\.\.\.)?(?= is not valid JSON)/g,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/gi,
];

/** Replaces tokens by `[removed]`, and the home directory and the user's name by `~`. */
export function redact(text: string, { home, user, env }: Secrets): string {
  const values = Object.entries(env)
    .filter(([name, value]) => secretName.test(name) && value !== undefined && value.length >= 6)
    .map(([, value = '']) => value)
    // A value that contains another one goes first.
    .toSorted((a, b) => b.length - a.length);
  let clean = text;
  for (const value of values) clean = clean.replaceAll(value, removed);
  for (const form of tokenForms) clean = clean.replace(form, removed);
  if (home.length > 1) clean = clean.replace(new RegExp(`${escaped(home)}(?![\\w.-])`, 'g'), '~');
  if (user !== '') clean = clean.replace(new RegExp(`(?<![\\w-])${escaped(user)}(?![\\w-])`, 'g'), '~');
  return clean;
}

const removed = '[removed]';

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
