// The built extension in a process of its own, in an editor without a window. Prints what it measured, as JSON:
// `editorHost.ts findings FOLDER COUNT`, `editorHost.ts idle FOLDER SECONDS` or `editorHost.ts activation FOLDER`. Run
// with --expose-gc. `editorHost.ts marks FOLDER` goes on, and prints a line when the marks change.

import { readFileSync } from 'node:fs';
import type { TestedParty } from '../../src/extension/extension.ts';
import { FakeEditor } from '../support/editor/fakeEditor.ts';
import { until } from '../support/sandbox.ts';
import { median } from './measure.ts';

const [what, folder = '', number = '0'] = process.argv.slice(2);
const before = memory();
const editor = new FakeEditor([folder]);
if (what === 'activation') {
  console.log(JSON.stringify(activation()));
  process.exit();
}
const api = editor.activate<TestedParty>({ ...process.env });
await api.ready;
if (what === 'marks') await tellMarks();
console.log(JSON.stringify(what === 'idle' ? await idle(Number(number)) : await findings(Number(number))));
process.exit();

/** As in a window of a user: milliseconds and megabytes. */
function activation(): Record<string, number> {
  const began = performance.now();
  editor.activateForUser({ ...process.env });
  const ms = performance.now() - began;
  return { ms, grown: memory() - before };
}

/** Does not end. */
async function tellMarks(): Promise<void> {
  for (let told = ''; ; await new Promise((wake) => setTimeout(wake, 2))) {
    const marks = JSON.stringify([...editor.diagnostics.values()].flat());
    if (marks !== told) console.log(JSON.stringify({ marks, at: Date.now() }));
    told = marks;
  }
}

/** Milliseconds and megabytes. */
async function findings(count: number): Promise<Record<string, number>> {
  const marks = () => [...editor.diagnostics.values()].flat().length;
  const tree = editor.trees.get('party.findings');
  await until('all marks', () => marks() === count, 60_000);
  tree?.show();
  const grown = memory() - before;
  const fixed: number[] = [];
  for (let n = 0; n < 5; n++) {
    const began = performance.now();
    await editor.run('party.markFindingFixed', api.internals.findings.store.all[n]?.id);
    await until('the mark to go', () => marks() === count - n - 1, 60_000);
    fixed.push(performance.now() - began);
  }
  const next: number[] = [];
  for (let n = 0; n < 9; n++) {
    const began = performance.now();
    await editor.run('party.previousFinding');
    next.push(performance.now() - began);
  }
  return { fixed: median(fixed), next: median(next), grown, afterUse: memory() - before };
}

/** Percent of a core, with the programs that it starts. */
async function idle(seconds: number): Promise<Record<string, number>> {
  // What follows from the activation is over.
  await new Promise((wake) => setTimeout(wake, 5000));
  const began = { cpu: cpuMs(), at: performance.now() };
  await new Promise((wake) => setTimeout(wake, seconds * 1000));
  return {
    percent: ((cpuMs() - began.cpu) / (performance.now() - began.at)) * 100,
    parties: api.internals.snapshot()?.parties.length ?? 0,
  };
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** Of this process and of the children that have ended. */
function cpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
  return ticks * 10;
}
