// What a client can read as a resource: what a verb shows, and the text that it is about.

import { isPartyError } from '../../core/base/errors.ts';
import { openPost } from '../../node/messages/send.ts';
import { planProject } from '../../node/plan/planActs.ts';
import { readPlanFile } from '../../node/plan/planFile.ts';
import { openReview } from '../../node/review/openReview.ts';
import { readText } from '../../node/system/store.ts';
import type { Cli } from '../party/cli.ts';
import { showPlanStatus } from '../plan/planShow.ts';
import { showReview } from '../review/reviewShow.ts';
import type { ToolAct } from './act.ts';
import { listFindings } from './reviewActs.ts';

export interface Resource {
  readonly title: string;
  readonly description: string;
  readonly act: ToolAct;
}

export const resources: Readonly<Record<string, Resource>> = {
  request: {
    title: 'The open review',
    description:
      'The review of the current change, and `request`: what the reviewer was asked, while it has not answered',
    act: (cli) => withMore(cli, showReview, async () => ({ request: await openRequest(cli) })),
  },
  plan: {
    title: 'The plan',
    description: 'The state of docs/plan.md, its versions and its approval, and `text`: the plan itself',
    act: (cli) => withMore(cli, showPlanStatus, async () => ({ text: await planText(cli) })),
  },
  ledger: {
    title: 'The findings',
    description: 'All findings of this review with their states',
    act: listFindings(true),
  },
};

async function withMore(cli: Cli, act: ToolAct, read: () => Promise<object>): Promise<number> {
  const more = await read();
  return act({ ...cli, print: ({ json, text }) => cli.print({ json: { ...Object(json), ...more }, text }) });
}

async function openRequest(cli: Cli): Promise<object | null> {
  const { rounds } = await (await openReview(cli)).read();
  const open = rounds.findLast(({ outcome, receivedAt }) => outcome === 'open' && receivedAt === null);
  if (open === undefined) return null;
  const { n: round, request: id, title, file } = open;
  return { id, round, title, findings: file, text: await requestText(cli, id) };
}

/** Null when the party has ended, or when Codex was asked without one. */
async function requestText(cli: Cli, id: string): Promise<string | null> {
  try {
    const sent = (await (await openPost(cli)).mailbox.messages()).find((one) => one.id === id);
    return (sent && (await readText(sent.file))) ?? null;
  } catch (error) {
    if (isPartyError(error)) return null;
    throw error;
  }
}

async function planText(cli: Cli): Promise<string | null> {
  const plan = await readPlanFile(planProject(cli).top);
  return plan.kind === 'plan' ? plan.text : null;
}
