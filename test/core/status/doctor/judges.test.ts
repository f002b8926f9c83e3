// What the doctor says about places and about the project: one row for each state.
import assert from 'node:assert/strict';
import {
  type DoctorCheck,
  doctorGroups,
  listedNames,
  problemsOf,
  reportOf,
} from '../../../../src/core/status/doctor/doctorCheck.ts';
import { doctorText } from '../../../../src/core/status/doctor/doctorText.ts';
import * as places from '../../../../src/core/status/doctor/places.ts';
import * as project from '../../../../src/core/status/doctor/projectState.ts';

const here = { path: '/d', exists: true, isOpen: false, problem: undefined };
const gigabytes = { path: '/d', freeBytes: 9e9, freeFiles: 1e6 };
const current = { link: '/h/current', target: '/p', version: '0.2.0', own: '0.2.0' };
const server = { isRunning: true, parties: 1, leftSocket: undefined, problem: undefined };
const holder = { pid: 12, command: [], since: undefined, isStopped: false };
const log = { ok: true, broken: false, lines: 2, detail: 'each line continues the line before' };
const names = ['a', 'b', 'c', 'd', 'e'];

type Row = [title: string, check: DoctorCheck, status: string, message: RegExp, fix?: RegExp];
const rows: Row[] = [
  [
    'unchanged files',
    places.judgeInstallation({ listed: 9, changed: [], missing: [] }, '/p'),
    'ok',
    /all 9 files are as/,
  ],
  [
    'changed files',
    places.judgeInstallation({ listed: 9, changed: ['x.sh'], missing: ['y.cjs'] }, '/p'),
    'fail',
    /changed since the build: x\.sh; missing: y\.cjs$/,
    /Install Party again/,
  ],
  [
    'files without a list',
    places.judgeInstallation({ listed: undefined, changed: [], missing: [] }, '/p'),
    'warn',
    /no list of its files/,
    /Install/,
  ],
  ['a link', places.judgeCurrent(current), 'ok', /leads to Party 0\.2\.0$/],
  ['a link to a newer one', places.judgeCurrent({ ...current, version: '0.3.0' }), 'ok', /leads to Party 0\.3\.0$/],
  ['no link yet', places.judgeCurrent({ ...current, target: undefined, version: undefined }), 'ok', /first start/],
  [
    'a link that was removed',
    places.judgeCurrent({ ...current, target: undefined, version: undefined, isNeeded: true }),
    'fail',
    /was removed, so hooks in worktrees do not run$/,
    /^Run: party doctor --fix$/,
  ],
  [
    'a broken link',
    places.judgeCurrent({ ...current, version: undefined }),
    'fail',
    /\/p, which does not exist/,
    /^Run: party doctor --fix$/,
  ],
  [
    'a link to an older one',
    places.judgeCurrent({ ...current, version: '0.1.0' }),
    'warn',
    /older than this 0\.2\.0/,
    /doctor --fix/,
  ],
  [
    'party on the PATH',
    places.judgePath({ found: '/b/party', isOurs: true, program: '/f/party' }),
    'ok',
    /\/b\/party$/,
  ],
  [
    'no party on the PATH',
    places.judgePath({ found: undefined, isOurs: false, program: '/f/party' }),
    'warn',
    /^party is not on the PATH/,
    /run: \/f\/party install$/,
  ],
  [
    'another party on the PATH',
    places.judgePath({ found: '/b/party', isOurs: false, program: '/f/party' }),
    'warn',
    /not this installation/,
    /run: \/f\/party install$/,
  ],
  ['a home', places.judgeDirectory('home', here), 'ok', /^\/d, for Party's data$/],
  [
    'a home to be made',
    places.judgeDirectory('home', { ...here, exists: false }),
    'ok',
    /is created when it is needed$/,
  ],
  [
    'an open home',
    places.judgeDirectory('home', { ...here, isOpen: true }),
    'warn',
    /open to other users/,
    /doctor --fix/,
  ],
  ['a read-only home', places.judgeDirectory('home', { ...here, problem: 'no' }), 'fail', /: no$/, /set PARTY_HOME/],
  ['an open state root', places.judgeDirectory('state-root', { ...here, isOpen: true }), 'ok', /running parties$/],
  [
    'a read-only marker root',
    places.judgeDirectory('marker-root', { ...here, problem: 'no' }),
    'warn',
    /: no$/,
    /PARTY_MARKER_ROOT/,
  ],
  [
    'a read-only directory of Codex',
    places.judgeDirectory('codex-home', { ...here, problem: 'no' }),
    'fail',
    /Codex's own data: no/,
    /CODEX_HOME/,
  ],
  ['private state directories', places.judgeStateDirectories([]), 'ok', /are private$/],
  [
    'open state directories',
    places.judgeStateDirectories(names),
    'fail',
    /enter a, b, c and 2 more, so Party does not use them/,
    /doctor --fix/,
  ],
  ['space', places.judgeDisk([gigabytes]), 'ok', /^9000 MB are free at \/d$/],
  ['little space', places.judgeDisk([{ ...gigabytes, freeBytes: 4e8 }]), 'warn', /^Only 400 MB/, /Free some space/],
  [
    'no space',
    places.judgeDisk([gigabytes, { path: '/e', freeBytes: 1e6, freeFiles: undefined }]),
    'fail',
    /^Only 1 MB are free at \/e$/,
    /space/,
  ],
  [
    'few files',
    places.judgeDisk([{ ...gigabytes, freeFiles: 2 }]),
    'fail',
    /^Only 2 more files can be created at \/d$/,
    /space/,
  ],
  ['a configuration', project.judgeConfig('user-config', '/c', undefined), 'ok', /^\/c has no mistakes$/],
  ['no configuration', project.judgeConfig('user-config', '', undefined), 'ok', /the defaults apply/],
  [
    'a wrong configuration',
    project.judgeConfig('project-config', '/c', '/c: agents: no'),
    'fail',
    /^\/c: agents: no$/,
    /^Correct the file$/,
  ],
  ['hooks', project.judgeClaudeSettings({ final: [], own: [] }), 'ok', /Nothing turns/],
  [
    'hooks turned off by the user',
    project.judgeClaudeSettings({ final: [], own: ['x says so'] }),
    'warn',
    /start yourself runs no hooks: x says so$/,
    /Remove/,
  ],
  [
    'hooks turned off for all',
    project.judgeClaudeSettings({ final: ['x says so'], own: ['y'] }),
    'fail',
    /^Claude runs no hooks: x says so$/,
    /administrator/,
  ],
  [
    'gates',
    project.judgeGates([{ name: 'pr-gate (PreToolUse)', ok: true, detail: '' }]),
    'ok',
    /^pr-gate deny what they must; party gates check tries more$/,
  ],
  [
    'a broken gate',
    project.judgeGates([{ name: 'pr-gate', ok: false, detail: 'it is open' }]),
    'fail',
    /pr-gate: it is open$/,
    /^Run: party gates check$/,
  ],
  ['quiet hooks', project.judgeHookErrors({ file: '/f', hooks: [] }), 'ok', /No hook/],
  [
    'failed hooks',
    project.judgeHookErrors({ file: '/f', hooks: ['stop', 'stop'] }),
    'warn',
    /\(stop\): 2 times$/,
    /in \/f$/,
  ],
  [
    'a repository',
    project.judgeProject({ top: '/t', isRepository: true, refusal: undefined }),
    'ok',
    /is a git repository$/,
  ],
  [
    'no repository',
    project.judgeProject({ top: '/t', isRepository: false, refusal: undefined }),
    'ok',
    /not a git repository; reviews need one$/,
  ],
  [
    'a refused repository',
    project.judgeProject({ top: '/t', isRepository: true, refusal: 'dubious ownership' }),
    'fail',
    /git refuses \/t: dubious/,
    /Do what git says/,
  ],
  ['a log', project.judgeLog(log), 'ok', /^2 lines: each line/],
  ['an empty log', project.judgeLog({ ...log, lines: 0 }), 'ok', /is empty$/],
  [
    'a broken log',
    project.judgeLog({ ...log, ok: false, broken: true, detail: 'x' }),
    'fail',
    /proves nothing.*: x$/,
    /^Run: party log check$/,
  ],
  [
    'a log with other lines',
    project.judgeLog({ ...log, ok: false, detail: 'x' }),
    'warn',
    /do not count: x$/,
    /log check/,
  ],
  ['a server', project.judgeServer(server), 'ok', /^The server answers; 1 party runs$/],
  ['no server', project.judgeServer({ ...server, isRunning: false }), 'ok', /^No server runs; party start starts one$/],
  [
    'a left socket',
    project.judgeServer({ ...server, isRunning: false, leftSocket: '/s' }),
    'ok',
    /; \/s is left over from one that was killed/,
  ],
  [
    'a folder of sockets that other users can write',
    project.judgeServer({ ...server, problem: 'directory /t/tmux 0 has unsafe permissions' }),
    'fail',
    /unsafe permissions$/,
    /^Correct its permissions: chmod 700 '\/t\/tmux 0'$/,
  ],
  [
    'a server that hangs',
    project.judgeServer({ ...server, problem: 'no answer' }),
    'fail',
    /does not answer: no answer$/,
    /tmux kill-server/,
  ],
  ['running Claudes', project.judgeRunningClaudes({ inactive: {}, ungated: [] }), 'ok', /No Claude of this project/],
  [
    'a Claude without hooks',
    project.judgeRunningClaudes({ inactive: { x1: 'not yet' }, ungated: [] }),
    'warn',
    /not active in party x1: not yet$/,
    /party gates check$/,
  ],
  [
    'a Claude past the gate',
    project.judgeRunningClaudes({ inactive: {}, ungated: ['Claude 7: no'] }),
    'fail',
    /^Claude 7: no$/,
    /Stop that Claude/,
  ],
  ['no stale session', project.judgeSessions({ directories: [], halfMade: [] }), 'ok', /No ended party/],
  [
    'stale sessions',
    project.judgeSessions({ directories: ['/s/party-a'], halfMade: ['party-b'] }),
    'warn',
    /left party-b and \/s\/party-a/,
    /doctor --fix/,
  ],
  ['records', project.judgeRecords([]), 'ok', /can be read$/],
  ['broken records', project.judgeRecords(['/r.json']), 'warn', /: \/r\.json$/, /Correct the JSON/],
  ['a lock in use', project.judgeLocks([{ path: '/l', holder, isAlive: true }]), 'ok', /No lock is held/],
  [
    'a lock of a dead process',
    project.judgeLocks([{ path: '/l', holder, isAlive: false }]),
    'warn',
    /: \/l$/,
    /doctor --fix/,
  ],
  [
    'a lock of a stopped process',
    project.judgeLocks([{ path: '/l', holder: { ...holder, isStopped: true }, isAlive: true }]),
    'fail',
    /process 12 holds \/l$/,
    /kill -9 12\. Run: kill -CONT 12$/,
  ],
  ['nothing left', project.judgeLeftovers([]), 'ok', /No killed process/],
  ['unfinished files', project.judgeLeftovers(['/x.tmp']), 'warn', /1 unfinished file: \/x\.tmp$/, /doctor --fix/],
];

describe('the doctor', () => {
  for (const [title, check, status, message, fix] of rows) {
    it(`says ${status} about ${title}`, () => {
      assert.equal(check.status, status);
      assert.match(check.message, message);
      if (fix === undefined) assert.equal(check.fix, null);
      else assert.match(check.fix ?? '', fix);
    });
  }

  const checks = rows.slice(0, 2).map(([, check]) => check);
  const report = reportOf([...rows.slice(25, 26).map(([, check]) => check), ...checks]);

  it('lists the checks in one order, and fails when one of them fails', () => {
    const ids = report.checks.map(({ id }) => id);
    assert.deepEqual(ids, ['installation', 'installation', 'user-config']);
    assert.equal(report.ok, false);
    assert.equal(reportOf(checks.slice(0, 1)).ok, true);
    assert.deepEqual(
      problemsOf(report).map(({ status }) => status),
      ['fail'],
    );
  });

  it('prints groups, and at the end what to do, with symbols that differ without colour', () => {
    const text = doctorText({ ...report, fixed: ['Released 1 lock'] }, false);
    assert.match(text, /^Installation\n {2}✓ installation {2}\/p: all 9 files/);
    assert.match(text, /\n {2}✗ installation {2}Files of \/p/);
    assert.match(
      text,
      /\n\nDone\n {2}Released 1 lock\n\n1 problem\. What you can do\n {2}✗ installation {2}Install Party again/,
    );
    assert.doesNotMatch(text, /\u001b/);
    assert.match(doctorText(report, true), /\u001b\[31m✗/);
    assert.match(doctorText(reportOf(checks.slice(0, 1)), false), /\n\nAll 1 checks passed\n$/);
  });

  it('counts what it does not list', () => {
    assert.equal(listedNames([]), '');
    assert.equal(listedNames(['a']), 'a');
    assert.equal(listedNames(names.slice(0, 4)), 'a, b, c and d');
    assert.equal(listedNames(names), 'a, b, c and 2 more');
  });

  it('has a group for every check', () => {
    for (const [, { id }] of rows) assert.ok(doctorGroups[id], id);
  });
});
