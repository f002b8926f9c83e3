// The same with the real Claude Code and Codex in the panes: what was received is what their models were shown.

import { readFileSync } from 'node:fs';
import { type Agent, Party } from '../agents/party.ts';
import { until } from '../support/sandbox.ts';
import { compare, sendUntil, settle, type Verdict } from './killing.ts';

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'as scripted' } });

export interface Killed {
  readonly verdicts: Record<Agent, Verdict>;
  readonly senders: number;
  readonly relays: number;
}

/** Messages to both, while senders and relays are killed. */
export async function toRealClients(count: number, kills: number): Promise<Killed> {
  const party = await Party.start({
    claude: [{ when: /soak message/, say: 'heard' }],
    codex: [{ when: /soak message/, say: 'heard' }],
  });
  try {
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
    const sending = { box: party.sandbox, project: party.project, stateDir: party.stateDir };
    const { senders, relays } = await sendUntil(sending, count, kills, 'soak message');
    const written = await settle(sending, 10 * 60_000);
    return {
      verdicts: { claude: verdict(party, 'claude', written), codex: verdict(party, 'codex', written) },
      senders,
      relays,
    };
  } finally {
    await party.dispose();
  }
}

function verdict(party: Party, role: Agent, written: Map<string, string[]>): Verdict {
  // A request holds the whole conversation, so the last one has every prompt once.
  const prompts = party[role].requests.at(-1)?.prompts ?? [];
  const shown = prompts.map((prompt) => /soak message \d+/.exec(prompt)?.[0]).filter((text) => text !== undefined);
  return compare(written.get(role) ?? [], shown);
}

/** Claude asks, Codex answers from its sandbox, Claude reads: so many times in a row, without a human. */
export async function fullCycles(count: number): Promise<number> {
  const party: Party = await Party.start({
    claude: [
      {
        when: /please ask codex (\d+)/,
        call: ([, n]) => [bash(`${party.scripts.toCodex} --prompt 'question ${n}'`)],
        say: 'ASKED',
      },
      {
        when: /Response ready\. Read: (\S+)/,
        call: ([, file]) => [{ tool: 'Read', input: { file_path: file } }],
        say: 'READ',
      },
    ],
    codex: [
      {
        when: /Task waiting\. Read: (\S+) — Write response to: (\S+)/,
        run: ([, file, response]) => [
          `sed 's/question/answer/' ${file} > ${response}`,
          `${party.scripts.toClaude} "Response ready: ${response}"`,
        ],
        say: 'DONE',
      },
    ],
  });
  try {
    let done = 0;
    for (let n = 1; n <= count; n++) {
      await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
      await party.say('claude', `please ask codex ${n}`);
      await until(
        `answer ${n}`,
        () => party.claude.requests.some(({ userText }) => userText.includes(`answer ${n}`)),
        60_000,
      );
      done++;
    }
    const unfinished = (await party.messages()).filter(({ kind, state }) => kind === 'prompt' && state !== 'answered');
    for (const { file } of unfinished) console.error(`not answered: ${readFileSync(file, 'utf8')}`);
    return done - unfinished.length;
  } finally {
    await party.dispose();
  }
}
