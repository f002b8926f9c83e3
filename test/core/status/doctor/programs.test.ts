// What the doctor says about a program, for each state that the program can be in.
import assert from 'node:assert/strict';
import type { Probe } from '../../../../src/core/agents/agent.ts';
import { clientRecord } from '../../../../src/core/agents/clientRecord.ts';
import type { ClientRun } from '../../../../src/core/agents/clientRuns.ts';
import {
  type InstalledAgent,
  judgeAgent,
  judgeProgram,
  type ProgramFacts,
} from '../../../../src/core/status/doctor/programs.ts';

describe('a program', () => {
  const facts = (more: Partial<ProgramFacts>): ProgramFacts => ({
    ...{ name: 'tmux', path: '/usr/bin/tmux', version: '3.3a', install: 'Install it with: apt' },
    ...more,
  });
  const cases: [title: string, facts: Partial<ProgramFacts>, status: string, message: RegExp, fix: RegExp | null][] = [
    ['tested', {}, 'ok', /^For the panes of a party: \/usr\/bin\/tmux 3\.3a, which Party is tested with$/, null],
    ['newer', { version: '3.6' }, 'ok', /3\.6, newer than 3\.3a, which Party is tested with$/, null],
    ['older', { version: '3.1' }, 'ok', /3\.1, older than 3\.3a/, null],
    ['a build without a number', { version: 'master' }, 'ok', /a build without a number$/, null],
    ['too old', { version: '2.9a' }, 'fail', /^2\.9a is too old: Party needs 3\.0 or newer/, /^Install it with: apt$/],
    ['missing', { path: undefined, version: undefined }, 'fail', /^tmux was not found; it is needed for the/, /apt/],
    [
      'silent',
      { version: undefined },
      'fail',
      /^\/usr\/bin\/tmux does not report its version/,
      /^Run it in a terminal/,
    ],
    ['missing, and optional', { name: 'gh', path: undefined }, 'ok', /^not installed; .* tasks on GitHub alone$/, null],
    ['missing, and wanted', { name: 'gh', path: undefined, isWanted: true }, 'fail', /^gh was not found/, /apt/],
    [
      'Node 18',
      { name: 'node', version: '18.20.0' },
      'fail',
      /^18\.20\.0 is too old: Party needs 20\.0 or newer/,
      /apt/,
    ],
    [
      'not the named one',
      { name: 'node', version: '20.20.2', oddity: 'PARTY_NODE is gone' },
      'warn',
      /^PARTY_NODE is gone; in use is/,
      /^Correct or unset PARTY_NODE$/,
    ],
  ];
  for (const [title, given, status, message, fix] of cases) {
    it(`that is ${title} is ${status}`, () => {
      const check = judgeProgram(facts(given));
      assert.equal(check.status, status);
      assert.match(check.message, message);
      if (fix === null) assert.equal(check.fix, null);
      else assert.match(check.fix ?? '', fix);
    });
  }
});

describe('an agent', () => {
  const { pinned } = clientRecord;
  const claudeFlags = ['--append-system-prompt', '--permission-mode', '--plugin-dir', '--settings'];
  const codexFlags = ['--ask-for-approval', '--config', '--sandbox'];
  const probe = (version: string | undefined, flags = claudeFlags, args: string[] = []): Probe => ({
    path: '/bin/agent',
    args,
    version,
    flags,
  });
  const facts = (more: Partial<InstalledAgent>): InstalledAgent => ({
    ...{ role: 'claude', adapter: 'claude', program: 'claude', probe: probe(pinned.claude) },
    ...{ isFromProject: false, isConfigured: false, ...more },
  });
  const codex = { role: 'codex', adapter: 'codex', program: 'codex' } as const;
  const cases: [title: string, facts: Partial<InstalledAgent>, status: string, message: RegExp, fix: RegExp | null][] =
    [
      ['tested', {}, 'ok', /^For the author: \/bin\/agent [\d.]+, which Party is tested with$/, null],
      ['newer', { probe: probe('99.0.0') }, 'ok', /newer than .*; it has the options that Party needs$/, null],
      ['older', { probe: probe('2.0.9') }, 'ok', /older than .*; it has the options that Party needs$/, null],
      [
        'too old',
        { probe: probe('1.0.0', ['--settings']) },
        'fail',
        /does not know --plugin-dir, --permission-mode/,
        /claude update/,
      ],
      [
        'missing',
        { probe: undefined },
        'fail',
        /^claude was not found; Claude is the author/,
        /npm install -g @anthropic/,
      ],
      [
        'misnamed',
        { probe: undefined, program: 'clod', isConfigured: true },
        'fail',
        /^clod was not found/,
        /agents\.claude\.command/,
      ],
      [
        'silent',
        { probe: probe(undefined) },
        'fail',
        /^\/bin\/agent --version gave no version/,
        /^Run it in a terminal/,
      ],
      ['the choice of the project', { isFromProject: true }, 'ok', /it was not run$/, null],
      ['any program', { adapter: 'generic' }, 'ok', /a program that reads lines$/, null],
      [
        'with settings of its own',
        { probe: probe('2.1.325', claudeFlags, ['--settings', 'x']) },
        'warn',
        /has --settings/,
        /agents\.claude\.command/,
      ],
      [
        'Codex',
        { ...codex, probe: probe(pinned.codex, codexFlags) },
        'ok',
        / [\d.]+, which Party is tested with$/,
        null,
      ],
      [
        'Codex before profiles',
        { ...codex, probe: probe('0.122.0', codexFlags) },
        'warn',
        /runs read-only/,
        /npm install -g @openai\/codex@latest/,
      ],
    ];
  for (const [title, given, status, message, fix] of cases) {
    it(`that is ${title} is ${status}`, () => {
      const check = judgeAgent(facts(given));
      assert.equal(check.status, status);
      assert.match(check.message, message);
      if (fix === null) assert.equal(check.fix, null);
      else assert.match(check.fix ?? '', fix);
    });
  }

  it('that is known to fail is a warning that names what fails, and how to update it', () => {
    const broken: ClientRun = {
      ...{ client: 'claude', version: '2.1.400', beside: pinned.codex, date: '2026-11-17' },
      fails: ['collab'],
    };
    const check = judgeAgent(facts({ probe: probe('2.1.400') }), { pinned, runs: [broken] });
    assert.equal(check.status, 'warn');
    assert.match(check.message, /2\.1\.400, known to fail with Party: collab$/);
    assert.equal(check.fix, 'Run: claude update');
  });
});
