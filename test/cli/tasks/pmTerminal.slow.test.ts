// `pm doc` and `pm jump` where they need a terminal: a real tmux on a private socket.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { cliBundle, node20, Sandbox, until } from '../../support/sandbox.ts';

describe('party pm in a terminal', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let at: ProjectWith<{ tasks: true }>;
  beforeEach(async () => {
    box = new Sandbox();
    at = newProject({ box, tasks: true });
  });
  afterEach(() => box.dispose());

  const size = ['-x', '200', '-y', '50'];
  /** Runs a line in a new pane and answers with what was on the screen at its end. */
  const inTerminal = async (line: string, env: Record<string, string> = {}) => {
    const file = join(box.root, `done-${Math.random()}`);
    const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const command = `${node20} ${cliBundle} pm ${line}; echo $? >${file}; sleep 60`;
    const where = ['-c', at.top, '-P', '-F', '#{pane_id}'];
    const made = await box.tmux('new-session', '-d', ...size, ...variables, ...where, 'sh', '-c', command);
    const pane = made.stdout.trim();
    const end = async () => {
      await until(`the end of ${line}`, () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
      const screen = (await box.tmux('capture-pane', '-p', '-J', '-t', pane)).stdout;
      return { code: Number(readFileSync(file, 'utf8')), screen: screen.trim() };
    };
    return { pane, end };
  };

  describe('tables', () => {
    beforeEach(async () => {
      await at.init();
      await at.pm(['t', 'add', 'X']);
      await at.pm(['m', 'add', 'M']);
    });
    const shown = async (line: string) => (await (await inTerminal(line)).end()).screen;

    it('have heads, the name first and the age instead of a time', async () => {
      assert.match(await shown('log'), /^WHEN +BY +CHANGE\n\d+[sm] ago +human +team/);
      assert.match(await shown('ls'), /^NAME +STORAGE +ID\n\* +\S+ +fs +[0-9a-f]{8}-/);
      assert.match(await shown('task'), /^ID +STATUS +TASK\n1 +pending +X$/);
      assert.match(await shown('milestone'), /^ID +STATUS +MILESTONE\n1 +pending +M +no tasks$/);
    });

    it('are the bare rows for a program, with times', async () => {
      assert.match((await at.pm(['log'])).stdout, /^\d{4}-\d\d-\d\dT\S+Z {2}human {2}team/);
      assert.match((await at.pm(['ls'])).stdout, /^\* {2}[0-9a-f]{8}-/);
      assert.equal((await at.pm(['task'])).stdout, '1  pending  X\n');
    });
  });

  describe('doc', () => {
    /** Adds a line to its last argument, after having said what its first ones are. */
    const editor = (more = '') => {
      const file = join(box.root, 'my editor');
      const text = `#!/bin/sh\nfor file; do :; done\necho "EDITOR $1"\nprintf 'edited\\n' >>"$file"\n${more}\n`;
      writeFileSync(file, text, { mode: 0o755 });
      return `"${file}" --wait`;
    };
    const leftovers = () => readdirSync(box.env['TMPDIR'] ?? '').filter((name) => name.startsWith('party-doc-'));

    beforeEach(async () => {
      await at.init();
      await at.pm(['t', 'add', 'X', '--body', 'text\n']);
    });

    for (const [variable, line] of [
      ['VISUAL', 'doc 1'],
      ['EDITOR', 'doc 1'],
      ['EDITOR', 't doc 1 --edit'],
    ] as const) {
      it(`opens $${variable} for ${line}, and what was saved is a change by the human`, async () => {
        const { code, screen } = await (await inTerminal(line, { [variable]: editor() })).end();
        assert.equal(code, 0, screen);
        assert.match(screen, /EDITOR --wait\nWrote .*tasks\/1\.md/);
        assert.equal((await at.pm(['doc', '1'])).stdout, 'text\nedited\n');
        assert.deepEqual([at.taskEvents().at(-1)?.event, at.taskEvents().at(-1)?.actor], ['doc_updated', 'human']);
        assert.deepEqual(leftovers(), []);
      });
    }

    it('prints in a terminal with --print, for an agent, and without an editor', async () => {
      for (const [line, env] of [
        ['doc 1 --print', { EDITOR: editor() }],
        ['t doc 1', { EDITOR: editor() }],
        ['doc 1', { EDITOR: editor(), CODEX_THREAD_ID: 'x' }],
        ['doc 1', {}],
      ] as const) {
        const { code, screen } = await (await inTerminal(line, { ...env })).end();
        assert.equal(code, 0, screen);
        assert.match(screen, /text$/);
        assert.doesNotMatch(screen, /EDITOR -/);
      }
      assert.equal((await at.pm(['doc', '1'])).stdout, 'text\n');
    });

    it('changes nothing when nothing was saved, or the editor failed, and keeps what was typed', async () => {
      const before = at.taskEvents();
      const unchanged = await (await inTerminal('doc 1', { EDITOR: 'true' })).end();
      assert.deepEqual([unchanged.code, unchanged.screen], [0, 'Nothing was changed']);
      const missing = await (await inTerminal('doc 1', { EDITOR: '/nowhere/ed' })).end();
      assert.equal(missing.code, 1);
      assert.match(missing.screen, /\/nowhere\/ed cannot be run; set VISUAL or EDITOR/);
      assert.deepEqual(leftovers(), []);
      const failed = await (await inTerminal('doc 1', { EDITOR: editor('exit 3') })).end();
      assert.equal(failed.code, 1);
      const [, kept = ''] =
        /ended with 3, so nothing was changed; your text is kept in (\S+)/.exec(failed.screen) ?? [];
      assert.equal(readFileSync(kept, 'utf8'), 'text\nedited\n');
      assert.deepEqual(at.taskEvents(), before);
    });

    it('does not write over what an agent wrote meanwhile', async () => {
      const [begun, goOn] = [join(box.root, 'begun'), join(box.root, 'go-on')];
      const waiting = editor(`: >${begun}\nwhile [ ! -e ${goOn} ]; do sleep 0.05; done`);
      const edit = await inTerminal('doc 1', { EDITOR: waiting });
      await until('the editor', () => existsSync(begun));
      await at.pm(['t', 'doc', '1', '--body', 'by claude'], { CLAUDECODE: '1' });
      writeFileSync(goOn, '');
      const { code, screen } = await edit.end();
      assert.equal(code, 5);
      assert.match(screen, /Another program has changed the document in the meantime/);
      const [, kept = ''] = /Your text is kept in (\S+)/.exec(screen) ?? [];
      assert.equal(readFileSync(kept, 'utf8'), 'text\nedited\n');
      assert.equal((await at.pm(['doc', '1'])).stdout, 'by claude\n');
    });

    it('--edit says what it needs when there is no editor', async () => {
      const { code, screen } = await (await inTerminal('t doc 1 --edit')).end();
      assert.equal(code, 1);
      assert.match(screen, /Set VISUAL or EDITOR to your editor, or give --body/);
    });
  });

  describe('jump', () => {
    const windowOf = async (pane: string) =>
      (await box.tmux('display-message', '-p', '-t', pane, '#{session_name} #{window_id}')).stdout.trim();
    const looking = async () => (await box.tmux('list-clients', '-F', '#{session_name} #{window_id}')).stdout.trim();
    /** A terminal that shows a session: an outer tmux, in which a person works. */
    const outer = (...args: string[]) => box.run('tmux', ['-L', `${box.socket}-outer`, ...args]);
    const look = async (...command: string[]) => {
      await outer('new-session', '-d', ...size, '-c', at.top, 'env', '-u', 'TMUX', '-u', 'TMUX_PANE', ...command);
    };
    afterEach(() => outer('kill-server'));

    it('goes to the window where the team was made, from another session, wherever that window is by now', async () => {
      await box.tmux('new-session', '-d', ...size, '-s', 'other', '-c', at.top, 'sh');
      const made = await inTerminal('init --name T');
      assert.equal((await made.end()).code, 0);
      const target = await windowOf(made.pane);
      const [session = '', window = ''] = target.split(' ');
      assert.equal(JSON.parse(readFileSync(join(at.folder, 'team.json'), 'utf8')).windowId, window);
      await box.tmux('new-window', '-t', `=${session}:`, 'sleep 60');
      await box.tmux('move-window', '-s', window, '-t', `=${session}:7`);
      await box.tmux('select-window', '-t', `=${session}:1`);
      await look('tmux', '-L', box.socket, 'attach-session', '-t', '=other');
      await until('a client', async () => (await looking()).startsWith('other '));
      await box.tmux('send-keys', '-t', '=other:', `${node20} ${cliBundle} pm jump`, 'Enter');
      await until('the window', async () => (await looking()) === target);
    });

    it('attaches in a terminal outside of tmux', async () => {
      const made = await inTerminal('init --name T');
      await made.end();
      await look(node20, cliBundle, 'pm', 'jump');
      const target = await windowOf(made.pane);
      await until('the window', async () => (await looking()) === target);
    });

    it('prints the window as JSON, and selects it', async () => {
      const made = await inTerminal('init --name T');
      await made.end();
      const [session = '', window = ''] = (await windowOf(made.pane)).split(' ');
      await box.tmux('new-window', '-t', `=${session}:`, 'sleep 60');
      const answer = await at.json<{ session: { name: string }; window: { id: string } }>(['jump']);
      assert.deepEqual([answer.session.name, answer.window.id], [session, window]);
      assert.equal(
        (await box.tmux('display-message', '-p', '-t', `=${session}:`, '#{window_id}')).stdout.trim(),
        window,
      );
    });

    it("goes to the project's party when the team was made elsewhere, and not to a window that got its number", async () => {
      await (await inTerminal('init --name T')).end();
      await box.killServer();
      await box.tmux('new-session', '-d', ...size, '-s', 'stranger', 'sleep 60');
      const nowhere = await at.pm(['jump']);
      assert.equal(nowhere.code, 3);
      assert.match(nowhere.stderr, /The window of T does not exist, and no party is running for this project/);
      const { session, panes } = await box.start(at.top);
      const { window } = await at.json<{ window: { id: string } }>(['jump']);
      assert.equal(await windowOf(panes.claude), `${session.name} ${window.id}`);
    });

    it('accepts the number of a window that tmux-team wrote', async () => {
      await at.init();
      const file = join(at.folder, 'team.json');
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), windowId: '3' }));
      await box.tmux('new-session', '-d', ...size, '-s', 'mine', '-c', at.top, 'sh');
      await box.tmux('new-window', '-d', '-t', '=mine:3', 'sleep 60');
      await box.tmux('send-keys', '-t', '=mine:', `${node20} ${cliBundle} pm jump`, 'Enter');
      const shown = async () =>
        (await box.tmux('display-message', '-p', '-t', '=mine:', '#{window_index}')).stdout.trim();
      await until('window 3', async () => (await shown()) === '3');
    });
  });
});
