// The completion in a real zsh and a real fish, which the ring installs.
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verbGroups } from '../../../src/cli/party/headings.ts';
import { newProject } from '../../support/project.ts';
import { repository, Sandbox } from '../../support/sandbox.ts';

const verbs = verbGroups.flatMap((group) => group.verbs);

/** The words after `shell -c SCRIPT shell`, as an argument list: the last one is being typed. */
const scripts: Readonly<Record<string, string>> = {
  // What zsh's own functions would be given.
  zsh: [
    'compdef() { : }',
    'eval "$(party completion zsh)"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: lines of zsh
    '_describe() { local -a list=("${(@P)2}"); print -rl -- "${(@)list%%:*}" }',
    '_files() { print -r -- :files }',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: lines of zsh
    'compadd() { print -rl -- "${(@P)2}" }',
    'words=("$@"); CURRENT=$#',
    '_party',
    'true',
  ].join('\n'),
  fish: 'party completion fish | source; complete -C "$argv[2..-1]"',
};

for (const [shell, script] of Object.entries(scripts)) {
  describe(`party completion ${shell}`, function () {
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

    async function offers(line: string, program = 'party', cwd = project): Promise<string[]> {
      const words = shell === 'fish' ? [`${program} ${line}`] : [program, ...line.split(' ')];
      const options = shell === 'zsh' ? ['-f', '-c', script, shell] : ['--no-config', '-c', script, shell];
      const { code, stdout, stderr } = await box.run(shell, [...options, ...words], { cwd });
      assert.equal(code, 0, stderr);
      assert.equal(stderr, '');
      // fish adds what a word means.
      return stdout
        .split('\n')
        .flatMap((word) => word.replace(/\t.*/, '') || [])
        .sort();
    }

    it('offers every verb, for both names', async () => {
      for (const program of ['party', 'tmux-team']) {
        const offered = await offers('', program);
        assert.deepEqual(
          verbs.filter((verb) => !offered.includes(verb)),
          [],
        );
      }
    });

    it('offers actions, flags, values and agents', async () => {
      assert.deepEqual(await offers('pm task u'), ['update']);
      assert.deepEqual(await offers('start --de'), ['--detach']);
      assert.deepEqual(await offers('pm init --backend '), ['fs', 'github']);
      assert.deepEqual(await offers('pm init --backend=g'), ['--backend=github']);
      assert.deepEqual(await offers('talk '), ['all', 'claude', 'codex']);
      assert.deepEqual(await offers('nonsense '), []);
    });

    it('offers files where the program takes one', async () => {
      writeFileSync(join(project, 'found it.json'), '{}');
      assert.deepEqual(await offers('review complete fou'), shell === 'zsh' ? [':files'] : ['found it.json']);
    });

    it('offers the ids of parties, tasks and findings', async () => {
      const { top } = newProject({ box, name: 'full', git: true });
      const { session } = await box.start(top);
      await box.partyJson(['pm', 'init', '--name', 'Team'], { cwd: top });
      await box.partyJson(['pm', 'task', 'add', 'One', '--id', 'login-bug'], { cwd: top });
      const config = join(box.root, 'config.json');
      const command = [process.execPath, join(import.meta.dirname, '../fixtures/codex.mjs')];
      writeFileSync(config, JSON.stringify({ agents: { codex: { command, adapter: 'codex' } } }));
      const env = { STAND_IN_LOG: join(box.root, 'called.json') };
      const asked = ['review', 'request', 'main', 'Add login', '--headless', '--config', config];
      assert.equal((await box.party(asked, { cwd: top, env })).code, 0);
      assert.deepEqual(await offers('attach ', 'party', top), [session.id]);
      assert.deepEqual(await offers('pm task show ', 'party', top), ['login-bug']);
      assert.deepEqual(await offers('findings show ', 'party', top), ['r1-F1']);
    });
  });
}

describe('party completion zsh, in its own completion system', function () {
  this.timeout(60_000);
  it('is registered for both names', async () => {
    const box = new Sandbox();
    try {
      const party = join(repository, 'resources/bin/party');
      const script = `autoload -U compinit; compinit -u -D; eval "$('${party}' completion zsh)"; print $_comps[party] $_comps[tmux-team]`;
      const { stdout, stderr } = await box.run('zsh', ['-f', '-c', script]);
      assert.equal(stdout, '_party _party\n', stderr);
    } finally {
      await box.dispose();
    }
  });
});
