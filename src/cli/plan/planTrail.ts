import { exits } from '../../core/base/exits.ts';
import { type CopiedTrail, exportPlanTrail, importPlanTrail } from '../../node/plan/planTrail.ts';
import type { Cli } from '../party/cli.ts';

export async function exportTrail(cli: Cli, folder: string | undefined): Promise<number> {
  return report(cli, 'exported', await exportPlanTrail(cli, folder));
}

export async function importTrail(cli: Cli, folder: string | undefined): Promise<number> {
  return report(cli, 'imported', await importPlanTrail(cli, folder));
}

function report(cli: Cli, what: 'exported' | 'imported', { folder, files }: CopiedTrail): number {
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  cli.print({ json: { [what]: files, folder }, text: `${count} ${what} to ${folder}; no approval is among them\n` });
  return exits.success;
}
