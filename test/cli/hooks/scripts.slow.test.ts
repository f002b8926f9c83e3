// The scripts of the hooks in each shell that a system has as sh: dash, and bash as on macOS.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { reviewPrograms } from '../../../src/core/gates/codexCalls.ts';
import { takesCodeFromInput } from '../../../src/core/gates/inside.ts';
import { ownNames } from '../../../src/core/gates/ownHooks.ts';
import { pullRequestWords } from '../../../src/core/gates/pullRequest.ts';
import { gateFile } from '../../../src/core/plan/plan.ts';
import { interpreters } from '../../../src/core/shell/kinds.ts';
import { feeders, shells as shellNames } from '../../../src/core/shell/launchers.ts';
import { findProgram } from '../../../src/node/system/installHint.ts';
import { node20, repository, Sandbox } from '../../support/sandbox.ts';

const hooks = 'resources/claude/hooks';
const shells = ['dash', 'bash'].flatMap((name) => {
  const program = findProgram(name, process.env['PATH'] ?? '');
  return program === undefined ? [] : [{ name, program }];
});

/** In UTF-8, without NUL and line breaks. */
const everyByte = Array.from({ length: 0x7ff }, (_, code) => String.fromCodePoint(code + 1))
  .filter((character) => character !== '\n')
  .join('');

for (const { name: shellName, program } of shells) {
  describe(`scripts of hooks with ${shellName} as sh`, () => {
    let box: Sandbox;
    let project: string;
    let shell: string;
    beforeEach(() => {
      box = new Sandbox();
      project = box.project();
      // By its name bash knows that it is to be sh.
      shell = join(box.directory('shell'), 'sh');
      symlinkSync(program, shell);
      Object.assign(box.env, { PARTY_SESSION: 'party-app-1', PARTY_NODE: node20, CLAUDE_PROJECT_DIR: project });
    });
    afterEach(() => box.dispose());

    interface Call {
      readonly root?: string;
      readonly env?: Record<string, string>;
      readonly flags?: readonly string[];
    }
    async function run(hook: string, input: string, { root = repository, env = {}, flags = [] }: Call = {}) {
      const { exitCode, stdout, stderr } = await execa(shell, [...flags, join(root, hooks, `${hook}.sh`)], {
        ...{ cwd: project, env: { ...box.env, ...env }, extendEnv: false, input, reject: false },
      });
      return { code: exitCode, stdout, stderr };
    }
    const said = (fields: object) =>
      JSON.stringify({
        session_id: 's',
        transcript_path: '/t',
        cwd: project,
        hook_event_name: 'PreToolUse',
        ...fields,
      });
    const bash = (command: string) => said({ tool_name: 'Bash', tool_input: { command, description: 'd' } });

    describe('with nothing to do', () => {
      // Each `cat` and each `pwd` is one: they run in a subshell of their own. No blanks in the inputs: dash shows a value
      // without quotes.
      const forks: Record<string, [input: () => string, count: number]> = {
        'pr-gate': [() => bash('ls'), 0],
        'codex-gate': [() => bash('make|head'), 0],
        'worktree-guard': [() => bash('make'), 0],
        'codex-trace': [() => bash('make'), 1],
        'marker-invalidate': [() => said({ tool_name: 'Edit', tool_input: { file_path: '/x' } }), 0],
        'skill-eval': [() => said({ prompt: 'hello' }), 0],
        'plan-gate': [() => bash('make'), 0],
        'plan-review': [() => said({ tool_name: 'Edit', tool_input: { file_path: '/x' } }), 0],
        'bash-drift': [() => bash('make'), 0],
        stop: [() => said({ last_assistant_message: 'done' }), 0],
      };
      for (const [hook, [input, count]] of Object.entries(forks)) {
        it(`${hook} starts at most cat, and ${count} subshells`, async () => {
          const { code, stdout, stderr } = await run(hook, input(), { flags: ['-x'] });
          assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
          // The timer of a gate traces at the same time, so that the sign of its line may stand in another one.
          const ran = commandsIn(stderr)
            .map((name) => name.replaceAll('+', ''))
            .filter((name) => name !== '');
          // A gate that reads its input has a timer, which is a program in the background.
          const limited = hook.endsWith('-gate');
          const forked = ran.filter((name) => /^(?:\/bin\/)?cat$|^pwd$/.test(name));
          assert.equal(forked.length, count, stderr);
          assert.ok(forked.filter((name) => name.endsWith('cat')).length <= 1, stderr);
          const free = [
            '[',
            'cd',
            'read',
            'case',
            'for',
            'break',
            'return',
            'exit',
            'gated',
            'on',
            'shut',
            'unset',
            'cat',
            'pwd',
            ...(limited ? ['trap', 'kill', 'wait', 'exec', 'set', 'continue', '/bin/sleep', '/bin/cat'] : []),
          ];
          // It may be killed before it says what it is.
          assert.ok(ran.filter((name) => name === '/bin/sleep').length <= 1, stderr);
          assert.deepEqual(
            ran.filter((name) => !free.includes(name)),
            [],
          );
        });
      }

      it('the gates need no Node, no bundle and no other program', async () => {
        const root = copyOfParty(undefined);
        const env = { PATH: onlyCat(), PARTY_NODE: '/nowhere/node' };
        for (const hook of ['pr-gate', 'codex-gate', 'plan-gate']) {
          assert.deepEqual(await run(hook, bash('ls -la src'), { root, env }), { code: 0, stdout: '', stderr: '' });
        }
      });
    });

    describe('read their input', () => {
      /** Stands in for Node, and answers with what it was given, between two lines. */
      function echoing(): Record<string, string> {
        const node = join(box.directory('echo'), 'node');
        const answer = "printf '{\"hookSpecificOutput\":\\n'; cat; printf '\\n}'";
        writeFileSync(node, `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
        return { PARTY_NODE: node };
      }
      const command = bash('gh pr create; tmux-codex.sh --review');
      const backslashes = bash('gh \\\\ \\t "x\\"').replace('}', '\\ }');
      const inputs: Record<string, [given: string, read: string]> = {
        'without an end of line': [command, command],
        'with one': [`${command}\n`, command],
        'of several lines': [`a\n\n b \\\n\nc`, `a\n\n b \\\n\nc`],
        'with blanks around it': [`  \t${command}  \t`, `  \t${command}  \t`],
        'with backslashes': [backslashes, backslashes],
        'with every byte': [everyByte, everyByte],
        'with NULs, which no shell keeps': ['gh\0 pr \0create', 'gh pr create'],
        'that is very long': [bash(`gh ${'x'.repeat(300_000)}`), bash(`gh ${'x'.repeat(300_000)}`)],
        'that is empty': ['', ''],
      };
      for (const gate of ['pr-gate', 'codex-gate', 'plan-gate']) {
        for (const [what, [given, read]] of Object.entries(inputs)) {
          it(`${gate}: one ${what}`, async () => {
            mkdirSync(dirname(join(project, gateFile)), { recursive: true });
            writeFileSync(join(project, gateFile), '{}\n');
            const { code, stdout } = await run(gate, given, { env: echoing() });
            // A here-document ends with a line break, which means nothing to JSON.
            const answer = stdout.replace(/\n*\}$/, '');
            assert.deepEqual(
              { code, answer },
              { code: 0, answer: `{"hookSpecificOutput":\n${read}`.replace(/\n$/, '') },
            );
          });
        }
      }

      it('and deny a truncated one, whatever it says', async () => {
        for (const gate of ['pr-gate', 'codex-gate']) {
          for (const whole of [bash('make'), `${bash('make')}\n`]) {
            assert.equal((await run(gate, whole)).stdout, '');
            const { code, stdout } = await run(gate, whole.slice(0, whole.indexOf('make') + 3));
            assert.equal(code, 0);
            assert.match(stdout, /"permissionDecision":"deny"/);
          }
        }
      });
    });

    describe('that break', () => {
      const gated: Record<string, string> = {
        'pr-gate': 'gh pr create',
        'codex-gate': 'tmux-codex.sh --review',
        'plan-gate': 'touch x',
      };
      const bundles: Record<string, [bundle: string | undefined, env: () => Record<string, string>, why: RegExp]> = {
        'no Node is there, and PARTY_NODE is gone': [
          '',
          () => ({ PATH: onlyCat(), PARTY_NODE: '/nowhere/node' }),
          /no node on the PATH/,
        ],
        'PARTY_NODE is a folder, and no Node is there': [
          '',
          () => ({ PATH: onlyCat(), PARTY_NODE: box.root }),
          /no node on the PATH/,
        ],
        'the bundle is missing': [undefined, () => ({}), /failed with 1/],
        'the bundle is empty': ['', () => ({}), /gave no answer/],
        'the bundle throws': ['throw 1', () => ({}), /failed with 1/],
      };
      for (const [gate, command] of Object.entries(gated)) {
        for (const [what, [bundle, env, why]] of Object.entries(bundles)) {
          it(`${gate} denies when ${what}`, async () => {
            mkdirSync(dirname(join(project, gateFile)), { recursive: true });
            writeFileSync(join(project, gateFile), '{}\n');
            const { code, stdout, stderr } = await run(gate, bash(command), { root: copyOfParty(bundle), env: env() });
            assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
            assert.match(stderr, new RegExp(`^Party: ${gate} could not decide \\(`));
            assert.match(stderr, why);
          });
        }
      }

      it('plan-review says that the plan is not approved', async () => {
        mkdirSync(dirname(join(project, gateFile)), { recursive: true });
        writeFileSync(join(project, gateFile), '{}\n');
        const written = said({ tool_name: 'Write', tool_input: { file_path: join(project, 'docs/plan.md') } });
        const { code, stdout, stderr } = await run('plan-review', written, { root: copyOfParty(undefined) });
        assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
        assert.match(stderr, /^Party: the plan was not reviewed \(dist\/hook\.cjs failed with 1\)/);
      });
    });

    describe('ask Node', () => {
      const behindPipe = [...shellNames, ...interpreters.filter(takesCodeFromInput)];
      const words: Record<string, readonly string[]> = {
        'pr-gate': pullRequestWords,
        'codex-gate': [...reviewPrograms, ...ownNames],
      };
      for (const [gate, own] of Object.entries(words)) {
        it(`${gate} does, about every word that its decision knows`, async () => {
          const lines = [...own, ...feeders].flatMap((word) => [`x ${word} y`, `x ${word.toUpperCase()} y`]);
          const all = [...lines, ...behindPipe.map((word) => `x | ${word}`)];
          // A Node that gives no answer: whatever asks it is denied.
          const node = join(box.directory('bin'), 'node');
          writeFileSync(node, '#!/bin/sh\n', { mode: 0o755 });
          for (let at = 0; at < all.length; at += 8) {
            const some = all.slice(at, at + 8);
            const answers = await Promise.all(some.map((line) => run(gate, bash(line), { env: { PARTY_NODE: node } })));
            assert.deepEqual(
              some.filter((_, index) => answers[index]?.code !== 2),
              [],
            );
          }
        });
      }
    });

    function onlyCat(): string {
      const bin = box.directory('only');
      symlinkSync(findProgram('cat', process.env['PATH'] ?? '') ?? '', join(bin, 'cat'));
      return bin;
    }

    /** A Party of its own, to be broken. */
    function copyOfParty(bundle: string | undefined): string {
      const root = box.directory('party');
      cpSync(join(repository, hooks), join(root, hooks), { recursive: true });
      mkdirSync(join(root, 'dist'));
      if (bundle !== undefined) writeFileSync(join(root, 'dist/hook.cjs'), bundle);
      return root;
    }
  });
}

/** The first word of each command in the trace of `sh -x`; of an assignment before a command, the command's. */
function commandsIn(trace: string): string[] {
  return trace
    .split('\n')
    .map((line) => line.replace(/^\++ /, '').replace(/^(?:\w+=(?:'[^']*'|\S*)(?:\s+|$))+/, ''))
    .flatMap((line) => (line === '' ? [] : [(line.split(' ')[0] ?? '').replaceAll("'", '')]));
}
