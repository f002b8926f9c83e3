// Writes what is known about the versions of the clients, twice: for `party doctor`, and as docs/compatibility.md.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { behaviourNames, behaviours, type ClientRecord, type ClientRun } from '../../src/core/agents/clientRuns.ts';
import type { AgentRole } from '../../src/core/base/role.ts';
import { root } from '../runner/places.mjs';
import { newestCount, newestFirst, olderDays } from './registry.ts';

export const recordFile = join(root, 'src/core/agents/clientRecord.ts');
export const documentFile = join(root, 'docs/compatibility.md');

const clientNames: Readonly<Record<AgentRole, string>> = { claude: 'Claude Code', codex: 'Codex' };

export function writeRecord(record: ClientRecord): void {
  writeFileSync(recordFile, recordText(record));
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', recordFile], { stdio: 'ignore' });
  writeFileSync(documentFile, documentText(record));
}

/** Puts new runs in the place of those of the same versions. */
export function withRuns(runs: readonly ClientRun[], added: readonly ClientRun[]): ClientRun[] {
  const isReplaced = (run: ClientRun) => added.some((one) => one.client === run.client && one.version === run.version);
  return [...runs.filter((run) => !isReplaced(run)), ...added].sort(
    (one, other) => one.client.localeCompare(other.client) || newestFirst(one.version, other.version),
  );
}

function recordText(record: ClientRecord): string {
  return `// Written by \`npm run test:versions\` and \`npm run pin:clients\`: change it with them, not by hand.

import type { ClientRecord } from './clientRuns.ts';

export const clientRecord: ClientRecord = ${JSON.stringify(record)};
`;
}

/** The whole document. */
export function documentText({ pinned, runs }: ClientRecord): string {
  return `# Compatibility

Which versions of Claude Code and Codex work with Party. This file and what \`party doctor\` says about an installed
version come from the same record, \`src/core/agents/clientRecord.ts\`.

Party's tests run with Claude Code ${pinned.claude} and Codex ${pinned.codex}. Each version below ran in parties beside
one version of the other client: the real programs in tmux, on scripted models, with homes of their own.

| column | what has to work |
| --- | --- |
| ${behaviours.start} | both clients start without a warning, become idle, and Party's gates are on |
| ${behaviours.delivery} | Claude asks Codex and reads the answer; Codex asks Claude from its sandbox and reads the answer |
| ${behaviours.confirmation} | each of these messages is known to be submitted or answered, and \`party talk --wait\` gets both clients' answers |
| ${behaviours.review} | two critics as sub-agents, a request, the findings of Codex, and the approval |
| ${behaviours.planGate} | Write and Bash are denied before the plan is approved; Codex reviews the plan; then Claude may write |
| ${behaviours.collab} | from a design over two tasks to the end, with a review by Codex at each Stop |

${(['claude', 'codex'] as const).map((client) => tableText(client, { pinned, runs })).join('\n')}
## Make it again

\`\`\`
npm run test:versions                       the ${newestCount} newest releases of each client, and one that is ${olderDays} days older
npm run test:versions -- codex@0.150.0      one version; the others stay in the table
npm run pin:clients                         raises the versions of Party's tests to the newest releases
\`\`\`

A run that was interrupted goes on where it was: a version that passed with the same Party is not tried again (\`--again\`
tries it all the same). The versions are installed into \`out/clients\`, which you can remove at any time.
`;
}

function tableText(client: AgentRole, { pinned, runs }: ClientRecord): string {
  const other = client === 'claude' ? 'codex' : 'claude';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const head = ['version', `beside ${clientNames[other]}`, ...Object.values(behaviours), 'tried on'];
  const rows = runs.filter((run) => run.client === client).map((run) => rowOf(run, run.version === pinned[client]));
  return `## ${clientNames[client]}\n\n${[head, head.map(() => '---'), ...rows].map(line).join('')}`;
}

function rowOf({ version, beside, date, fails }: ClientRun, isPinned: boolean): string[] {
  const cells = behaviourNames.map((name) =>
    fails === null ? 'not installed' : fails.includes(name) ? '**fails**' : 'works',
  );
  return [isPinned ? `${version} (the tests' version)` : version, beside, ...cells, date];
}
