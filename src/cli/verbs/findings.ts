import { resolve } from 'node:path';
import { exits } from '../../core/exits.ts';
import { errorWords, warningWords } from '../../core/findings/codes.ts';
import type { Finding, Intake } from '../../core/findings/finding.ts';
import { readFindings, rejected } from '../../core/findings/intake.ts';
import { nearest } from '../../core/nearest.ts';
import { oneLine } from '../../core/outsideText.ts';
import { projectFiles, readFindingsFile } from '../../node/findingsFile.ts';
import { projectTop } from '../../node/paths.ts';
import { usage } from '../arguments.ts';
import type { Command } from '../command.ts';
import type { Host } from '../host.ts';

export const findings: Command = {
  name: 'findings',
  summary: "Read a reviewer's findings",
  operands: 'ACTION FILE',
  operandCount: [1, 2],
  options: {},
  details: 'check   say whether FILE can be read as findings, what is odd about it, and what it holds; changes nothing',
  async run(host, { operands: [action = '', file] }) {
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (act === undefined) {
      const meant = nearest(action, Object.keys(actions));
      throw usage(findings, `party findings has no ${action}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
    }
    if (file === undefined) throw usage(findings, `party findings ${action} needs a FILE`);
    return act(host, file);
  },
};

const actions: Readonly<Record<string, (host: Host, operand: string) => Promise<number>>> = {
  async check(host, file) {
    const path = resolve(host.cwd, file);
    const read = await readFindingsFile(path);
    const intake =
      read.kind === 'read' ? readFindings(read.bytes, projectFiles(projectTop(host.cwd))) : rejected(read.error);
    const { verdict, warnings, error, blocking } = intake;
    host.print({
      json: { verdict, warnings, error, findings: intake.findings.length, blocking },
      text: describe(intake, read.kind === 'read' ? undefined : read.reason),
    });
    return verdict === 'reject' ? exits.error : exits.success;
  },
};

function describe(intake: Intake, reason: string | undefined): string {
  const { error, findings: list, blocking } = intake;
  if (error !== null) return `reject: ${oneLine(reason ?? errorWords[error], 500)} (${error})\n`;
  const count = list.length === 0 ? 'no findings' : `${list.length} finding${list.length === 1 ? '' : 's'}`;
  return [
    `${intake.verdict}: ${count}, ${blocking} blocking`,
    ...intake.warnings.map((code) => `  warning: ${warningWords[code]} (${code})`),
    ...list.map(findingLine),
    '',
  ].join('\n');
}

function findingLine({ file, line, severity, id, description }: Finding): string {
  const place = `${oneLine(file, 200) || '(no file)'}${line === null ? '' : `:${line}`}`;
  return `${place} ${severity} ${id} ${oneLine(description, 200)}`;
}
