// The packaged extension through the page of a real workbench, as a person meets it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codexFindingsFile } from '../../src/node/messages/letterDraft.ts';
import { partyPaths } from '../../src/node/project/paths.ts';
import { beginRound } from '../../src/node/review/beginRound.ts';
import { root } from '../runner/places.mjs';
import { eventually, type Row, WorkbenchPage } from './page.ts';
import { switchToTopic, writeCode } from './playRound.ts';
import { makeProject, type Project, pathWithout } from './project.ts';
import { packageExtension, vsix } from './vsix.ts';

const screenshots = join(root, 'out/screenshots');
const roles = ['Codex', 'Claude', 'Shell'];

describe('through the page', function () {
  this.timeout(60_000);
  let directory: string;
  let project: Project;
  let workbench: WorkbenchPage;

  before(() => {
    packageExtension();
  });

  /** One workbench for all tests of a suite: it takes seconds to open. */
  function inWorkbench(name: string, options: () => Partial<Parameters<typeof WorkbenchPage.open>[0]>): void {
    before(async () => {
      directory = mkdtempSync(join(tmpdir(), 'party-test-'));
      project = makeProject(directory);
      const { env, ...others } = options();
      workbench = await WorkbenchPage.open({
        vsix,
        folder: project.folder,
        ...others,
        env: { ...project.env, ...env },
      });
    });
    afterEach(async function () {
      const title = this.currentTest?.title.replace(/\W+/g, '-');
      if (this.currentTest?.isFailed()) await workbench.screenshot(join(screenshots, `failed-${name}-${title}.png`));
    });
    after(async () => {
      await workbench?.dispose();
      project?.dispose();
      rmSync(directory, { recursive: true, force: true });
    });
  }

  const parties = () => project.sessions().filter((name) => name.startsWith('party-'));
  /** Without the one through which the window itself notices changes. */
  const clients = () =>
    project
      .tmux('list-clients', '-F', '#{client_name} #{client_flags}')
      .split('\n')
      .filter((line) => line !== '' && !line.includes('no-output'));
  const oneParty = () => eventually(parties, (names) => names.length === 1);
  const threeRoles = () =>
    eventually(
      () => workbench.treeRows(),
      (rows) => hasRoles(rows) && rows.every(isDemo),
    );

  describe('a party', () => {
    inWorkbench('party', () => ({}));
    let session: string | undefined;
    const terminalShowsDemo = () =>
      eventually(
        () => workbench.terminalText(),
        (text) => /demo/i.test(text),
      );

    it('is not there before it is started', async () => {
      await workbench.openView('Party');
      await eventually(
        () => workbench.welcomeText(),
        (text) => text.length > 0,
      );
      // A stray click starts no agents, which may cost money.
      await workbench.clickStatusItem('Party');
      await eventually(
        () => workbench.pickRows(),
        ([first]) => first === 'Start',
      );
      await workbench.page.keyboard.press('Escape');
      assert.deepEqual(project.sessions(), []);
    });

    it('starts from the palette: three roles, the status bar, one session', async () => {
      await workbench.runCommand('Party: Start with Demo Agents');
      await threeRoles();
      await eventually(
        () => workbench.statusBarText(),
        (text) => text.includes('Party'),
      );
      [session] = await oneParty();
    });

    it('shows the agents in its terminal, as they are in tmux', async () => {
      await eventually(
        () => project.tmux('capture-pane', '-p', '-S', '-', '-t', `=${session}:.0`),
        (text) => /demo/i.test(text),
      );
      await terminalShowsDemo();
      await workbench.screenshot(join(screenshots, 'party-start.png'));
    });

    it('lives on when its terminal is closed', async () => {
      await workbench.closeTerminal('Party');
      await eventually(clients, (attached) => attached.length === 0);
      assert.deepEqual(parties(), [session]);
    });

    it('is attached again on request', async () => {
      await workbench.runCommand('Party: Show Terminal');
      await terminalShowsDemo();
      assert.deepEqual(parties(), [session]);
    });

    it('is attached again after a reload, and is still the only one', async () => {
      await workbench.reload();
      await workbench.openView('Party');
      await threeRoles();
      await terminalShowsDemo();
      // In the window, not in tmux: after a reload, code-server keeps the old terminal's process for a while.
      assert.equal(await workbench.terminalCount(), 1);
      assert.deepEqual(parties(), [session]);
    });

    const paneOf = (role: string) => `=${session}:.${role === 'Codex' ? 0 : 1}`;
    const processIn = (role: string) =>
      Number(project.tmux('display-message', '-p', '-t', paneOf(role), '#{pane_pid}').trim());
    /** Ends the agent, whose pane stays, and waits until the window has seen it. */
    const end = async (role: string) => {
      process.kill(processIn(role), 'SIGKILL');
      await workbench.rowShows(role, /ended/);
      await workbench.statusShows(new RegExp(`Party.*: ${role} has ended`));
    };
    /** The same party, with all agents at work again, in one terminal. */
    const isBack = async () => {
      // First, because the rows of before are shown until the view has noticed the end.
      await eventually(parties, (names) => names.join() === session, 30_000);
      await eventually(
        () => workbench.treeRows(),
        (rows) => {
          const agents = rows.filter(({ label }) => roles.includes(label));
          return hasRoles(rows) && agents.every((row) => isDemo(row) && row.description.startsWith('idle'));
        },
        30_000,
      );
      await terminalShowsDemo();
      await eventually(
        () => workbench.terminalCount(),
        (count) => count === 1,
      );
    };
    /** Enter does what the status bar proposes first. */
    const takeFirstAct = async (label: string) => {
      await workbench.clickStatusItem('Party');
      await eventually(
        () => workbench.pickRows(),
        (rows) => rows.includes(label),
      );
      // In the box itself: a terminal that closes meanwhile may move the focus.
      await workbench.page.locator('.quick-input-widget input:visible').first().press('Enter');
    };

    it('whose agent has ended is restarted by the start command', async () => {
      await end('Codex');
      await workbench.runCommand('Party: Start');
      await workbench.notified(/Codex ended, but the party is still running/);
      const before = processIn('Claude');
      await workbench.page.locator('.notification-toast .monaco-button', { hasText: 'Restart' }).first().click();
      await isBack();
      assert.equal(processIn('Claude'), before);
    });

    it('whose agent has ended is restarted from the status bar', async () => {
      await end('Claude');
      const before = processIn('Codex');
      await takeFirstAct('Restart Agent');
      await isBack();
      assert.equal(processIn('Codex'), before);
    });

    it('whose agent has ended is restarted by the button of its row', async () => {
      await end('Codex');
      await workbench.rowActions('Codex');
      const row = workbench.page.locator('.part.sidebar .monaco-list-row', { hasText: 'Codex' }).first();
      await row.locator('.actions .action-label[aria-label^="Restart Agent"]').click();
      await isBack();
    });

    it('that has ended unexpectedly is offered first by the start command', async () => {
      project.tmux('kill-server');
      await eventually(
        () => workbench.welcomeText(),
        (text) => text.includes('ended unexpectedly'),
      );
      await workbench.runCommandToPick('Party: Start');
      const rows = await eventually(
        () => workbench.pickRows(),
        (found) => found.includes('Restore'),
      );
      assert.deepEqual(
        rows.filter((row) => /Restore|New Party/.test(row)),
        ['Restore', 'Start a New Party'],
      );
      await workbench.choosePick('Restore');
      await isBack();
    });

    it('that has ended with a review open is restored from the status bar', async () => {
      switchToTopic(project.folder);
      writeCode(project.folder, 'src/auth.ts', 'export const login = 1;\n');
      const stateDir = join(project.env['PARTY_STATE_ROOT'] ?? '', session ?? '');
      const env = { ...process.env, ...project.env };
      await beginRound(
        { env, cwd: project.folder, paths: partyPaths(env) },
        { delta: false, headless: false, findingsFile: (request) => codexFindingsFile(stateDir, request) },
      );
      project.tmux('kill-server');
      await workbench.statusShows(/Party: review interrupted/);
      await takeFirstAct('Restore');
      await isBack();
    });

    it('stops, and leaves a foreign session alone', async () => {
      project.tmux('new-session', '-d', '-s', 'foreign');
      await workbench.runCommand('Party: Stop');
      await eventually(
        () => project.sessions(),
        (names) => names.join() === 'foreign',
      );
      await eventually(
        () => workbench.treeRows(),
        (rows) => !hasRoles(rows),
      );
    });

    it('comes back by Undo after a stop', async () => {
      const toast = workbench.page.locator('.notification-toast', { hasText: 'Stopped the party' });
      await toast.locator('.monaco-button', { hasText: 'Undo' }).click();
      await eventually(parties, (names) => names.join() === session, 30_000);
      await threeRoles();
    });
  });

  describe('messages', () => {
    inWorkbench('messages', () => ({}));
    let session: string | undefined;
    const codex = () => `=${session}:.0`;
    const rowsLike = (label: string, description: RegExp) =>
      eventually(
        () => workbench.treeRows(),
        (rows) => rows.some((row) => row.label === label && description.test(row.description)),
        20_000,
      );

    it('are not there before there are any', async () => {
      await workbench.openView('Party');
      await workbench.runCommand('Party: Start with Demo Agents');
      const rows = await threeRoles();
      assert.deepEqual(
        rows.map((row) => row.label),
        roles,
      );
      [session] = await oneParty();
      await eventually(
        () => workbench.treeRows(),
        (all) => all.every((row) => row.description.startsWith('idle')),
      );
    });

    it('go to Codex as they were pasted, and show each state on the way', async () => {
      await workbench.runCommandWithText(
        'Party: Send to Codex…',
        'Please read README.md\n\n  and tell me what is missing',
      );
      await rowsLike('You → Codex: Please read README.md', /^(delivered · \d+s|answered)$/);
      const [file] = project.messages('codex');
      assert.equal(file?.text, 'Please read README.md\n\n  and tell me what is missing');
    });

    it('that cannot be delivered say so, in the view and in the status bar', async () => {
      project.leaveInOutbox('broken.json', 'no letter');
      await rowsLike('Codex → Claude: question', /^failed: /);
      await eventually(
        () => workbench.statusBarText(),
        (text) => text.includes('a message has failed'),
      );
    });

    it('that wait get older, say why, and offer what can be done', async () => {
      project.tmux('copy-mode', '-t', codex());
      await workbench.runCommandWithText('Party: Send to Codex…', 'This one has to wait');
      await rowsLike('You → Codex: This one has to wait', /^written · \d+s$/);
      await eventually(
        () => workbench.notifications(),
        (texts) => texts.some((text) => text.includes("Saved. Codex gets it later: you are scrolling in Codex's pane")),
      );
      await rowsLike('You → Codex: This one has to wait', /^written · [3-9]s$/);
      await workbench.screenshot(join(screenshots, 'messages.png'));
      assert.deepEqual(await workbench.rowActions('written ·'), ['Cancel']);
      const text = await workbench.tooltip('written ·', /Waiting: you are scrolling in/);
      assert.match(text, /This one has to wait/);
      await workbench.screenshot(join(screenshots, 'message-tooltip.png'));
      project.tmux('send-keys', '-t', codex(), '-X', 'cancel');
      await eventually(
        () => workbench.treeRows(),
        (rows) => !rows.some((row) => /^written/.test(row.description)),
        20_000,
      );
    });

    it('can be about what is selected, or about a file', async () => {
      await workbench.runCommand('View: Show Explorer');
      const file = workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'README.md' });
      const offered = ['Send File to Claude', 'Send File to Codex'];
      assert.deepEqual(
        (await workbench.contextMenu(file)).filter((item) => item.startsWith('Send')),
        offered,
      );
      await file.dblclick();
      const editor = workbench.page.locator('.editor-instance .view-lines');
      const sendFromEditor = async () =>
        (await workbench.contextMenu(editor.getByText('A project'))).filter((item) => item.startsWith('Send'));
      await editor.waitFor();
      assert.deepEqual(await sendFromEditor(), []);
      await editor.click();
      await workbench.page.keyboard.press('Control+A');
      assert.deepEqual(await sendFromEditor(), ['Send Selection to Claude', 'Send Selection to Codex']);
    });

    it('bring one notification when an agent waits for the human', async () => {
      await workbench.page.keyboard.press('Escape');
      project.tmux('send-keys', '-t', `=${session}:.1`, 'ask me', 'Enter');
      const asked = (texts: string[]) => texts.filter((text) => text.includes('Claude is waiting for you')).length;
      await eventually(
        () => workbench.notifications(),
        (texts) => asked(texts) === 1,
      );
      await workbench.screenshot(join(screenshots, 'waiting.png'));
      await workbench.page.locator('.notification-toast .monaco-button', { hasText: 'Show' }).first().click();
      await eventually(
        () => project.tmux('display-message', '-p', '-t', `=${session}:`, '#{@party_role}').trim(),
        (role) => role === 'claude',
      );
    });

    it('bring no notification while the pane that asks is in front of the human', async () => {
      const claude = `=${session}:.1`;
      const answer = async () => {
        project.tmux('send-keys', '-t', claude, 'n');
        await eventually(
          () => project.tmux('capture-pane', '-p', '-t', claude),
          (screen) => screen.trimEnd().endsWith('› n'),
        );
        project.tmux('send-keys', '-t', claude, 'Enter');
        await workbench.rowShows('Claude', /^idle/);
      };
      await workbench.openView('Party');
      await workbench.rowShows('Claude', /^needs your answer/);
      await answer();
      project.tmux('send-keys', '-t', claude, 'ask me', 'Enter');
      await workbench.rowShows('Claude', /^needs your answer/);
      await answer();
      assert.deepEqual(await workbench.notifications(), []);
    });
  });

  describe('a window without a folder', () => {
    inWorkbench('no-folder', () => ({ folder: undefined }));

    it('gets a welcome text about opening one', async () => {
      await workbench.openView('Party');
      await eventually(
        () => workbench.welcomeText(),
        (text) => /folder/i.test(text),
      );
      assert.deepEqual(project.sessions(), []);
    });

    it('opens a copy of the demo project in this window, which says what to type', async () => {
      await workbench.runCommand('Party: Open Demo Project');
      await workbench.page.waitForURL(/[?&]folder=[^&]*party-demo/);
      await workbench.openView('Party');
      await eventually(
        () => workbench.welcomeText(),
        (text) => /copy of the demo project/.test(text) && /type go and press Enter/.test(text),
        30_000,
      );
      await workbench.screenshot(join(screenshots, 'demo-anywhere.png'));
      await workbench.runCommand('Party: Start');
      await eventually(
        () => workbench.terminalText(),
        (text) => /Demo Claude/.test(text) && /Try: go/.test(text),
        30_000,
      );
      await workbench.rowShows('Claude', /^idle · demo/);
    });
  });

  describe('a machine without tmux', () => {
    inWorkbench('no-tmux', () => ({
      env: { PATH: pathWithout(['tmux', 'claude', 'codex'], process.env['PATH'] ?? '', join(directory, 'no-tmux')) },
    }));

    it('gets a welcome text that names tmux and how to install it', async () => {
      await workbench.openView('Party');
      await eventually(
        () => workbench.welcomeText(),
        (text) => /tmux/.test(text) && /(apt|brew|dnf|pacman|apk)/.test(text),
      );
    });

    it('is told by the doctor what is missing first, and gets the words to install it', async () => {
      await workbench.runCommandToPick('Party: Doctor');
      const [first] = await eventually(
        () => workbench.pickRows(),
        (rows) => rows.length > 0,
        30_000,
      );
      assert.equal(first, 'Programs: tmux');
      await workbench.screenshot(join(screenshots, 'doctor.png'));
      await workbench.choosePick('Programs: tmux');
      await workbench.statusShows(/Copied: Install it with: .*tmux/);
    });

    it('finds the whole report of the doctor in a document', async () => {
      await workbench.runCommandToPick('Party: Doctor');
      await workbench.page.keyboard.type('Open the Report');
      await workbench.choosePick('Open the Report');
      const lines = workbench.page.locator('.editor-instance .view-lines');
      await lines.getByText('tmux was not found').first().waitFor();
    });
  });
});

const hasRoles = (rows: Row[]) => roles.every((role) => rows.some((row) => row.label === role));

/** Agents say that they are demo agents wherever they show; the shell is a shell. */
const isDemo = (row: Row) => !['Codex', 'Claude'].includes(row.label) || row.description.includes('demo');
