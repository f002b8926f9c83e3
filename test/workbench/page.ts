// Drives a real workbench through its page, as a person does. All knowledge about VS Code's DOM is in this file.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { endAllOnSignal } from '../runner/children.mjs';
import { ownFolder } from '../support/warm/ownFolder.ts';
import { closeBrowser, openBrowser } from './browser.mjs';
import { installExtension, linkBundled, makeProfile, startCodeServer } from './codeServer.mjs';

export interface WorkbenchOptions {
  /** The packaged extension: what a user installs is what is tested. */
  vsix: string;
  folder?: string | undefined;
  settings?: Record<string, unknown>;
  /** On top of our own environment; the extension host and the terminals inherit it. */
  env?: Record<string, string>;
  /** `ask` leaves workspace trust on, so that a folder begins in Restricted Mode. */
  trust?: 'all' | 'ask';
}

export interface Row {
  label: string;
  description: string;
}

/** What could be seen at one moment. */
export interface Seen {
  /** All items of the status bar. */
  status: string;
  /** Of the container in the activity bar; empty without one. */
  badge: string;
  rows: Row[];
  welcome: string;
  warnings: number;
  infos: number;
  notifications: string[];
}

const selectors = {
  workbench: '.monaco-workbench',
  statusItem: '.statusbar-item',
  activity: (title: string) => `.activitybar .action-item:has(a[aria-label^="${title}"])`,
  viewRow: '.part.sidebar .pane-body .monaco-list-row',
  viewWelcome: '.part.sidebar .pane-body .welcome-view-content',
  palette: '.quick-input-widget input.input',
  paletteRow: '.quick-input-list .monaco-list-row',
  /** Not the second line of a row, which says more about it. */
  pickLabel: '.label-name:not(.quick-input-list-label-meta .label-name)',
  terminal: '.terminal-wrapper .xterm-rows',
  editorTab: '.part.editor .tab',
  focusedEditor: '.part.editor .monaco-editor.focused',
  tabClose: '.tab-actions a[aria-label^="Close"]',
  notification: '.notification-toast',
  inputTitle: '.quick-input-widget .quick-input-title:not(:empty)',
  hover: '.workbench-hover .hover-contents',
  dialogButton: '.monaco-dialog-box .monaco-button',
  rowAction: '.actions .action-label',
  menuItem: '.monaco-menu .action-label:not(.separator)',
  warning: '.part.editor .squiggly-warning',
  info: '.part.editor .squiggly-info',
  problem: '.markers-panel .monaco-list-row[aria-level="2"]',
};

/** The extensions folders of an earlier workbench, by package. */
const installed = new Map<string, string>();

/** VS Code's own extensions, for all workbenches of this process. `npm start` and the tests in the host have all of them. */
let bundled: string | undefined;

/** The first time by the server, then as a copy: the server takes some seconds for it. */
async function install(profile: ReturnType<typeof makeProfile>, vsix: string): Promise<void> {
  const { extensionsDir } = profile;
  const known = installed.get(vsix);
  if (known === undefined) {
    await installExtension(profile, vsix);
    const kept = ownFolder('installed');
    cpSync(extensionsDir, kept, { recursive: true });
    // Its list of extensions names the folder of each.
    const list = readFileSync(join(kept, 'extensions.json'), 'utf8');
    writeFileSync(join(kept, 'extensions.json'), list.replaceAll(extensionsDir, kept));
    installed.set(vsix, kept);
    return;
  }
  cpSync(known, extensionsDir, { recursive: true });
  const list = readFileSync(join(known, 'extensions.json'), 'utf8');
  writeFileSync(join(extensionsDir, 'extensions.json'), list.replaceAll(known, extensionsDir));
}

// Ctrl-C and a time-out of the ring end the servers as well; they are in process groups of their own.
endAllOnSignal();
// After all files of this process. The script that takes pictures runs without mocha, and closes it itself.
if (typeof after === 'function') after(closeBrowser);

export class WorkbenchPage {
  readonly #directory: string;
  readonly #stopServer: () => Promise<void>;
  readonly #context: BrowserContext;
  /** For what this driver has no word for. */
  readonly page: Page;

  private constructor(directory: string, stopServer: () => Promise<void>, context: BrowserContext, page: Page) {
    this.#directory = directory;
    this.#stopServer = stopServer;
    this.#context = context;
    this.page = page;
  }

  /** Opens the address of a server that the caller ends. */
  static async visit(url: string): Promise<WorkbenchPage> {
    return await WorkbenchPage.#open(mkdtempSync(join(tmpdir(), 'party-page-')), url, async () => {});
  }

  static async open({
    vsix,
    folder,
    settings = {},
    env = {},
    trust = 'all',
  }: WorkbenchOptions): Promise<WorkbenchPage> {
    const directory = mkdtempSync(join(tmpdir(), 'party-page-'));
    bundled ??= linkBundled(ownFolder('bundled'));
    const profile = { ...makeProfile(directory, { settings }), bundledDir: bundled };
    await install(profile, vsix);
    const server = await startCodeServer(profile, { env: { ...process.env, ...env }, trust });
    return await WorkbenchPage.#open(directory, server.url(folder), server.stop);
  }

  static async #open(directory: string, url: string, stopServer: () => Promise<void>): Promise<WorkbenchPage> {
    try {
      const { context, page } = await openBrowser(ownFolder('chromium'));
      const workbench = new WorkbenchPage(directory, stopServer, context, page);
      await page.goto(url, { waitUntil: 'domcontentloaded' });
      await workbench.#loaded();
      return workbench;
    } catch (error) {
      await stopServer();
      throw error;
    }
  }

  async #loaded(): Promise<void> {
    await this.page.locator(selectors.workbench).waitFor();
    await this.page.locator(selectors.statusItem).first().waitFor();
  }

  /** By the palette, and only if it offers exactly this title: a blind Enter runs whatever row comes first. */
  async runCommand(title: string): Promise<void> {
    await this.#choose(title);
    await this.page.locator(selectors.palette).waitFor({ state: 'hidden' });
  }

  /** A command that offers a choice, which then is open. */
  async runCommandToPick(title: string): Promise<void> {
    await this.#choose(title);
    await this.page.locator(selectors.paletteRow).filter({ hasNotText: title }).first().waitFor();
  }

  async choosePick(label: string): Promise<void> {
    const name = this.page.locator('.label-name').filter({ hasText: exactly(label) });
    await this.takePick(this.page.locator(selectors.paletteRow).filter({ has: name }).first());
  }

  /**
   * By the keyboard: the next quick pick may open under the pointer before a click has ended, and the rest of the click
   * then chooses one of its rows.
   */
  async takePick(row: Locator, timeout = 30_000): Promise<void> {
    const input = this.page.locator(selectors.palette);
    await row.waitFor({ timeout });
    const isFocused = () => row.evaluate((one) => one.classList.contains('focused'), undefined, { timeout });
    for (let steps = 0; !(await isFocused()); steps++) {
      if (steps === 100) throw new Error('the row of the quick pick does not get the focus');
      await input.press('ArrowDown', { timeout });
    }
    await input.press('Enter', { timeout });
  }

  async chooseTheme(label: string): Promise<void> {
    await this.runCommandToPick('Preferences: Color Theme');
    // Longer than the window; and each row that gets the focus on the way changes the colours.
    await this.page.locator(selectors.palette).fill(label);
    await this.choosePick(label);
    await this.page.locator(selectors.palette).waitFor({ state: 'hidden' });
  }

  /** Until the editor has the focus: an editor that takes it later closes the next quick pick. */
  async openFile(path: string): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    await this.page.keyboard.press('Control+P');
    await this.page.locator(selectors.palette).fill(path);
    await this.choosePick(name);
    await this.page.locator(selectors.editorTab).filter({ hasText: name }).waitFor();
    await this.page.locator(selectors.focusedEditor).waitFor();
  }

  /** A command that asks for a text, which is pasted: so it may have several lines. */
  async runCommandWithText(title: string, text: string): Promise<void> {
    await this.#choose(title);
    await this.page.locator(selectors.inputTitle).waitFor();
    await this.#context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await this.page.keyboard.press('Control+V');
    await this.page.keyboard.press('Enter');
    await this.page.locator(selectors.palette).waitFor({ state: 'hidden' });
  }

  /** A command of VS Code's own that asks for a text in these words. */
  async runCommandThatAsks(title: string, words: string, text: string): Promise<void> {
    await this.#choose(title);
    await this.page.locator('.quick-input-message').filter({ hasText: words }).waitFor();
    await this.page.locator(selectors.palette).fill(text);
    await this.page.keyboard.press('Enter');
    await this.page.locator(selectors.palette).waitFor({ state: 'hidden' });
  }

  /** Follows a link in the terminal, once the mouse rests on it and `tooltip` says what it does. */
  async followTerminalLink(words: string, tooltip: string): Promise<void> {
    await eventually(
      () => this.terminalText(),
      (text) => text.includes(words),
    );
    const told = this.page.locator('.workbench-hover').filter({ hasText: tooltip });
    for (let look = 1; ; look++) {
      const [x, y] = await this.page.evaluate<[number, number]>(`(${placeInTerminal})(${JSON.stringify(words)})`);
      await this.page.mouse.move(x, y, { steps: 4 });
      try {
        await told.waitFor({ timeout: 4000 });
        await this.page.keyboard.down('Control');
        await this.page.mouse.click(x, y);
        await this.page.keyboard.up('Control');
        return;
      } catch (error) {
        if (look === 6) throw error;
        // The terminal looks for links when the mouse comes to a line.
        await this.page.mouse.move(0, 0);
      }
    }
  }

  async #choose(title: string): Promise<void> {
    const label = this.page.locator('.label-name').filter({ hasText: exactly(title) });
    const row = this.page.locator(selectors.paletteRow).filter({ has: label }).first();
    // The list is made when the palette opens: a command that comes later, as after a reload, needs another look.
    // A palette that lost the focus while it opened closes again.
    for (let look = 1; ; look++) {
      await this.page.keyboard.press('F1');
      try {
        await this.page.locator(selectors.palette).fill(`>${title}`, { timeout: 3000 });
        await this.takePick(row, 3000);
        break;
      } catch (error) {
        if (look === 8) throw error;
        // In the palette itself: once it has closed, the key would go to what has the focus, such as an agent in a terminal.
        await this.page
          .locator(selectors.palette)
          .press('Escape', { timeout: 1000 })
          .catch(() => {});
      }
    }
  }

  async statusBarText(): Promise<string> {
    return (await this.page.locator(selectors.statusItem).allInnerTexts()).map(plain).join(' | ');
  }

  /** After the page is there, the server starts the extensions, which takes long on a busy machine: the case has the limit. */
  async partyIsActive(): Promise<void> {
    await this.page.locator(selectors.statusItem).filter({ hasText: 'Party' }).first().waitFor({ timeout: 0 });
  }

  async statusShows(words: RegExp): Promise<void> {
    await eventually(
      () => this.statusBarText(),
      (shown) => words.test(shown),
      20_000,
    );
  }

  async clickStatusItem(words: string): Promise<void> {
    await this.page.locator(selectors.statusItem).filter({ hasText: words }).locator('a').first().click();
  }

  /** Rests the mouse on a status-bar item until its tooltip comes. */
  async statusTooltip(words: string): Promise<Locator> {
    return await this.#hover(this.page.locator(selectors.statusItem).filter({ hasText: words }).first());
  }

  /** The row under the mouse may be redrawn just before its tooltip would appear: then the mouse moves there again. */
  async #hover(place: Locator): Promise<Locator> {
    const tooltip = this.page.locator(selectors.hover).first();
    for (let look = 1; ; look++) {
      await place.hover();
      try {
        await tooltip.waitFor({ timeout: 4000 });
        return tooltip;
      } catch (error) {
        if (look === 6) throw error;
        await this.page.mouse.move(0, 0);
      }
    }
  }

  /**
   * The labels of an open quick pick, without its separators. None while the page is still drawing the first rows, which it
   * does one after the other.
   */
  async pickRows(): Promise<string[]> {
    const rows = this.page.locator(selectors.paletteRow);
    const announced = Number(await rows.evaluateAll(([row]) => row?.getAttribute('aria-setsize') ?? '0'));
    if ((await rows.count()) < Math.min(announced, shownAtOnce)) return [];
    return (await rows.locator(selectors.pickLabel).allInnerTexts()).map(plain);
  }

  /**
   * The titles in the menu of the light bulb, once a click on a finding has shown its line. The finding's thread opens
   * below the line, and the menu closes when the lines move: then the key is pressed again.
   */
  async openLightBulb(): Promise<Locator> {
    const titles = this.page.locator('.action-widget .monaco-list-row .title');
    await this.page.locator('.part.editor .review-widget:visible').first().waitFor();
    for (let look = 1; ; look++) {
      await this.runCommand('View: Focus Active Editor Group');
      // Keys go to the palette until the editor has the focus.
      await this.page.locator('.part.editor .monaco-editor.focused').waitFor();
      await this.page.keyboard.press('Control+.');
      try {
        await titles.first().waitFor({ timeout: 4000 });
        return titles;
      } catch (error) {
        if (look === 6) throw error;
      }
    }
  }

  /** Of a modal dialog. */
  async pressDialogButton(name: string): Promise<void> {
    const button = this.page.locator(selectors.dialogButton).filter({ hasText: exactly(name) });
    await button.click();
    await this.page.locator(selectors.dialogButton).first().waitFor({ state: 'hidden' });
  }

  /** Shows a container of the activity bar. Not by a click, which would hide what a reload is just restoring. */
  async openView(container: string): Promise<void> {
    await this.page.locator(selectors.activity(container)).waitFor();
    await this.runCommand(`View: Show ${container}`);
  }

  /** The rows of the tree views in the side bar, from top to bottom, which is not always their order in the page. */
  async treeRows(): Promise<Row[]> {
    const rows = await this.page.locator(selectors.viewRow).evaluateAll((elements) =>
      elements
        .map((row) => {
          const shown = (place: string) => row.querySelector(place)?.textContent ?? '';
          const { top } = row.getBoundingClientRect();
          return { top, label: shown('.label-name'), description: shown('.label-description') };
        })
        .sort((one, other) => one.top - other.top),
    );
    return rows.map(({ label, description }) => ({ label: plain(label), description: plain(description) }));
  }

  async rowShows(label: string, description: RegExp): Promise<void> {
    await eventually(
      () => this.treeRows(),
      (rows) => rows.some((one) => one.label === label && description.test(one.description)),
    );
  }

  /** Rests the mouse on a row until its tooltip with these words comes, and gives the text of that. */
  async tooltip(label: string, words: RegExp): Promise<string> {
    const row = this.page.locator(selectors.viewRow).filter({ hasText: label }).first();
    for (let look = 1; ; look++) {
      await this.#hover(row);
      const shown = this.page.locator(selectors.hover);
      try {
        return await eventually(
          async () => plain((await shown.allInnerTexts()).join('\n')),
          (text) => words.test(text),
          4000,
        );
      } catch (error) {
        // It is made when it is asked for; or the rows have moved, and it is that of another row.
        if (look === 6) throw error;
        await this.page.mouse.move(0, 0);
        await shown.first().waitFor({ state: 'hidden' });
      }
    }
  }

  /** The names of the buttons that a row shows under the mouse. */
  async rowActions(label: string): Promise<string[]> {
    const row = this.page.locator(selectors.viewRow).filter({ hasText: label }).first();
    await row.hover();
    const buttons = await row.locator(selectors.rowAction).all();
    return await Promise.all(buttons.map(async (button) => (await button.getAttribute('aria-label')) ?? ''));
  }

  /** What the context menu of the place offers. */
  async contextMenu(place: Locator): Promise<string[]> {
    await place.click({ button: 'right' });
    await this.page.locator(selectors.menuItem).first().waitFor();
    const items = (await this.page.locator(selectors.menuItem).allInnerTexts()).map(plain);
    await this.page.keyboard.press('Escape');
    return items;
  }

  /**
   * An entry of the context menu of the place. By the keyboard: a menu that has just opened ignores the button of the
   * mouse. A row that was redrawn in the meantime has closed its menu, which is opened again then.
   */
  async chooseInMenu(place: Locator, title: string): Promise<void> {
    const item = this.page.locator('.monaco-menu .action-item').filter({ hasText: exactly(title) });
    for (let look = 1; ; look++) {
      if (!(await item.isVisible())) await place.click({ button: 'right' });
      try {
        await item.hover({ timeout: 5000 });
        await item.and(this.page.locator('.focused')).waitFor({ timeout: 2000 });
        await this.page.keyboard.press('Enter');
        await item.waitFor({ state: 'hidden', timeout: 2000 });
        return;
      } catch (error) {
        if (look === 5) throw error;
      }
    }
  }

  /** What the views in the side bar say while they are empty. */
  async welcomeText(): Promise<string> {
    return (await this.page.locator(selectors.viewWelcome).allInnerTexts()).map(plain).join('\n');
  }

  /** The visible text of all terminals. */
  async terminalText(): Promise<string> {
    return (await this.page.locator(selectors.terminal).allInnerTexts()).map(plain).join('\n');
  }

  async terminalCount(): Promise<number> {
    return await this.page.locator(selectors.terminal).count();
  }

  /** From now on everything that shows is kept: what is there for a moment may be gone before a slow machine asks. */
  async record(container: string): Promise<void> {
    const places = { ...selectors, badge: `${selectors.activity(container)} .badge-content` };
    await this.page.evaluate(`(${recorder})(${JSON.stringify(places)})`);
  }

  /** The moments in order, each one different from the one before it. */
  async recorded(): Promise<Seen[]> {
    return await this.page.evaluate<Seen[]>('globalThis.partySeen');
  }

  /** What the Problems view lists, with the source of each. */
  async problems(): Promise<string[]> {
    return (await this.page.locator(selectors.problem).allInnerTexts()).map(plain);
  }

  async notifications(): Promise<string[]> {
    return (await this.page.locator(selectors.notification).allInnerTexts()).map(plain);
  }

  async notified(words: RegExp): Promise<void> {
    await eventually(
      () => this.notifications(),
      (texts) => texts.some((shown) => words.test(shown)),
    );
  }

  /** The visible heads of a multi-diff: the file, a letter for what was done to it, and the earlier name of a renamed file. */
  async multiDiffHeads(): Promise<string[]> {
    return (await this.page.locator('.part.editor .multiDiffEntry .header .file-path').allInnerTexts()).map(plain);
  }

  /** By the cross of its tab in the editor area, or by the command if it lies in the panel. */
  async closeTerminal(name: string): Promise<void> {
    const tab = this.page.locator(selectors.editorTab).filter({ hasText: exactly(name) });
    if ((await tab.count()) > 0) await tab.locator(selectors.tabClose).click();
    else await this.runCommand('Terminal: Kill the Active Terminal Instance');
    await this.page.locator(selectors.terminal).waitFor({ state: 'hidden' });
  }

  async screenshot(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
  }

  /** Waits until the window has saved an editor of this type: in a browser that comes seconds after it was opened. */
  async editorSaved(type: string): Promise<void> {
    await eventually(
      () => this.page.evaluate<string>(savedEditors),
      (saved) => saved.includes(type),
      30_000,
    );
  }

  /** As a person does it: VS Code first stores what it keeps of the window, which a reload of the page would lose. */
  async reload(): Promise<void> {
    const reloaded = this.page.waitForEvent('domcontentloaded');
    await this.#choose('Developer: Reload Window');
    await reloaded;
    await this.#loaded();
  }

  async dispose(): Promise<void> {
    await this.#context.close();
    await this.#stopServer();
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** So many rows of a quick pick fit into the window, however high they are. */
const shownAtOnce = 8;

/** In the page. */
declare function getComputedStyle(element: unknown): { getPropertyValue(name: string): string };

/** What an element looks like. */
export async function styleOf(place: Locator, property: string): Promise<string> {
  return await place.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
}

/**
 * Waits until a probe of the page gives what `wanted` accepts; fails with the last value seen, which says more than a
 * time-out.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  wanted: (value: T) => boolean,
  limit = 15_000,
): Promise<T> {
  const deadline = Date.now() + limit;
  for (;;) {
    const value = await probe();
    if (wanted(value)) return value;
    if (Date.now() > deadline) throw new Error(`after ${limit / 1000} s still: ${JSON.stringify(value, null, 1)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Where the middle of the last of these words in the terminal is, run in the page. */
const placeInTerminal = `(words) => {
  const rows = [...document.querySelectorAll('.terminal-wrapper .xterm-rows > div')];
  const row = rows.findLast((one) => one.textContent.replaceAll('\\u00a0', ' ').includes(words));
  const from = row.textContent.replaceAll('\\u00a0', ' ').lastIndexOf(words) + words.length / 2;
  let passed = 0;
  for (const span of row.querySelectorAll('span')) {
    const { length } = span.textContent;
    const { left, top, width, height } = span.getBoundingClientRect();
    if (passed + length > from) return [left + ((from - passed) / length) * width, top + height / 2];
    passed += length;
  }
  return [0, 0];
}`;

/** Keeps what the page shows, run in the page. */
const recorder = `(places) => {
  const seen = (globalThis.partySeen = []);
  const plain = (element) => (element?.innerText ?? '').replaceAll('\\u00a0', ' ').trim();
  const all = (selector) => [...document.querySelectorAll(selector)];
  let last = '';
  let planned = false;
  function look() {
    planned = false;
    const now = {
      status: all(places.statusItem).map(plain).join(' | '),
      badge: all(places.badge).map(plain).join(),
      rows: all(places.viewRow).map((row) => ({
        label: plain(row.querySelector('.label-name')),
        description: plain(row.querySelector('.label-description')),
      })),
      welcome: all(places.viewWelcome).map(plain).join('\\n'),
      warnings: all(places.warning).length,
      infos: all(places.info).length,
      notifications: all(places.notification).map(plain),
    };
    const text = JSON.stringify(now);
    if (text !== last) seen.push(now);
    last = text;
  }
  const watched = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => {
    if (!planned) setTimeout(look, 40);
    planned = true;
  }).observe(document.body, watched);
  look();
}`;

/** What the workbench keeps about its editors, run in the page. */
const savedEditors = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const saved = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const database = await done(indexedDB.open(name));
    const items = database.transaction('ItemTable').objectStore('ItemTable');
    saved.push(await done(items.get('memento/workbench.parts.editor')));
    database.close();
  }
  return saved.join();
})()`;

const plain = (shown: string) => shown.replaceAll('\u00a0', ' ').trim();

const exactly = (title: string) => new RegExp(`^\\s*${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
