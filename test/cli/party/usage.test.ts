import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { Sandbox } from '../../support/sandbox.ts';

describe('the command line', function () {
  this.timeout(20_000);
  let box: Sandbox;
  before(() => {
    box = new Sandbox();
  });
  after(() => box.dispose());

  for (const [args, message] of [
    [['strat'], /no verb strat; did you mean start\?/],
    [['xyzzy'], /no verb xyzzy\. See: party --help/],
    [['start', '--detahc'], /no option --detahc; did you mean --detach\?/],
    [['start', '-x'], /no option -x/],
    [['start', '--cwd'], /--cwd needs a value: --cwd DIR/],
    [['init', '--config', '--json'], /--config needs a value: --config FILE/],
    [['plan', 'approve', '--reason', '--json'], /--reason needs a value: --reason TEXT/],
    [['tmux-claude'], /^tmux-claude\.sh: TEXT is missing\. See: tmux-claude\.sh --help\n\ntmux-claude\.sh TEXT\n/],
    [['start', '--cwd', 'no/such/dir'], /no\/such\/dir is not a directory/],
    [['start', '--detach=yes'], /--detach takes no value/],
    [['start', '--agents', 'real'], /--agents takes only the word demo, not real/],
    [['start', '--permission-mode', 'yolo'], /--permission-mode must be one of acceptEdits.*not yolo/],
    [['start', 'a', 'b'], /party start does not take b/],
    [['check'], /^party check: AGENT is missing\. Try: party check claude\n$/],
    [['talk'], /^party talk: AGENT and TEXT are missing\. Try: party talk claude "hello"\n$/],
    [['talk', 'claude'], /^party talk: TEXT is missing\. Try/],
    [['add', 'x'], /^party add: PANE is missing\. See: party add --help\n$/],
    [['check', 'claude', 'many'], /LINES must be a whole number from 1, not many/],
    [['help', 'strat'], /did you mean start\?/],
  ] as const) {
    it(`says what is wrong with: party ${args.join(' ')}`, async () => {
      const output = await box.party(args);
      assert.equal(output.code, 1);
      assert.equal(output.stdout, '');
      assert.match(output.stderr, message);
    });
  }

  it('prints errors as JSON with --json', async () => {
    const output = await box.party(['strat', '--json']);
    assert.equal(output.code, 1);
    const { error } = JSON.parse(output.stderr) as { error: { code: string; message: string } };
    assert.equal(error.code, 'USAGE');
    assert.match(error.message, /did you mean start/);
  });

  it('gives the ways out of an error as data too, with the commands of the reader', async () => {
    const cwd = box.directory('unreviewed');
    execFileSync('git', ['init', '-q'], { cwd });
    const refusal = async (args: string[], env: Record<string, string> = {}) => {
      const output = await box.party([...args, '--json'], { cwd, env });
      assert.equal(output.code, 1);
      return JSON.parse(output.stderr).error;
    };
    const problem = 'Nothing has been reviewed yet';
    const told = (command: string) => ({
      code: 'REFUSED',
      message: `${problem}. To ask Codex for a review: ${command}`,
      problem,
      next: [{ act: 'requestReview', command }],
    });
    assert.deepEqual(await refusal(['review', 're-review', 'x']), told('party review request'));
    assert.deepEqual(await refusal(['tmux-codex', '--re-review', 'x']), told('tmux-codex.sh --review'));
    assert.deepEqual(await refusal(['review', 're-review', 'x'], { CLAUDECODE: '1' }), told('tmux-codex.sh --review'));
  });

  it('has help for itself and for every verb, on stdout', async () => {
    const general = await box.party(['--help']);
    assert.equal(general.code, 0);
    const verbs = [...general.stdout.matchAll(/^ {2}([a-z]+)( |$)/gm)].map((match) => match[1] ?? '');
    assert.ok(verbs.includes('start') && verbs.includes('check'));
    await Promise.all(
      verbs.map(async (verb) => {
        const help = await box.party([verb, '--help']);
        assert.equal(help.code, 0);
        assert.ok(help.stdout.startsWith(`party ${verb}`), help.stdout);
      }),
    );
    assert.equal((await box.party(['help', 'talk'])).stdout, (await box.party(['talk', '--help'])).stdout);
    for (const line of general.stdout.split('\n')) assert.ok(line.length <= 120, line);
  });

  for (const [verb, action] of [
    ['findings', 'list'],
    ['plan', 'status'],
    ['review', 'show'],
    ['collab', 'status'],
    ['budget', 'show'],
    ['evidence', 'list'],
    ['message', 'list'],
    ['pm', 'task list'],
    ['log', 'check'],
  ] as const) {
    it(`does the obvious without an action: party ${verb} is party ${verb} ${action}`, async () => {
      const cwd = box.directory('looking');
      execFileSync('git', ['init', '-q'], { cwd });
      const [alone, named] = await Promise.all(
        [[verb], [verb, ...action.split(' ')]].map((args) => box.party([...args, '--json'], { cwd })),
      );
      assert.deepEqual(alone, named);
      assert.doesNotMatch(alone?.stderr ?? '', /USAGE/);
      assert.match((await box.party([verb, '--help'])).stdout, /\nWithout an action: party /);
    });
  }

  it('says of an option that the obvious action does not take it', async () => {
    assert.match((await box.party(['gates', '--confirm'])).stderr, /party gates check takes no --confirm/);
    assert.match((await box.party(['evidence', '--', 'true'])).stderr, /party evidence list does not take true/);
  });

  it('prints its version', async () => {
    assert.match((await box.party(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('names a configuration file that is not there', async () => {
    const output = await box.party(['check', 'claude', '--config', 'nowhere.json']);
    assert.equal(output.code, 1);
    assert.match(output.stderr, /nowhere\.json: there is no such file/);
  });

  const readNone = ['sessions', 'status', 'stop', 'findings list', 'message list', 'update x --pane 1.0', 'remove x'];
  for (const line of [
    ...readNone,
    'doctor',
    'completion bash',
    'collab status',
    'gates policy',
    'tmux-codex --approve',
  ]) {
    it(`does so even for a verb that needs no configuration: ${line}`, async () => {
      const output = await box.party([...line.split(' '), '--config', 'nowhere.json', '--json']);
      assert.deepEqual([output.code, output.stdout], [1, '']);
      const { error } = JSON.parse(output.stderr);
      assert.equal(error.code, 'CONFIG_INVALID');
      assert.match(error.message, /nowhere\.json: there is no such file/);
    });
  }

  it('asks for the name of the file when it is empty', async () => {
    const output = await box.party(['status', '--config=']);
    assert.deepEqual([output.code, output.stderr], [1, 'party: --config needs the name of a file (CONFIG_INVALID)\n']);
  });

  it('creates the file that `add` and `init` name', async () => {
    assert.equal((await box.party(['add', 'x', '1.0', '--config', 'made.json'])).code, 0);
    assert.equal((await box.party(['list', '--config', 'made.json'])).code, 0);
    assert.equal((await box.party(['init', '--config', 'begun.json'])).code, 0);
  });
});
