// What holds for every gate: it closes when it breaks, and costs no start of Node for ordinary commands.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, type Sandbox } from '../../../support/sandbox.ts';
import { allowed, closed, type HookedProject, tracingNode } from './hookedProject.ts';

const bundles: Record<string, string | undefined> = {
  'is missing': undefined,
  'is empty': '',
  'has a syntax error': 'const (',
  throws: 'throw new Error("x")',
  'prints garbage': 'console.log("garbage")',
  'prints garbage before its answer': 'console.log("warning"); console.log("{}")',
  'prints half an answer': `console.log('{"hookSpecificOutput":{"perm')`,
  'fails after its answer': 'console.log("{}"); process.exitCode = 3',
  'dies by a signal': 'process.kill(process.pid, "SIGKILL")',
};

export function closesWhenBroken(gate: string, command: string, at: () => HookedProject): void {
  for (const [what, bundle] of Object.entries(bundles)) {
    it(`${gate} denies when the bundle ${what}`, async () => {
      const file = join(installation(at().box, bundle), `${gate}.sh`);
      assert.match(closed(await at().hook(file, at().bash(command))), /party gates check/);
      allowed(await at().hook(file, at().bash('ls -la')));
    });
  }

  it(`${gate} denies without Node`, async () => {
    const env = at().withoutNode();
    assert.match(closed(await at().hook(gate, at().bash(command), env)), /no node on the PATH/);
    allowed(await at().hook(gate, at().bash('ls -la'), env));
  });

  const inputs: Record<string, string> = {
    nothing: '',
    'half of JSON': `{"tool_name":"Bash","tool_input":{"command":"${command}`,
    'no JSON': `garbage ${command}`,
    'a list': `["${command}"]`,
    null: 'null',
    'a command that is a number':
      '{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":7}}',
    'a command that is missing':
      '{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}',
    'a tool without a name': `{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_input":{"command":"${command}"}}`,
    'a cwd that is a number': `{"session_id":"s","cwd":7,"tool_name":"Bash","tool_input":{"command":"${command}"}}`,
    'a megabyte of garbage': `${'x'.repeat(1_000_000)}${command}`,
  };
  for (const [what, input] of Object.entries(inputs)) {
    it(`${gate} denies ${what}`, async () => void closed(await at().hook(gate, input)));
  }

  it(`${gate} reads a command of a megabyte`, async () => {
    closed(await at().hook(gate, at().bash(`echo ${'x'.repeat(1_000_000)}; ${command}`)));
    allowed(await at().hook(gate, at().bash(`echo ${'x'.repeat(1_000_000)}`)));
    const late = {
      ...at().event('PreToolUse'),
      tool_name: 'Bash',
      tool_input: { description: 'x'.repeat(1_000_000), command },
    };
    closed(await at().hook(gate, late));
  });

  it(`${gate} denies when the repository is broken`, async () => {
    writeFileSync(at().file('.git/index'), 'broken');
    closed(await at().hook(gate, at().bash(command)));
  });

  it(`${gate} does nothing outside a party`, async () => {
    allowed(await at().hook(gate, at().bash(command), { PARTY_SESSION: '' }));
    allowed(await at().hook(gate, 'garbage', { PARTY_SESSION: '' }));
  });
}

export function needsNoNodeFor(name: string, commands: readonly string[], at: () => HookedProject): void {
  it(`${name} needs no Node for ordinary commands`, async () => {
    const { env, started } = tracingNode(at());
    for (const command of commands) allowed(await at().hook(name, at().bash(command), env));
    assert.equal(started(), false);
    // And would have started it, had there been something.
    await at().hook(name, at().bash('gh pr create; tmux-codex.sh --review; git checkout -b x'), env);
    assert.equal(started(), true);
  });
}

export function asksNodeAbout(name: string, all: readonly string[], at: () => HookedProject): void {
  it(`${name} asks Node about every line that is gated`, async () => {
    const { env } = tracingNode(at());
    // The client runs its hooks side by side, too.
    for (let first = 0; first < all.length; first += 8) {
      const answers = await Promise.all(
        all.slice(first, first + 8).map((line) => at().hook(name, at().bash(line), env)),
      );
      for (const [index, { code }] of answers.entries()) assert.equal(code, 2, all[first + index]);
    }
  });
}

/** A Party of its own, to be broken. */
export function installation(box: Sandbox, bundle: string | undefined): string {
  const root = box.directory('party');
  mkdirSync(join(root, 'resources/claude/hooks'), { recursive: true });
  for (const name of readdirSync(join(repository, 'resources/claude/hooks'))) {
    const file = join(repository, 'resources/claude/hooks', name);
    writeFileSync(join(root, 'resources/claude/hooks', name), readFileSync(file));
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  if (bundle !== undefined) writeFileSync(join(root, 'dist/hook.cjs'), bundle);
  return join(root, 'resources/claude/hooks');
}
