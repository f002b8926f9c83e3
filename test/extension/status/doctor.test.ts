// Party: Doctor without an editor: its rows, other extensions, and what it reads of the program's answer.
import assert from 'node:assert/strict';
import { PartyError } from '../../../src/core/base/errors.ts';
import { english } from '../../../src/core/base/translate.ts';
import { type ExtensionFacts, judgeExtensions } from '../../../src/core/status/doctor/conflicts.ts';
import { failure, fine, reportOf, warning } from '../../../src/core/status/doctor/doctorCheck.ts';
import { examinationOf } from '../../../src/extension/status/doctor/doctorProgram.ts';
import { doctorRows, doctorTitle } from '../../../src/extension/status/doctor/doctorRows.ts';
import { RecentErrors } from '../../../src/extension/status/doctor/recentErrors.ts';

const git = fine('git', '/usr/bin/git 2.39.5');
const home = warning('home', 'it is open', { repair: 'make-home-private' });
const codex = failure('codex', 'codex was not found', { fix: 'Install it' });

describe('the rows of the doctor', () => {
  it('begin with what can be corrected, then problems, warnings, and passed checks', () => {
    const rows = doctorRows(reportOf([git, home, codex]), english);
    assert.deepEqual(
      rows.map((row) => (row.kind === 'check' ? `${row.icon} ${row.label}` : row.label)),
      [
        'Correct What Is Safe to Correct',
        'problems',
        'error Programs: codex',
        'warning Directories: home',
        'passed',
        'pass Programs: git',
      ],
    );
    const [repair, , first, , , last] = rows;
    assert.equal(repair?.kind === 'repair' && repair.detail, 'home');
    assert.equal(first?.kind === 'check' && first.detail, 'Install it');
    assert.equal(last?.kind === 'check' && last.detail, undefined);
  });

  it('offer no correction where nothing can be corrected', () => {
    assert.deepEqual(
      doctorRows(reportOf([git, codex]), english).map(({ kind }) => kind),
      ['heading', 'check', 'heading', 'check'],
    );
    assert.deepEqual(
      doctorRows(reportOf([git]), english).map(({ label }) => label),
      ['passed', 'Programs: git'],
    );
  });

  it('have a title that counts them', () => {
    assert.equal(doctorTitle(reportOf([git]), english), 'All 1 checks passed');
    assert.equal(doctorTitle(reportOf([git, home, codex]), english), 'Problems: 1, warnings: 1, passed: 1');
  });
});

describe('the answer of party doctor', () => {
  const check = { id: 'git', status: 'ok' as const, message: 'm', fix: null, repair: null, next: [] };

  it('is read, without checks that this version does not know', () => {
    const held = { ...check, id: 'home', status: 'warn' as const, fix: 'f', repair: 'make-home-private' };
    const found = examinationOf({ ok: true, checks: [check, held, { ...check, id: 'moon' }], recent: [] });
    assert.deepEqual(
      found.report.checks.map(({ id, repair }) => [id, repair]),
      [
        ['git', undefined],
        ['home', 'make-home-private'],
      ],
    );
    assert.deepEqual(found.fixed, []);
  });
});

describe('other extensions', () => {
  const copilot = { id: 'GitHub.copilot-chat', contributed: ['github.copilot.chat'] };
  const facts = (more: Partial<ExtensionFacts>): ExtensionFacts => ({
    ...{ others: [copilot], isGated: true, readsClaudeHooks: true },
    ...more,
  });
  const cases: [title: string, facts: Partial<ExtensionFacts>, status: string, message: RegExp][] = [
    ['run the hooks of a folder with the plan gate', {}, 'warn', /^GitHub Copilot Chat also runs the hooks/],
    ['are not in the way without the plan gate', { isGated: false }, 'ok', /No other extension/],
    ['are not in the way when a setting keeps hooks from them', { readsClaudeHooks: false }, 'ok', /No other/],
    [
      'are not in the way when they are others',
      { others: [{ id: 'a.b', contributed: ['partyline.x'] }] },
      'ok',
      /No other/,
    ],
    [
      'start a Claude outside the party',
      { others: [{ id: 'Anthropic.claude-code', contributed: [] }] },
      'warn',
      /no gate/,
    ],
    ['take ids of Party', { others: [{ id: 'a.b', contributed: ['party.start'] }] }, 'fail', /^a\.b contributes/],
    ['take the place of its views', { others: [{ id: 'a.b', contributed: ['party'] }] }, 'fail', /^a\.b contributes/],
  ];
  for (const [title, given, status, message] of cases) {
    it(title, () => {
      const check = judgeExtensions(facts(given));
      assert.equal(check.status, status);
      assert.match(check.message, message);
    });
  }
});

describe('the last errors of a window', () => {
  it('are kept by their codes alone, the newest twenty', () => {
    const errors = new RecentErrors();
    errors.add(new PartyError('TMUX_FAILED', 'a private text'));
    errors.add(new TypeError('another'));
    errors.add('a word');
    assert.deepEqual(
      errors.lines.map(({ from, code }) => `${from} ${code}`),
      ['editor TMUX_FAILED', 'editor TypeError', 'editor INTERNAL'],
    );
    for (let n = 0; n < 30; n++) errors.add(new Error());
    assert.equal(errors.lines.length, 20);
  });
});
