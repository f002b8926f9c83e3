// Which evidence a pull request needs: what the files add up to, what they cannot loosen, and what waits for a human.
import assert from 'node:assert/strict';
import { sha256OfText } from '../../../src/core/base/sha256.ts';
import { english } from '../../../src/core/base/translate.ts';
import { type EvidenceKind, evidenceKinds } from '../../../src/core/project/evidenceKinds.ts';
import { gatedActs } from '../../../src/core/project/gatedActs.ts';
import {
  decidePolicy,
  defaultGatePolicy,
  type GatesConfig,
  isPlainStrict,
  loosens,
  type Policy,
  type PolicyFacts,
  policyHash,
  policyOf,
  strictPolicy,
} from '../../../src/core/review/policy.ts';
import { waitingRemark } from '../../../src/core/review/policyText.ts';

const standard: EvidenceKind[] = ['tests-passed', 'checks-passed', 'codex-ran', 'codex-approved'];
const change = { files: { 'src/auth/login.ts': '1', 'README.txt': '2' }, branch: 'topic/login' };
const file = '/home/u/.tmux-team/config.json';

interface Given {
  readonly confirmed?: GatesConfig | null;
  readonly project?: GatesConfig;
  readonly change?: PolicyFacts['change'];
}

function decide(user: GatesConfig, { confirmed = user, project, change: seen = change }: Given = {}) {
  return decidePolicy({
    user: { policy: policyOf(user), file },
    confirmed: confirmed === null ? null : policyOf(confirmed),
    projects: project === undefined ? [] : [{ file: 'tmux-team.json', gates: project }],
    change: seen,
  });
}

describe('the policy of the gates', () => {
  const named: readonly [GatesConfig['require'], readonly EvidenceKind[], string][] = [
    [undefined, evidenceKinds, 'strict'],
    ['strict', evidenceKinds, 'strict'],
    ['standard', standard, 'standard'],
    ['off', [], 'off'],
    [[], [], 'off'],
    [['codex-approved', 'tests-passed'], ['tests-passed', 'codex-approved'], 'list'],
    [[...standard].reverse(), standard, 'standard'],
  ];
  for (const [require, required, name] of named) {
    it(`${JSON.stringify(require)} that is confirmed requires ${required.length} kinds and is called ${name}`, () => {
      const found = decide({ require });
      assert.deepEqual([found.name, found.required, found.waiting], [name, required, null]);
    });
  }

  it('is strict when no file mentions it', () => {
    const found = decidePolicy({ user: { policy: strictPolicy, file: null }, confirmed: null, projects: [], change });
    assert.equal(isPlainStrict(found), true);
    assert.deepEqual(found, defaultGatePolicy);
    assert.equal(isPlainStrict(decide({ require: 'off' }, { confirmed: null })), false);
  });

  it('gates all acts by default, and others than pull requests only as far as a human has confirmed', () => {
    assert.deepEqual(decide({}).acts, gatedActs);
    assert.deepEqual(decide({ acts: [] }).acts, ['pr-create']);
    const waiting = decide({ acts: ['pr-merge'] }, { confirmed: null });
    assert.deepEqual([waiting.acts, waiting.waiting?.freed], [gatedActs, ['pr-ready', 'push-base', 'status']]);
    assert.match(waitingRemark(waiting, english)?.problem ?? '', /no longer gates pr-ready, push-base, status/);
    assert.equal(loosens(policyOf({ acts: ['pr-merge'] }), policyOf({ acts: ['status'] })), true);
    assert.equal(loosens(policyOf({ acts: ['pr-merge', 'status'] }), policyOf({ acts: ['status'] })), false);
  });

  it('lets a project gate more acts, and not fewer', () => {
    assert.deepEqual(decide({ acts: [] }, { project: { acts: ['push-base'] } }).acts, ['pr-create', 'push-base']);
    assert.deepEqual(decide({}, { project: { acts: [] } }).acts, gatedActs);
  });

  it('keeps the name of a confirmed policy that says nothing about acts', () => {
    // As a version without acts recorded it.
    assert.equal(policyHash(policyOf({ require: 'off' })), sha256OfText('{"require":[],"rules":[]}'));
    assert.notEqual(policyHash(policyOf({ require: 'off', acts: [] })), policyHash(policyOf({ require: 'off' })));
  });

  const rules: readonly [string, NonNullable<GatesConfig['rules']>[number], boolean][] = [
    ['a path below a folder', { paths: ['src/auth/**'], require: ['security-scanned'] }, true],
    ['a name in any folder', { paths: ['login.ts'], require: ['security-scanned'] }, true],
    ['one of several paths', { paths: ['nothing/**', '*.txt'], require: ['security-scanned'] }, true],
    ['another path', { paths: ['src/other/**'], require: ['security-scanned'] }, false],
    ['the branch', { branch: 'topic/*', require: ['security-scanned'] }, true],
    ['another branch', { branch: 'topic', require: ['security-scanned'] }, false],
    ['the branch, not the path', { paths: ['x'], branch: 'topic/**', require: ['security-scanned'] }, true],
  ];
  for (const [title, rule, adds] of rules) {
    it(`a rule for ${title} ${adds ? 'adds' : 'adds nothing'}`, () => {
      const found = decide({ require: 'standard', rules: [rule] });
      assert.equal(found.required.includes('security-scanned'), adds);
      assert.equal(
        found.sources.some((source) => source.rule !== null),
        adds,
      );
    });
  }

  it('lets a rule only add', () => {
    const found = decide({ require: 'standard', rules: [{ branch: '**', require: 'off' }] });
    assert.deepEqual(found.required, standard);
  });

  it('applies every rule while the change is unknown', () => {
    const rule = { paths: ['src/other/**'], require: ['minimizer'] as const };
    assert.ok(decide({ require: 'off', rules: [rule] }, { change: null }).required.includes('minimizer'));
  });
});

describe('a project in the policy of the gates', () => {
  it('adds kinds and rules', () => {
    const project: GatesConfig = {
      require: ['security-scanned'],
      rules: [{ paths: ['src/**'], require: ['minimizer'] }],
    };
    const { required, sources, ignored } = decide({ require: 'standard' }, { project });
    assert.deepEqual(
      required,
      evidenceKinds.filter((kind) => [...standard, 'security-scanned', 'minimizer'].includes(kind)),
    );
    assert.deepEqual(
      sources.map(({ from, rule }) => [from, rule]),
      [
        ['user', null],
        ['project', null],
        ['project', 'src/**'],
      ],
    );
    assert.deepEqual(ignored, []);
  });

  for (const require of ['off', 'standard', ['tests-passed'], []] as const) {
    it(`that asks for ${JSON.stringify(require)} under strict is ignored and named`, () => {
      const found = decide({ require: 'strict' }, { project: { require } });
      assert.deepEqual(found.required, evidenceKinds);
      assert.match(found.ignored.join(), /^tmux-team\.json: gates\.require asks for less, and is ignored/);
    });
  }

  it('with rules alone asks for nothing else', () => {
    const found = decide({ require: 'standard' }, { project: { rules: [{ branch: 'main', require: 'strict' }] } });
    assert.deepEqual(found.required, standard);
  });

  it('whose file cannot be understood asks for everything', () => {
    const { required, ignored } = decidePolicy({
      user: { policy: policyOf({ require: 'off' }), file },
      confirmed: policyOf({ require: 'off' }),
      projects: [{ file: 'tmux-team.json', gates: {}, problem: 'tmux-team.json: is not valid JSON' }],
      change,
    });
    assert.deepEqual(required, evidenceKinds);
    assert.match(ignored.join(), /is not valid JSON\. Until it is corrected, all checks are required/);
  });
});

describe('a loosening of the policy', () => {
  const rule = { paths: ['src/**'], require: ['minimizer'] as const };
  const cases: readonly [title: string, next: GatesConfig, held: GatesConfig, loosens: boolean][] = [
    ['standard after strict', { require: 'standard' }, {}, true],
    ['off after standard', { require: 'off' }, { require: 'standard' }, true],
    ['strict after standard', {}, { require: 'standard' }, false],
    ['the same', { require: 'standard' }, { require: 'standard' }, false],
    ['more after standard', { require: [...standard, 'minimizer'] }, { require: 'standard' }, false],
    ['one kind for another', { require: ['minimizer'] }, { require: ['code-critic'] }, true],
    ['a rule less', { require: 'standard' }, { require: 'standard', rules: [rule] }, true],
    ['a rule more', { require: 'standard', rules: [rule] }, { require: 'standard' }, false],
    [
      'a rule that its base includes',
      { require: [...standard, 'minimizer'] },
      { require: 'standard', rules: [rule] },
      false,
    ],
    [
      'a rule for fewer paths',
      { require: 'off', rules: [{ ...rule, paths: ['src/a/**'] }] },
      { require: 'off', rules: [rule] },
      true,
    ],
    [
      'a branch instead of a path of that name',
      { require: 'off', rules: [{ branch: 'x', require: ['minimizer'] }] },
      { require: 'off', rules: [{ paths: ['branch x'], require: ['minimizer'] }] },
      true,
    ],
  ];
  for (const [title, next, held, expected] of cases) {
    it(`${title}: ${expected ? 'yes' : 'no'}`, () => assert.equal(loosens(policyOf(next), policyOf(held)), expected));
  }

  it('that no human has confirmed changes nothing, and waits', () => {
    const found = decide({ require: 'standard' }, { confirmed: null });
    assert.deepEqual(found.required, evidenceKinds);
    assert.deepEqual(found.waiting, {
      name: 'standard',
      hash: policyHash(policyOf({ require: 'standard' })),
      file,
      leavesOut: evidenceKinds.filter((kind) => !standard.includes(kind)),
      freed: [],
    });
  });

  it('of a confirmed policy leaves that one in force', () => {
    const found = decide({ require: ['minimizer'] }, { confirmed: { require: 'standard' } });
    assert.deepEqual(found.required, ['minimizer', ...standard]);
    assert.deepEqual(found.waiting?.leavesOut, standard);
  });

  it('has a hash of its own, which order and form do not change', () => {
    const hash = (gates: GatesConfig) => policyHash(policyOf(gates));
    assert.equal(hash({ require: 'standard' }), hash({ require: [...standard].reverse() }));
    assert.notEqual(hash({ require: 'standard' }), hash({ require: 'standard', rules: [rule] }));
    assert.notEqual(hash({ require: 'off' }), hash({}));
    const one: Policy = policyOf({ rules: [rule, { branch: 'b', require: [] }] });
    assert.equal(policyHash(one), hash({ rules: [{ branch: 'b', require: [] }, rule] }));
  });
});
