import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Remark, remarkText } from '../../core/base/remark.ts';
import { english } from '../../core/base/translate.ts';
import type { ConfigLayer } from '../../core/config/configLayer.ts';
import { endedPartyText } from '../../core/session/bringBack.ts';
import type { EndedParty, SessionRecord } from '../../core/session/sessionRecord.ts';
import { projectTop } from '../../node/project/paths.ts';
import { readEnded } from '../../node/session/endedParty.ts';
import { forgetSession, readSessionRecord } from '../../node/session/sessionRecord.ts';
import { startParty } from '../../node/session/startParty.ts';
import { stopIfAborted } from '../../node/system/startInterrupted.ts';
import { partiesHere } from '../../node/tmux/parties.ts';
import { usage } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command, ParsedArguments } from '../party/command.ts';
import { confirm } from '../party/confirm.ts';
import { headings } from '../party/headings.ts';
import { bringBackEnded } from './bringBackEnded.ts';
import { flagLayer } from './flagLayer.ts';
import { attachOptions, castParty, type MadeInTerminal, makeInTerminal, reportParty } from './partyLaunch.ts';
import { restoreRecord } from './restore.ts';

export const start: Command = {
  ...headings.start,
  operandCount: [0, 1],
  options: {
    cwd: { value: 'DIR', help: 'Work in this directory instead of the current one' },
    agents: { value: 'demo', help: 'Use the scripted demo agents, which need no account' },
    'permission-mode': { value: 'MODE', help: "Claude's permission mode (default acceptEdits)" },
    new: { help: 'Start another party even if this project has one, or has one to restore' },
    ...attachOptions,
  },
  details: [
    'Panes: codex (0), claude (1) and a shell (2). If an agent is not installed, its pane says how to get it. An agent of a',
    'running party that has ended is restarted. After an unexpected end, party start offers to restore the last party.',
    'Choose the program for a role in tmux-team.json: {"agents": {"claude": {"command": ["claude"]}}}',
  ].join('\n'),
  async run(cli, args) {
    return makeInTerminal(cli, args, async (signal) => {
      const cwd = existingDirectory(resolve(cli.cwd, args.value('cwd') ?? '.'));
      const flags = flagLayer(start, args);
      const last = args.flag('new') ? undefined : await endedUnexpectedly(cli, cwd);
      const wanted = last && (await wantsBack(cli, last, cwd, signal));
      if (wanted !== undefined) return restoreRecord(cli, wanted, signal);
      stopIfAborted(signal);
      return makeNew(cli, args, { cwd, flags, last, signal });
    });
  },
};

interface NewParty {
  readonly cwd: string;
  readonly flags: ConfigLayer;
  /** A party that could have been restored instead. */
  readonly last: EndedParty | undefined;
  readonly signal: AbortSignal;
}

async function makeNew(
  cli: Cli,
  args: ParsedArguments,
  { cwd, flags, last, signal }: NewParty,
): Promise<MadeInTerminal> {
  const demo = args.value('agents') === 'demo';
  const permissionMode = args.value('permission-mode');
  const cast = await castParty(cli, { cwd, flags, demo });
  const made = await startParty(cli, {
    ...cast.making(signal),
    title: args.operands[0] ?? '',
    cwd,
    another: args.flag('new'),
    record: { demo, agents: cast.record, ...(permissionMode === undefined ? {} : { permissionMode }) },
  });
  if (!made.created) return { ...made, ...(await bringBackEnded(cli, made, cast, signal)) };
  return {
    ...made,
    report() {
      if (last !== undefined && !cli.interactive) cli.say(`Note: ${remarkText(restorable(last), cli.reader)}`);
      reportParty(cli, made, cast, { done: 'Started', ...(last && { more: { ended: last } }) });
    },
    forget: async () => {
      const { id } = made.session;
      if (id !== undefined) await forgetSession(cli.paths, projectTop(cwd), id);
    },
  };
}

/** The last party of the project, if it ended without being stopped and no other one runs. */
async function endedUnexpectedly(cli: Cli, cwd: string): Promise<EndedParty | undefined> {
  if ((await partiesHere({ env: cli.env, cwd, tmux: cli.tmux })).length > 0) return undefined;
  const last = await readEnded(cli, projectTop(cwd), []);
  return last?.unexpected && last.restorable ? last : undefined;
}

/** Asks a person whether to restore it; returns the record if so. */
async function wantsBack(
  cli: Cli,
  last: EndedParty,
  cwd: string,
  signal: AbortSignal,
): Promise<SessionRecord | undefined> {
  if (!cli.interactive || cli.json) return undefined;
  const record = await readSessionRecord(cli.paths, projectTop(cwd), last.id);
  cli.say(endedPartyText(last, Date.now(), english));
  const isWanted =
    record !== undefined && (await confirm(cli, 'Restore it? (n starts a new one)', { usual: true, signal }));
  return isWanted ? record : undefined;
}

function restorable(last: EndedParty): Remark {
  return { problem: endedPartyText(last, Date.now(), english), next: [{ act: 'restoreOne', id: last.id }] };
}

function existingDirectory(path: string): string {
  try {
    return realpathSync(`${path}/.`);
  } catch {
    throw usage(start, `--cwd ${path} is not a directory`);
  }
}
