// The long run: are messages lost, doubled or out of order when senders and relays are killed? Minutes, not a unit test.
//   npm run soak -- [--messages 900] [--kills 270] [--real 100] [--real-kills 30] [--cycles 20]

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Sandbox, until } from '../support/sandbox.ts';
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
function report(title: string, verdict: Verdict, more: string): void {
  const { sent, lost, twice, outOfOrder } = verdict;
  const bad = lost + twice + outOfOrder > 0;
  failed ||= bad;
  console.log(
    `${bad ? 'FAILED' : 'ok'}  ${title}: ${sent} sent, ${lost} lost, ${twice} twice, ${outOfOrder} out of order; ${more}`,
  );
}

await toPrograms(Number(values.messages), Number(values.kills));

const { verdicts, senders, relays } = await toRealClients(Number(values.real), Number(values['real-kills']));
for (const role of ['claude', 'codex'] as const) {
  report(`real ${role}`, verdicts[role], `${senders} senders and ${relays} relays killed`);
}

const cycles = Number(values.cycles);
const done = await fullCycles(cycles);
failed ||= done < cycles;
console.log(
  `${done < cycles ? 'FAILED' : 'ok'}  Claude asks, Codex answers, Claude reads: ${done} of ${cycles} in a row`,
);
process.exitCode = failed ? 1 : 0;

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
      const received = readLog(logs[role]).map((text) => text.replace(prefix, ''));
      report(
        `programs, ${role}`,
        compare(written.get(role) ?? [], received),
        `${killed.senders} senders and ${killed.relays} relays killed`,
      );
    }
  } finally {
    await box.dispose();
  }
}

function readLog(path: string): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string);
}
