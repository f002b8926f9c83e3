// The demo Codex without a pane, called as Party calls the real one: `codex exec --json --output-schema … -o FILE … -` and
// `codex app-server`. What it says follows from the code and from the text that it is given, as in its pane.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { isDemoProject, reviewGreeting } from './greeting.mjs';

const pace = Number(process.env.PARTY_DEMO_PACE ?? 1200);
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

export async function runCodex(args) {
  if (args.includes('--version')) process.stdout.write('codex-cli (demo)\n');
  else if (args.includes('app-server')) serve();
  else if (args[0] === 'exec') await review(args);
  else fail(`The demo Codex does not know: codex ${args.join(' ')}`);
}

async function review(args) {
  const after = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  process.chdir(after('-C') ?? '.');
  if (!(await isDemoProject())) return fail('The demo Codex reviews only the demo project');
  const request = await text(process.stdin);
  say({ type: 'thread.started', thread_id: after('resume') ?? randomUUID() });
  say({ type: 'turn.started' });
  // Long enough to be seen at work.
  await setTimeout(pace);
  const answer = JSON.stringify(await answerTo(request));
  writeFileSync(after('-o') ?? '', answer);
  say({ type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: answer } });
  say({ type: 'turn.completed', usage: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 } });
}

async function answerTo(request) {
  if (request.startsWith('# Plan review')) return aboutPlan(request);
  if (request.startsWith('# Design review')) return aboutDesign(request);
  if (request.startsWith('# Review of task')) return aboutTask(request);
  return reviewGreeting(request);
}

/** A plan has to say what becomes of empty names. */
function aboutPlan(request) {
  const plan = textOf(request, '## The plan');
  if (plan.some(({ text }) => /\b(empty|blank)\b/i.test(text))) {
    return { is_optimal: true, summary: 'Small, and it says what happens to empty names. Build it.', notes: [] };
  }
  const approach = plan.find(({ text }) => /^#+\s.*approach/i.test(text));
  const note = {
    line: approach?.line ?? null,
    severity: 'blocking',
    text: 'It does not say what happens to empty names: greet("", "Ada") would say "Hello,  and Ada!"',
    suggestion: 'Leave out names that are empty or blank, and say so here',
  };
  return { is_optimal: false, summary: 'The approach is right, but one case is missing.', notes: [note] };
}

function aboutDesign(request) {
  const design = textOf(request, '## The design');
  const title = design.find(({ text }) => text.startsWith('#'));
  const remark = {
    ...{ severity: 'info', category: 'design', file: 'docs/design.md', line: title?.line ?? null },
    title: 'It does not say how three names are joined',
    description: 'With "and" between all of them, three names read "Ada and Alan and Grace".',
    suggestion: 'That is good enough here; say so, or leave it to a later task',
    conflicts_with_design: false,
  };
  return { summary: 'It can be built as it is.', issues: [remark], resolved: [] };
}

async function aboutTask(request) {
  const { findings } = await reviewGreeting('');
  const blocking = findings.filter(({ severity }) => severity === 'blocking');
  const issues = blocking.map(({ file, line, description, suggestion }) => ({
    ...{ severity: 'warning', category: 'correctness', file, line },
    ...{ title: 'Empty names are greeted', description, suggestion, conflicts_with_design: false },
  }));
  return {
    summary: issues.length > 0 ? 'The code does not check the names.' : 'It does what the design asks for.',
    issues,
    resolved: issues.length > 0 ? [] : openKeys(request),
  };
}

/** The lines behind their numbers, as Party quotes a document. */
function textOf(request, heading) {
  const quoted = request.slice(request.indexOf(`\n${heading}\n`));
  return [...quoted.matchAll(/^ *(\d+)\| ?(.*)$/gm)].map(([, line, text]) => ({ line: Number(line), text }));
}

/** What Party calls open from earlier reviews. */
function openKeys(request) {
  const open = /\n## Open from earlier reviews\n([\s\S]*?)(?=\n## |$)/.exec(request)?.[1] ?? '';
  return [...open.matchAll(/^- (\S+), /gm)].map(([, key]) => key);
}

/** Says that its model is called demo; every review that it gives carries that name. */
function serve() {
  const efforts = ['low', 'medium', 'high', 'xhigh'].map((reasoningEffort) => ({ reasoningEffort }));
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const models = { data: [{ model: 'demo', isDefault: true, supportedReasoningEfforts: efforts }], nextCursor: null };
    if (method === 'model/list') say({ id, result: models });
    else say({ id, result: method === 'config/read' ? { config: { model: 'demo' } } : {} });
  });
}

function fail(message) {
  say({ type: 'turn.failed', error: { message } });
  process.exitCode = 1;
}
