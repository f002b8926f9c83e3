import { exits } from '../../core/base/exits.ts';
import { type DoctorCheck, doctorGroups } from '../../core/status/doctor/doctorCheck.ts';
import { doctorText } from '../../core/status/doctor/doctorText.ts';
import { projectTop } from '../../node/project/paths.ts';
import type { DoctorMachine } from '../../node/status/doctor/doctorMachine.ts';
import { examine } from '../../node/status/doctor/examine.ts';
import { readHookLines } from '../../node/status/doctor/hookLines.ts';
import { repairAll } from '../../node/status/doctor/repairAll.ts';
import { installationRoot } from '../../node/system/installation.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const doctor: Command = {
  ...headings.doctor,
  operandCount: [0, 0],
  options: { fix: { help: "Correct what is safe to correct; touches only Party's own files" } },
  details: [
    'Looks at the programs that Party needs, this installation, directories, configuration, gates, and this project.',
    'Exits with 0, or with 1 when a check fails; a warning is not a failure.',
  ].join('\n'),
  async run(cli, args) {
    const machine = machineOf(cli);
    let report = await examine(machine);
    let fixed: readonly string[] | undefined;
    if (args.flag('fix')) {
      fixed = await repairAll(machine, report.checks);
      if (fixed.length > 0) report = await examine(machine);
    }
    const recent = await recentLines(machine);
    const json = { ok: report.ok, checks: report.checks.map(shown), ...(fixed && { fixed }), recent };
    const colour = Boolean(process.stdout.isTTY) && !cli.env['NO_COLOR'];
    cli.print({ json, text: cli.named(doctorText({ ...report, ...(fixed && { fixed }) }, colour)) });
    return report.ok ? exits.success : exits.error;
  },
};

function machineOf(cli: Cli): DoctorMachine {
  const { env, paths, tmux } = cli;
  const place = placeOf(cli);
  return { env, paths, tmux, root: installationRoot(__dirname), ...place };
}

/** The current directory may have been removed. */
function placeOf(cli: Cli): Pick<DoctorMachine, 'cwd' | 'top'> {
  try {
    return { cwd: cli.cwd, top: projectTop(cli.cwd) };
  } catch {
    return { cwd: undefined, top: undefined };
  }
}

function shown({ id, status, message, fix, repair, next }: DoctorCheck): object {
  return { id, group: doctorGroups[id], status, message, fix, repair: repair ?? null, next };
}

const mostLines = 20;

/** The last lines of the hooks' log, without their messages, for a bug report. */
async function recentLines({ paths, top }: DoctorMachine): Promise<readonly object[]> {
  if (top === undefined) return [];
  return (await readHookLines(paths, top).catch(() => [])).slice(-mostLines);
}
