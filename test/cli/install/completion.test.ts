// The completion in a real bash; zsh and fish are in completionShells.test.ts.
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verbGroups } from '../../../src/cli/party/headings.ts';
import { newProject } from '../../support/project.ts';
import { repository, Sandbox } from '../../support/sandbox.ts';

const verbs = verbGroups.flatMap((group) => group.verbs);

describe('party completion', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: string;
  before(() => {
    box = new Sandbox();
    project = box.project();
    const bin = box.directory('bin');
    for (const name of ['party', 'tmux-team']) symlinkSync(join(repository, 'resources/bin', name), join(bin, name));
    box.env['PATH'] = `${bin}:${box.env['PATH']}`;
    box.env['PARTY_NODE'] = box.warmNode;
  });
  after(() => box.dispose());

  /** What bash would offer at the end of the line. */
  async function offers(line: string, program = 'party', cwd = project): Promise<string[]> {
    const script = [
      'eval "$("$1" completion bash)"',
      'shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))',
      '_party',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of bash
      'printf "%s\\n" "${COMPREPLY[@]}"',
    ].join('\n');
    const words = line.split(' ');
    const { code, stdout, stderr } = await box.run('bash', ['-c', script, 'bash', program, program, ...words], { cwd });
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '');
    return stdout.split('\n').filter(Boolean);
  }

  it('offers every verb', async () => {
    assert.deepEqual((await offers('')).sort(), [...verbs, '--help', '--version'].sort());
    assert.deepEqual((await offers('rest')).sort(), ['restart', 'restore']);
  });

  it('is registered for both names', async () => {
    const { stdout } = await box.run('bash', ['-c', 'eval "$(party completion bash)"; complete -p party tmux-team']);
    assert.match(stdout, /_party party\n.*_party tmux-team\n/);
    assert.ok((await offers('ta', 'tmux-team')).includes('talk'));
  });

  for (const [line, words] of Object.entries({
    'findings ': ['list', 'show', 'triage', 'reply', 'task', 'tasks', 'export', 'check'],
    'findings list --a': ['--all'],
    'findings triage r1-F1 ': ['open', 'fixed', 'rejected', 'out-of-scope'],
    'pm ta': ['task'],
    'pm task u': ['update'],
    'pm task update 1 --st': ['--status'],
    'pm init --backend ': ['fs', 'github'],
    'pm init --backend =': ['fs', 'github'],
    'pm init --backend = g': ['github'],
    'start --de': ['--detach'],
    'restart c': ['codex', 'claude'],
    'talk c': ['claude', 'codex'],
    'completion ': ['bash', 'zsh', 'fish'],
    'layout ': ['auto', 'columns', 'rows', 'zoom'],
    'mcp --role ': ['author', 'reviewer', 'viewer'],
    'evidence run ': ['tests', 'checks'],
    'start --permission-mode d': ['default', 'dontAsk'],
    'help doc': ['doctor'],
    'nonsense ': [],
  })) {
    it(`offers ${words.join(', ') || 'nothing'} after "party ${line}"`, async () => {
      assert.deepEqual((await offers(line)).sort(), [...words].sort());
    });
  }

  it('offers the flags of an action, and no others', async () => {
    const offered = await offers('findings show r1-F1 --');
    assert.deepEqual(offered.sort(), ['--config', '--help', '--json', '--verbose']);
  });

  it('offers files where the program takes one', async () => {
    writeFileSync(join(project, 'found.json'), '{}');
    writeFileSync(join(project, 'found it [1].json'), '{}');
    assert.deepEqual((await offers('review complete fou')).sort(), ['found it [1].json', 'found.json']);
  });

  it('offers every verb its own flags', async () => {
    for (const verb of verbs) {
      const offered = await offers(`${verb} --`);
      assert.ok(offered.includes('--json'), `${verb}: ${offered.join(' ')}`);
    }
  });

  it('offers tasks and milestones by their ids', async () => {
    const team = box.project('team');
    await box.partyJson(['pm', 'init', '--name', 'Team'], { cwd: team });
    await box.partyJson(['pm', 'milestone', 'add', 'First'], { cwd: team });
    await box.partyJson(['pm', 'task', 'add', 'One', '--id', 'login-bug'], { cwd: team });
    assert.deepEqual(await offers('pm task show ', 'party', team), ['login-bug']);
    assert.deepEqual(await offers('pm milestone done ', 'party', team), ['1']);
    assert.deepEqual(await offers('pm task update login-bug --milestone ', 'party', team), ['1']);
  });

  it('offers running parties, those that can be restored, and registered agents', async () => {
    const place = box.project('live');
    const { session } = await box.start(place);
    assert.deepEqual(await offers('attach ', 'party', place), [session.id]);
    assert.deepEqual(await offers('restore ', 'party', place), []);
    await box.partyJson(['stop'], { cwd: place });
    assert.deepEqual(await offers('stop ', 'party', place), []);
    assert.deepEqual(await offers('restore ', 'party', place), [session.id]);
    writeFileSync(join(place, 'tmux-team.json'), JSON.stringify({ gemini: { pane: '1.0' } }));
    assert.deepEqual((await offers('talk ', 'party', place)).sort(), ['all', 'claude', 'codex', 'gemini']);
    assert.deepEqual(await offers('remove ', 'party', place), ['gemini']);
  });

  it('offers findings by their keys', async () => {
    const { top } = newProject({ box, name: 'reviewed', git: true });
    const standIn = join(import.meta.dirname, '../fixtures/codex.mjs');
    const config = join(box.root, 'config.json');
    const command = [process.execPath, standIn];
    writeFileSync(config, JSON.stringify({ agents: { codex: { command, adapter: 'codex' } } }));
    const env = { STAND_IN_LOG: join(box.root, 'called.json') };
    const asked = ['review', 'request', 'main', 'Add login', '--headless', '--config', config];
    assert.equal((await box.party(asked, { cwd: top, env })).code, 0);
    assert.deepEqual(await offers('findings triage ', 'party', top), ['r1-F1']);
  });

  it('refuses another shell', async () => {
    const { code, message } = await box.failure(['completion', 'tcsh']);
    assert.equal(code, 'USAGE');
    assert.match(message, /only for bash, zsh, fish/);
  });
});
