import { resolve } from 'node:path';
import { exits } from '../../core/base/exits.ts';
import { nearest } from '../../core/base/nearest.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { english } from '../../core/base/translate.ts';
import { errorWords, warningWords } from '../../core/findings/codes.ts';
import type { Finding, Intake } from '../../core/findings/finding.ts';
import { readFindings, rejected } from '../../core/findings/intake.ts';
import { isAbout, isBlocking, isCollab, isUnresolved, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { findingUri, linkOf } from '../../core/findings/reading/findingLink.ts';
import { arrivedMark, taskText } from '../../core/findings/words.ts';
import { type TriageState, triageStates } from '../../core/project/eventKinds.ts';
import { shownFindings } from '../../core/review/arrivals/arrival.ts';
import { arrivedReason } from '../../core/review/arrivals/arrivedText.ts';
import { toMarkdown } from '../../core/review/markdown.ts';
import type { Review } from '../../core/review/review.ts';
import { toSarif } from '../../core/review/sarif.ts';
import { projectTop } from '../../node/project/paths.ts';
import { projectFiles, readFindingsFile } from '../../node/review/findingsFile.ts';
import { findFinding, triage } from '../../node/review/reviewActs.ts';
import { showReviewOnLine } from '../../node/status/showOnLine.ts';
import { installationRoot, versionOf } from '../../node/system/installation.ts';
import { type Actions, runAction } from '../party/actions.ts';
import { usage } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { writeOut } from '../review/out.ts';
import { reviewHere, reviewNow } from '../review/reviewShow.ts';
import { findingRow, placeText } from '../review/rows.ts';
import { listFindingTasks, makeTask } from './findingTasks.ts';
import { replyTo, threadParts } from './findingThread.ts';

export const findings: Command = {
  ...headings.findings,
  operandCount: [0, 3],
  alone: 'list',
  options: {
    all: { help: 'list: include findings that are fixed, rejected or out of scope' },
    reason: { value: 'TEXT', help: 'triage: the reason; required for rejected and out-of-scope' },
    sarif: { help: 'export: as SARIF 2.1.0' },
    markdown: { help: 'export: as Markdown' },
    out: { value: 'FILE', help: 'export: write to this file' },
    milestone: { value: 'ID', help: 'task: the milestone for the new task' },
    issue: { help: 'task: fail unless it becomes an issue on GitHub' },
    actor: { value: 'NAME', help: 'task: who creates it' },
    to: { value: 'AGENT', help: 'reply: also send it to claude or codex, as a message that names the finding' },
  },
  details: [
    'list               the open findings, each with its KEY, such as r1-F1, which stays the same in later rounds',
    'show KEY           one finding in full',
    `triage KEY STATE   ${triageStates.join(', ')}`,
    'reply KEY TEXT     say something about it in its thread, as you or as the agent that runs this; TEXT - reads from stdin.',
    '                   Exit 1: no such finding. Exit 6 with --to: the message waits until the agent is idle',
    'task KEY           create a task from it (party pm); finishing the task does not resolve the finding',
    'tasks              the findings with a task, and the status of each task',
    'export             all findings as --json, --sarif (without fixed ones) or --markdown',
    'check FILE         check whether FILE can be read as findings, with warnings; changes nothing',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(findings, actions, cli, args),
};

const actions: Actions = {
  list: { takes: [], options: ['all'], run: (cli, _, args) => list(cli, args.flag('all')) },
  show: { takes: ['KEY'], run: (cli, [key = '']) => show(cli, key) },
  triage: {
    takes: ['KEY', 'STATE'],
    options: ['reason'],
    run: (cli, [key = '', state = ''], args) => decide(cli, key, state, args.value('reason')),
  },
  reply: {
    takes: ['KEY', 'TEXT'],
    options: ['to'],
    run: (cli, [key = '', text = ''], args) => replyTo(cli, key, text, args.value('to')),
  },
  task: {
    takes: ['KEY'],
    options: ['milestone', 'issue', 'actor'],
    run: (cli, [key = ''], args) => makeTask(cli, key, args),
  },
  tasks: { takes: [], run: (cli) => listFindingTasks(cli) },
  export: { takes: [], options: ['sarif', 'markdown', 'out'], run: (cli, _, args) => exportAll(cli, args) },
  check: { takes: ['FILE'], run: (cli, [file = '']) => check(cli, file) },
};

async function list(cli: Cli, all: boolean): Promise<number> {
  const review = await reviewNow(cli);
  const shown = all ? review.findings : review.findings.filter(isUnresolved);
  const settled = review.findings.length - review.findings.filter(isUnresolved).length;
  const hint = cli.named(`No open findings; ${settled} resolved: party findings list --all`);
  const none = settled > 0 && !all ? hint : 'No findings';
  cli.print({
    json: {
      findings: shown,
      open: review.findings.filter(isUnresolved).length,
      blocking: review.findings.filter(isBlocking).length,
      ...(review.arrived && { arrived: review.arrived }),
    },
    text: `${arrivedLines(review).join('')}${shown.map((finding) => `${findingRow(finding)}\n`).join('') || `${none}\n`}`,
  });
  return exits.success;
}

/** What Codex has written and Claude has not read yet. It counts nowhere. */
function arrivedLines({ arrived = [] }: Review): string[] {
  return arrived.flatMap(({ round, state, reason, blocking, findings: coming }) => {
    const said = { state, reason, blocking, findings: coming.length };
    return [
      `Round ${round}: ${arrivedReason(said, english)}\n`,
      ...coming.map((finding) => `  ${findingRow(finding)}\n`),
    ];
  });
}

async function show(cli: Cli, key: string): Promise<number> {
  const review = await reviewNow(cli);
  const finding = findFinding(shownFindings(review), key);
  const link = findingUri(linkOf(finding, review.cycle));
  cli.print({ json: { finding, link }, text: `${detail(finding, link).join('\n')}\n` });
  return exits.success;
}

function detail(finding: LedgerFinding, link: string): string[] {
  const { key, severity, state, category, reason, by, raised, drifted, oscillating, anchor, collab } = finding;
  const rounds = raised.map(({ round, severity: then }) => `${round} (${then})`).join(', ');
  return [
    `${key}  ${placeText(finding)}`,
    `  ${severity}${category.trim() === '' ? '' : `, ${oneLine(category, 100)}`}`,
    ...(collab === undefined ? [] : [`  found by collab in ${collab === 'design' ? 'the design' : 'a task'}`]),
    ...(finding.conflicts === true ? ['  conflicts with the approved design: the human decides'] : []),
    ...(finding.origin === undefined ? [] : ['  unproven: nothing shows that the reviewer wrote it']),
    ...(finding.arrived === undefined ? [] : [`  ${arrivedMark(finding.arrived, english)}`]),
    `  ${state}, by ${by}${reason === null ? '' : `: ${oneLine(reason, 500)}`}`,
    `  raised in round ${rounds}${drifted ? '; its severity changed' : ''}${oscillating ? '; it keeps coming back' : ''}`,
    ...(finding.task === undefined ? [] : [`  ${taskText(finding.task, english)}`]),
    `  in VS Code: ${link}`,
    ...block('', finding.description),
    ...block('Suggestion', finding.suggestion),
    ...block('Code, as it was reviewed', anchor),
    ...threadParts(finding).flatMap(({ head, text }) => block(head, text)),
  ];
}

/** Each line is indented, so that text from outside cannot pass for a line of Party's own. */
function block(title: string, text: string): string[] {
  if (text.trim() === '') return [];
  const lines = text.trim().split('\n');
  return ['', ...(title === '' ? [] : [`  ${title}:`]), ...lines.map((line) => `    ${plainLine(line)}`)];
}

/** Like oneLine, but code keeps its indentation. */
function plainLine(line: string): string {
  return line.replace(/\t/g, '  ').replace(/\p{C}/gu, '').trimEnd();
}

async function decide(cli: Cli, key: string, state: string, reason: string | undefined): Promise<number> {
  if (!isTriageState(state)) {
    const meant = nearest(state, triageStates);
    const hint = meant === undefined ? `, only ${triageStates.join(', ')}` : `; did you mean ${meant}?`;
    throw usage(findings, `A finding cannot be "${state}"${hint}`);
  }
  const { finding, review } = await triage(cli, key, state, reason);
  await showReviewOnLine(cli, review.status);
  const about = isAbout(isCollab(finding) ? null : finding.document);
  const blocking = review.findings.filter((one) => isBlocking(one) && about(one)).length;
  const why = finding.reason === null ? '' : `: ${oneLine(finding.reason, 200)}`;
  cli.print({
    json: { finding, blocking },
    text: `${finding.key} is ${finding.state}${why}\nblocking and open: ${blocking}\n`,
  });
  return exits.success;
}

function isTriageState(text: string): text is TriageState {
  return (triageStates as readonly string[]).includes(text);
}

async function exportAll(cli: Cli, args: ParsedArguments): Promise<number> {
  const [sarif, markdown] = [args.flag('sarif'), args.flag('markdown')];
  if (sarif && markdown) throw usage(findings, 'party findings export writes one form at a time');
  if (!sarif && !markdown && !cli.json) {
    throw usage(findings, 'party findings export needs --json, --sarif or --markdown');
  }
  const { findings: all, cycle, rounds } = await reviewHere(cli);
  const out = args.value('out');
  const file = out === undefined ? undefined : resolve(cli.cwd, out);
  if (markdown) {
    const text = toMarkdown(all, { title: rounds.at(-1)?.title ?? '', cycle });
    return writeOut(cli, file, { json: { markdown: text }, text });
  }
  const document = sarif
    ? toSarif(all, { version: await versionOf(installationRoot(__dirname)), cycle })
    : { cycle, findings: all.map((finding) => ({ ...finding, link: findingUri(linkOf(finding, cycle)) })) };
  return writeOut(cli, file, { json: document, text: `${JSON.stringify(document, undefined, 2)}\n` });
}

async function check(cli: Cli, file: string): Promise<number> {
  const path = resolve(cli.cwd, file);
  const read = await readFindingsFile(path);
  const intake =
    read.kind === 'read' ? readFindings(read.bytes, projectFiles(projectTop(cli.cwd))) : rejected(read.error);
  const { verdict, warnings, error, blocking } = intake;
  cli.print({
    json: { verdict, warnings, error, findings: intake.findings.length, blocking },
    text: describe(intake, read.kind === 'read' ? undefined : read.reason),
  });
  return verdict === 'reject' ? exits.error : exits.success;
}

function describe(intake: Intake, reason: string | undefined): string {
  const { error, findings: read, blocking } = intake;
  if (error !== null) return `reject: ${oneLine(reason ?? errorWords[error], 500)} (${error})\n`;
  const count = read.length === 0 ? 'no findings' : `${read.length} finding${read.length === 1 ? '' : 's'}`;
  return [
    `${intake.verdict}: ${count}, ${blocking} blocking`,
    ...intake.warnings.map((code) => `  warning: ${warningWords[code]} (${code})`),
    ...read.map(checkedRow),
    '',
  ].join('\n');
}

function checkedRow(finding: Finding): string {
  return `${placeText(finding)} ${finding.severity} ${finding.id} ${oneLine(finding.description, 200)}`;
}
