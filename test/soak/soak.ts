// The long run: are messages lost, doubled or out of order when senders and relays are killed? Minutes, not a unit test.
//   npm run soak -- [--messages 900] [--kills 270] [--real 100] [--real-kills 30] [--cycles 20]

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agentBin } from '../agents/home.ts';
import { type Table, versionOf, writeFigures } from '../bench/figures.ts';
import { installAgents, installPrograms } from '../runner/install.mjs';
import { jsonLines } from '../support/jsonLines.ts';
import { node20, Sandbox, until } from '../support/sandbox.ts';
import { compare, type Sending, sendUntil, settle, type Verdict } from './killing.ts';
import { fullCycles, toRealClients } from './realClients.ts';

const option = (value: string) => ({ type: 'string' as const, default: value });
const { values } = parseArgs({
  options: {
    messages: option('900'),
    kills: option('270'),
    real: option('100'),
    'real-kills': option('30'),
    cycles: option('20'),
  },
});
const receiver = join(import.meta.dirname, '../node/fixtures/receiver.mjs');

let failed = false;
const rows: string[][] = [];
function report(title: string, verdict: Verdict, killed: { senders: number; relays: number }): void {
  const { sent, lost, twice, outOfOrder } = verdict;
  const bad = lost + twice + outOfOrder > 0;
  failed ||= bad;
  console.log(
    `${bad ? 'FAILED' : 'ok'}  ${title}: ${sent} sent, ${lost} lost, ${twice} twice, ${outOfOrder} out of order; ${killed.senders} senders and ${killed.relays} relays killed`,
  );
  rows.push([title, ...[sent, lost, twice, outOfOrder, killed.senders, killed.relays].map(String)]);
}

await installPrograms('git', 'tmux');
await installAgents();
await toPrograms(Number(values.messages), Number(values.kills));

const { verdicts, senders, relays } = await toRealClients(Number(values.real), Number(values['real-kills']));
for (const role of ['claude', 'codex'] as const) {
  report(`real ${role}`, verdicts[role], { senders, relays });
}

const cycles = Number(values.cycles);
const done = await fullCycles(cycles);
failed ||= done < cycles;
console.log(
  `${done < cycles ? 'FAILED' : 'ok'}  Claude asks, Codex answers, Claude reads: ${done} of ${cycles} in a row`,
);
writeFigures({
  command: 'npm run soak',
  args: process.argv.slice(2),
  tables: [messagesTable(), cyclesTable()],
  versions: [
    `Node ${versionOf(node20, '--version')}`,
    `tmux ${versionOf('tmux', '-V')}`,
    ...['claude', 'codex'].map((agent) => `${agent} ${versionOf(join(agentBin, agent), '--version')}`),
  ],
});
process.exit(failed ? 1 : 0);

function messagesTable(): Table {
  return {
    title: 'Messages while senders and relays are killed',
    about:
      'Messages to both roles in turn, by `party talk`; senders and relays get kill -9 at random times, also while a pane ' +
      'is in copy mode. What was written down is compared with what the program read, or the model was shown. The ' +
      'yardstick is none lost, none twice, none out of order. The kills are those of both roles together.',
    head: ['receiver', 'sent', 'lost', 'twice', 'out of order', 'senders killed', 'relays killed'],
    rows,
  };
}

function cyclesTable(): Table {
  return {
    title: 'Whole conversations',
    about: 'Claude Code asks Codex, Codex answers from its sandbox, Claude reads the answer, on scripted models.',
    head: ['', 'begun', 'finished'],
    rows: [['without a human, one after the other', String(cycles), String(done)]],
  };
}

/** Two line-reading programs in the roles of the agents write down what they are given. */
async function toPrograms(count: number, kills: number): Promise<void> {
  const box = new Sandbox();
  try {
    const project = box.project();
    const logs = { claude: join(box.root, 'claude.log'), codex: join(box.root, 'codex.log') };
    const agent = (log: string) => ({ command: [process.execPath, receiver, log], adapter: 'generic' });
    const agents = { claude: agent(logs.claude), codex: agent(logs.codex) };
    writeFileSync(join(project, 'tmux-team.json'), JSON.stringify({ agents }));
    const { session } = await box.partyJson<{ session: { name: string } }>(['start', '--detach'], { cwd: project });
    for (const role of ['claude', 'codex']) {
      await until(role, async () =>
        (await box.party(['check', role], { cwd: project })).stdout.includes('receiver ready'),
      );
    }
    const sending: Sending = { box, project, stateDir: join(box.stateRoot, session.name) };
    const killed = await sendUntil(sending, count, kills, 'message');
    const written = await settle(sending, 20 * 60_000);
    for (const role of ['claude', 'codex'] as const) {
      const prefix = /^.*? ?(?=message )/;
      const received = jsonLines<string>(logs[role]).map((text) => text.replace(prefix, ''));
      report(`a program that reads lines, as ${role}`, compare(written.get(role) ?? [], received), killed);
    }
  } finally {
    await box.dispose();
  }
}
