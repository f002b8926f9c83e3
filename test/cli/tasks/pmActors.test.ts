// Who changed a task: agents by their environment and by their panes, registered or not; and what they may be kept from.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { cliBundle, node20, Sandbox, until } from '../../support/sandbox.ts';

describe('who changes tasks', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let at: ProjectWith<{ tasks: true }>;
  beforeEach(async () => {
    box = new Sandbox();
    at = await newProject({ box, tasks: true }).init();
  });
  afterEach(() => box.dispose());

  const lastActor = () => at.taskEvents().at(-1)?.actor;
  const userConfig = (pm: object) => {
    mkdirSync(join(box.home, '.tmux-team'), { recursive: true });
    writeFileSync(join(box.home, '.tmux-team/config.json'), JSON.stringify({ pm }));
  };
  const projectConfig = (config: object) => writeFileSync(join(at.top, 'tmux-team.json'), JSON.stringify(config));

  for (const [env, args, actor] of [
    [{}, [], 'human'],
    [{}, ['--actor', 'claude'], 'claude'],
    [{}, ['--actor', 'Kim.Lee@home'], 'Kim.Lee@home'],
    [{ CLAUDECODE: '1' }, [], 'claude'],
    [{ CLAUDECODE: '1' }, ['--actor', 'claude'], 'claude'],
    [{ CODEX_THREAD_ID: 'x' }, [], 'codex'],
    [{ CODEX_SANDBOX_NETWORK_DISABLED: '1' }, [], 'codex'],
    [{ GEMINI_CLI: '1' }, [], 'gemini'],
    [{ OPENCODE: '1' }, [], 'opencode'],
    // A pane of a server that does not run, or is another one, says nothing.
    [{ TMUX: '/nowhere,1,0', TMUX_PANE: '%0' }, [], 'human'],
  ] as const) {
    it(`is ${actor} with ${JSON.stringify(env)} ${args.join(' ')}`.trim(), async () => {
      const output = await at.pm(['t', 'add', 'X', ...args], { ...env });
      assert.equal(output.code, 0, output.stderr);
      assert.equal(lastActor(), actor);
    });
  }

  for (const [env, actor, message] of [
    [{ CLAUDECODE: '1' }, 'human', /run by claude, which cannot act as the human\. Leave --actor out/],
    [{ CLAUDECODE: '1' }, 'codex', /run by claude, which cannot act as codex/],
    [{ CODEX_THREAD_ID: 'x' }, 'human', /run by codex, which cannot act as the human/],
    [{ GEMINI_CLI: '1' }, 'claude', /run by gemini, which cannot act as claude/],
  ] as const) {
    it(`no agent passes as another actor: ${JSON.stringify(env)} as ${actor}`, async () => {
      const before = at.taskEvents();
      for (const action of [
        ['t', 'add', 'X'],
        ['m', 'add', 'X'],
        ['t', 'doc', '1', '--body', 'X'],
        ['undo'],
        ['sync'],
      ]) {
        const output = await at.pm([...action, '--actor', actor], { ...env });
        assert.equal(output.code, 1);
        assert.match(output.stderr, message);
        assert.match(output.stderr, /\(REFUSED\)/);
      }
      assert.deepEqual(at.taskEvents(), before);
    });
  }

  describe('in panes', () => {
    /** Runs it in the pane, as the program that is there would. */
    const inPane = async (pane: string, args: string, env = '') => {
      const done = join(box.root, `done-${Math.random()}`);
      const line = `${env} ${node20} ${cliBundle} pm ${args} >${done}.out 2>&1; echo $? >${done}`;
      await box.tmux('send-keys', '-t', pane, '-l', line);
      await box.tmux('send-keys', '-t', pane, 'Enter');
      await until(`the end of ${args}`, () => existsSync(done) && readFileSync(done, 'utf8').endsWith('\n'));
      return { code: readFileSync(done, 'utf8').trim(), text: readFileSync(`${done}.out`, 'utf8') };
    };
    const newPane = async (...args: string[]) => {
      const size = ['-x', '250', '-y', '50'];
      const made = await box.tmux('new-session', '-d', ...size, '-c', at.top, '-P', '-F', '#{pane_id}', ...args);
      return made.stdout.trim();
    };

    it('is the role of the pane, and the human in the shell of a party', async () => {
      for (const [role, actor] of [
        ['claude', 'claude'],
        ['codex', 'codex'],
        ['shell', 'human'],
        ['', 'human'],
      ] as const) {
        const pane = await newPane('sh');
        await box.tmux('set-option', '-p', '-t', pane, '@party_role', role);
        assert.deepEqual((await inPane(pane, 't add X')).code, '0');
        assert.equal(lastActor(), actor, role);
      }
    });

    it('is the name that a pane is registered with', async () => {
      const pane = await newPane('-s', 'team', 'sh');
      projectConfig({ agents: { gemini: { pane: 'team:0.0' }, gone: { pane: 'none:7.7' }, claude: { pane: '%99' } } });
      assert.equal((await inPane(pane, 't add X')).code, '0');
      assert.equal(lastActor(), 'gemini');
      const refused = await inPane(pane, 't add X --actor human');
      assert.match(refused.text, /run by gemini, which cannot act as the human/);
    });

    it('is still that agent when its pane is registered as the human', async () => {
      const pane = await newPane('-s', 'team', 'sh');
      projectConfig({ agents: { Human: { pane: 'team:0.0' } } });
      const refused = await inPane(pane, 't add X --actor human', 'CLAUDECODE=1');
      assert.match(refused.text, /run by claude, which cannot act as the human/);
      await box.tmux('set-option', '-p', '-t', pane, '@party_role', 'codex');
      assert.match((await inPane(pane, 't add X --actor Human')).text, /run by codex, which cannot act as the human/);
    });

    it('is still that agent in an unregistered pane', async () => {
      const pane = await newPane('sh');
      projectConfig({ agents: { gemini: { pane: 'other:0.0' } } });
      assert.equal((await inPane(pane, 't add X', 'CLAUDECODE=1')).code, '0');
      assert.equal(lastActor(), 'claude');
    });

    it('may use either of its names, and the limits of both apply', async () => {
      const pane = await newPane('-s', 'team', 'sh');
      projectConfig({ agents: { reviewer: { pane: 'team:0.0' } } });
      userConfig({ permissions: { claude: { allow: ['task.add'] }, reviewer: { allow: ['task.*'] } } });
      assert.equal((await inPane(pane, 't add X --actor reviewer', 'CLAUDECODE=1')).code, '0');
      assert.equal(lastActor(), 'reviewer');
      const refused = await inPane(pane, 't done 1 --actor reviewer', 'CLAUDECODE=1');
      assert.equal(refused.code, '1');
      assert.match(refused.text, /claude may not do task\.done/);
      assert.equal((await inPane(pane, 't done 1')).code, '0');
    });
  });

  describe('the limits of an agent', () => {
    const claude = { CLAUDECODE: '1' };
    const codex = { CODEX_THREAD_ID: 'x' };

    it('are applied to verbs and fields, and a refusal names the rule and the way out', async () => {
      userConfig({ permissions: { codex: { allow: ['task.update.status', 'milestone.add'] } } });
      await at.pm(['t', 'add', 'X']);
      await at.pm(['m', 'add', 'M']);
      assert.equal((await at.pm(['t', 'update', '1', '--status', 'in-progress'], codex)).code, 0);
      assert.equal((await at.pm(['m', 'add', 'N'], codex)).code, 0);
      const before = at.taskEvents();
      for (const [args, verb] of [
        [['t', 'add', 'Y'], 'task.add'],
        [['t', 'done', '1'], 'task.done'],
        [['t', 'update', '1', '--status', 'done'], 'task.done'],
        [['t', 'update', '1', '--status', 'pending', '--title', 'Z'], 'task.update.title'],
        [['t', 'update', '1', '--milestone', '1'], 'task.update.milestone'],
        [['t', 'update', '1', '-a', 'codex'], 'task.update.assignee'],
        [['t', 'doc', '1', '--body', 'Z'], 'doc.write'],
        [['m', 'doc', '1', '--body', 'Z'], 'doc.write'],
        [['m', 'done', '1'], 'milestone.done'],
        [['m', 'update', '1', '--status', 'done'], 'milestone.done'],
        [['m', 'update', '1', '--name', 'Z'], 'milestone.update'],
        [['undo'], 'undo'],
        [['sync', '--pull'], 'sync'],
        [['init', '--name', 'Z'], 'init'],
      ] as const) {
        const output = await at.pm(args, codex);
        assert.equal(output.code, 1, args.join(' '));
        const rule = 'pm.permissions.codex.allow has only task.update.status, milestone.add. Ask the human to do it';
        assert.ok(output.stderr.includes(`codex may not do ${verb}: ${rule}`), output.stderr);
      }
      assert.deepEqual(at.taskEvents(), before);
      for (const args of [['t'], ['t', 'show', '1'], ['m'], ['log'], ['doc', '1'], ['ls']]) {
        assert.equal((await at.pm(args, codex)).code, 0, args.join(' '));
      }
      for (const env of [claude, {}]) assert.equal((await at.pm(['t', 'done', '1'], { ...env })).code, 0);
    });

    it('can be tightened by a project, and not loosened', async () => {
      await at.pm(['t', 'add', 'X']);
      projectConfig({ pm: { permissions: { claude: { allow: ['*'] }, codex: { allow: ['task.done'] } } } });
      userConfig({ permissions: { claude: { allow: ['task.add'] } } });
      assert.match((await at.pm(['t', 'done', '1'], claude)).stderr, /claude may not do task\.done/);
      assert.match((await at.pm(['t', 'add', 'Y'], codex)).stderr, /codex may not do task\.add/);
      assert.equal((await at.pm(['t', 'done', '1'], codex)).code, 0);
      assert.equal((await at.pm(['t', 'add', 'Y'], claude)).code, 0);
    });

    it('of a project also apply in a subfolder with its own file, and in a worktree', async () => {
      const project = newProject({ box, name: 'repository', git: true });
      const directory = project.top;
      const run = (cwd: string, ...args: string[]) => box.party(['pm', ...args], { cwd, env: codex });
      await run(directory, 'init');
      writeFileSync(join(directory, 'tmux-team.json'), '{"pm":{"permissions":{"codex":{"allow":["task.done"]}}}}');
      writeFileSync(join(directory, 'src/tmux-team.json'), '{"pm":{"permissions":{"codex":{"allow":["*"]}}}}');
      const tree = join(box.root, 'tree');
      project.git('worktree', 'add', '--quiet', tree);
      for (const place of [directory, join(directory, 'src'), tree, join(tree, 'src')])
        assert.match((await run(place, 't', 'add', 'X')).stderr, /codex may not do task\.add/, place);
    });

    it('do not depend on the named configuration', async () => {
      projectConfig({ pm: { permissions: { codex: { allow: [] } } } });
      const other = join(box.root, 'other.json');
      writeFileSync(other, '{}');
      assert.match((await at.pm(['t', 'add', 'X', '--config', other], codex)).stderr, /codex may not do task\.add/);
    });

    it('also apply to a human who acts as an agent', async () => {
      userConfig({ permissions: { codex: { allow: [] } } });
      assert.match((await at.pm(['t', 'add', 'X', '--actor', 'codex'])).stderr, /codex may not do task\.add/);
    });

    it('with a typing error are reported, and every agent is refused', async () => {
      userConfig({ permissions: { codex: { allow: ['task.dnoe'] } } });
      const output = await at.pm(['t', 'add', 'X'], codex);
      assert.equal(output.code, 1);
      assert.match(
        output.stderr,
        /pm\.permissions\.codex\.allow\.0: "task\.dnoe" is none of .*did you mean task\.done\?/,
      );
    });
  });
});
