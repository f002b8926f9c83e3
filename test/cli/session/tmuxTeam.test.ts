// What tmux-team's own documents promise, through `tmux-team` itself: its names in every text, its values for programs,
// its flags and its files.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { eachInProject, node20, repository, until } from '../../support/sandbox.ts';

const program = join(repository, 'resources/bin/tmux-team');
const answering = join(import.meta.dirname, '../fixtures/answering.mjs');

describe('tmux-team, to the letter', function () {
  this.timeout(40_000);
  const at = eachInProject();
  const teamIn = (directory: string, ...args: string[]) => {
    // Hints name a program by its path where the shell does not find it.
    const PATH = [dirname(program), at.box.env['PATH']].join(delimiter);
    return at.box.script([program, ...args], { cwd: join(at.project, directory), env: { PATH, PARTY_NODE: node20 } });
  };
  const team = (...args: string[]) => teamIn('.', ...args);
  const agent = async (name: string, ...options: string[]) => {
    const command = ['env', process.execPath, answering, ...options];
    await at.box.tmux('new-session', '-d', '-x', '100', '-y', '40', '-s', name, '-c', at.project, ...command);
    const panes = await at.box.tmux('list-panes', '-t', `=${name}:`, '-F', '#{window_index}.#{pane_index}');
    const place = panes.stdout.trim();
    await until('the agent', async () =>
      (await at.box.tmux('capture-pane', '-p', '-t', name)).stdout.includes('ready'),
    );
    await team('add', name, `${name}:${place}`);
    return place;
  };
  const config = (value: object) => writeFileSync(join(at.project, 'tmux-team.json'), JSON.stringify(value));

  it('names tmux-team in its help, errors and hints', async () => {
    const help = (await team('--help')).stdout;
    assert.match(help, /^tmux-team \d.*\n\nUsage: tmux-team VERB/);
    assert.match(help, /Run tmux-team VERB --help/);
    const talk = (await team('talk', '--help')).stdout;
    assert.match(talk, /^tmux-team talk|\ntmux-team talk/);
    assert.match(talk, /tmux-team message retry ID/);
    for (const text of [help, talk]) assert.doesNotMatch(text, /\bparty (?:talk|message|VERB|--help)/);
    await team('init');
    assert.equal((await team('list')).stdout, 'No agents are registered. Add one with: tmux-team add NAME PANE\n');
    const wrong = [await team('strat'), await team('add', 'x'), await team('talk', 'codex'), await team('pm', 't')];
    for (const { stderr } of wrong) {
      assert.match(stderr, /^tmux-team[ :]/);
      assert.doesNotMatch(stderr, /\bparty\b/);
    }
    const told = JSON.parse((await team('pm', 't', '--json')).stderr) as { error: { next: { command: string }[] } };
    assert.equal(told.error.next[0]?.command, 'tmux-team pm init --name NAME');
  });

  it('names tmux-team in what it prints, and in every part of an error', async () => {
    const printed = [await team('status'), await team('sessions'), await team('collab'), await team('pm', 'list')];
    for (const { stdout } of printed) {
      assert.match(stdout, /: tmux-team (?:start|collab start|pm init)/);
      assert.doesNotMatch(stdout, /\bparty [a-z]+ ?\n/);
    }
    await team('init');
    await team('add', 'mute', '0.0');
    const twice = (await team('add', 'mute', '0.0')).stderr;
    assert.equal(
      twice,
      'tmux-team: The agent mute already exists. Change it with: tmux-team update mute --pane PANE\n',
    );
    const { error } = JSON.parse((await team('list', '--bogus', '--json')).stderr) as { error: { problem: string } };
    assert.equal(error.problem, 'tmux-team list has no option --bogus. See: tmux-team list --help');
    const gone = (await team('talk', 'mute', 'hello')).stderr;
    assert.match(gone, /^tmux-team: mute(?! *: *mute)/);
  });

  it('prints texts of party under the name party', async () => {
    assert.match((await at.box.party(['--help'])).stdout, /^Party \d.*\n\nUsage: party VERB/);
    assert.match((await at.box.party(['strat'])).stderr, /^party: /);
  });

  it('gives programs the documented values: success, 10.1, req_…', async () => {
    const place = await agent('codex');
    for (const more of [[], ['--wait', '--timeout', '20s']]) {
      const { stdout, code } = await team('talk', 'codex', 'Hi', ...more, '--json');
      const { status, pane, requestId, ...rest } = JSON.parse(stdout) as Record<string, string>;
      assert.deepEqual([code, status, pane], [0, 'success', place]);
      assert.match(requestId ?? '', /^req_\w+$/);
      assert.deepEqual(Object.keys(rest).sort(), ['agent', 'command', 'error', 'response', 'truncated']);
      assert.equal((await team('message', 'show', requestId ?? '')).code, 0);
    }
    const own = await at.box.party(['talk', 'codex', 'Hi', '--json'], { cwd: at.project });
    assert.equal((JSON.parse(own.stdout) as { status: string }).status, 'submitted');
  });

  it('gives the errors of talk as JSON on stderr', async () => {
    await agent('mute', 'mute');
    const late = await team('talk', 'mute', 'Hi', '--wait', '--timeout', '1s', '--json');
    assert.equal(late.code, 4);
    assert.deepEqual((JSON.parse(late.stderr) as { error: object }).error, {
      ...{ code: 'TIMEOUT', message: 'mute has not answered within 1 s', agent: 'mute' },
    });
    await team('update', 'mute', '--pane', 'mute:7.7');
    const missing = await team('talk', 'mute', 'Hi', '--json');
    assert.equal(missing.code, 3);
    assert.equal((JSON.parse(missing.stderr) as { error: { code: string } }).error.code, 'PANE_NOT_FOUND');
  });

  it('prints every five seconds how long it has waited', async () => {
    await agent('mute', 'mute');
    const child = at.box.spawn('sh', [program, 'talk', 'mute', 'Hi', '--wait', '--timeout', '60s'], {
      cwd: at.project,
      env: { PARTY_NODE: node20 },
    });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    await until('the first line', () => said.includes('\n'), 20_000);
    assert.match(said, /^\[tmux-team\] Waiting for mute \(5s elapsed\)\n/);
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  });

  it('looks at the configured interval, also above a second', async () => {
    await agent('mute', 'mute');
    const file = JSON.parse(readFileSync(join(at.project, 'tmux-team.json'), 'utf8')) as object;
    config({ ...file, defaults: { pollInterval: 60_000 } });
    const calls = join(at.box.root, 'calls');
    const wrapped = at.box.wrapTmux(`echo "$*" >> ${calls}`);
    const looks = () => (readFileSync(calls, 'utf8').match(/^.*capture-pane -p -J -t %\d+ -S -$/gm) ?? []).length;
    const call = [program, 'talk', 'mute', 'Hi', '--wait', '--timeout', '4s'];
    assert.equal((await at.box.script(call, { cwd: at.project, env: { PARTY_NODE: node20, ...wrapped } })).code, 4);
    // One at the start and one at the time-out: with an interval of a second there would be about five.
    assert.ok(looks() <= 2, `${looks()} looks`);
  });

  it('traces with --verbose what it does', async () => {
    await agent('codex');
    const { stderr, stdout } = await team('talk', 'codex', 'Hi', '--wait', '--timeout', '20s', '--verbose');
    assert.equal(stdout, 'I heard: Hi\n');
    assert.match(stderr, /^configuration .*tmux-team\.json: read$/m);
    assert.match(stderr, /^ran \["tmux",.*"list-panes".*: exit 0, \d+ ms$/m);
    assert.match(stderr, /^codex: message \w+ in \S+ is submitted, for pane %\d+ \(\d+\.\d+\)$/m);
    assert.match(stderr, /^codex: waiting up to 20000 ms, looking every 1000 ms$/m);
    assert.match(stderr, /^codex: the wait ended: complete$/m);
    assert.equal((await team('talk', 'codex', 'Hi')).stderr, '');
  });

  it('takes --config FILE where there is no tmux-team.json', async () => {
    const file = join(at.box.root, 'elsewhere.json');
    writeFileSync(file, JSON.stringify({ agents: { codex: { pane: '%99' } } }));
    const { code, stdout } = await team('list', '--config', file);
    assert.deepEqual([code, stdout], [0, 'codex\t%99\tmissing\n']);
    assert.equal((await team('talk', 'codex', 'Hi', '--config', file)).code, 3);
    assert.equal((await team('add', 'gemini', '%98', '--config', file)).code, 0);
    assert.match(readFileSync(file, 'utf8'), /gemini/);
    assert.ok(!existsSync(join(at.project, 'tmux-team.json')));
  });

  it('adds to the registry that it found above, not to a second one', async () => {
    await team('add', 'codex', '1.1');
    mkdirSync(join(at.project, 'src'));
    assert.equal((await teamIn('src', 'add', 'gemini', '1.2')).code, 0);
    assert.equal((await teamIn('src', 'update', 'codex', '--remark', 'Reviewer')).code, 0);
    assert.ok(!existsSync(join(at.project, 'src/tmux-team.json')));
    const { agents } = JSON.parse(readFileSync(join(at.project, 'tmux-team.json'), 'utf8')) as { agents: object };
    assert.deepEqual(agents, { codex: { pane: '1.1', remark: 'Reviewer' }, gemini: { pane: '1.2' } });
  });
});

describe('tmux-team pm, to the letter', function () {
  this.timeout(20_000);
  const at = eachInProject();
  const pm = (...args: string[]) =>
    at.box.script([program, 'pm', ...args], { cwd: at.project, env: { PARTY_NODE: node20 } });

  it('makes tasks/1.md with the task', async () => {
    await pm('init', '--name', 'Auth');
    await pm('task', 'add', 'Write the tests');
    const printed = await pm('doc', '1', '--print');
    assert.deepEqual([printed.stdout, printed.stderr], ['# Write the tests\n', '']);
    const path = (await pm('task', 'doc', '1', 'ref')).stdout.trim();
    assert.match(path, /\/tasks\/1\.md$/);
    assert.equal(readFileSync(path, 'utf8'), '# Write the tests\n');
  });

  it('accepts any word as an id', async () => {
    await pm('init', '--name', 'Auth');
    assert.match((await pm('task', 'add', 'Login', '--id', 'login-bug')).stdout, /^Task login-bug {2}pending {2}Login/);
    assert.match((await pm('task', 'done', 'login-bug')).stdout, /^Task login-bug {2}done/);
    assert.match((await pm('task', 'add', 'Next')).stdout, /^Task 2 /);
    for (const [id, message] of [
      ['login-bug', /There is already a task login-bug/],
      ['7', /7 cannot be chosen: Party assigns numbers/],
      ['../x', /cannot be an id/],
    ] as const) {
      const refused = await pm('task', 'add', 'Again', '--id', id);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, message);
    }
  });

  it('says that a changed pm.storage does not move a team', async () => {
    await pm('init', '--name', 'Auth');
    writeFileSync(join(at.project, 'tmux-team.json'), JSON.stringify({ pm: { storage: 'github' } }));
    const listed = await pm('task', 'list');
    assert.equal(listed.code, 0);
    assert.match(listed.stderr, /keeps its tasks in files since pm init; the setting pm\.storage "github"/);
    const { warnings } = JSON.parse((await pm('task', 'list', '--json')).stdout) as { warnings: string[] };
    assert.equal(warnings.length, 1);
    writeFileSync(join(at.project, 'tmux-team.json'), JSON.stringify({ pm: { storage: 'fs' } }));
    assert.equal((await pm('task', 'list')).stderr, '');
  });

  it('says that --repo does not apply to tasks in files', async () => {
    await pm('init', '--name', 'Auth');
    const { code, stderr } = await pm('task', 'list', '--repo', 'a/b');
    assert.equal(code, 1);
    assert.match(stderr, /keeps its tasks in files, so --repo does not apply here/);
  });
});
