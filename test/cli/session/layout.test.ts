// tmux's own line, and the arrangement of the panes, with a real tmux and real clients on a private socket.

import assert from 'node:assert/strict';
import { eachInProject, type Started, until } from '../../support/sandbox.ts';

describe("the party's tmux", function () {
  this.timeout(30_000);
  const at = eachInProject();
  let party: Started;

  const tmux = async (...args: string[]) => (await at.box.tmux(...args)).stdout;
  const option = async (...args: string[]) => (await tmux('show-options', '-v', ...args)).trim();
  const title = (role: 'codex' | 'claude', text: string) => tmux('select-pane', '-t', party.panes[role], '-T', text);

  /** A client, in a pane of another session. The last line of what it shows is tmux's own. */
  async function attach(width = 160): Promise<{ resize(width: number): Promise<string>; line(): Promise<string> }> {
    const client = `env -u TMUX tmux -L ${at.box.env['PARTY_TMUX_SOCKET']} attach -t =${party.session.name}`;
    await tmux('new-session', '-d', '-s', 'outside', '-x', `${width}`, '-y', '40', client);
    await tmux('set-option', '-t', 'outside', 'status', 'off');
    await until('the client', async () => (await tmux('list-clients', '-t', `=${party.session.name}`)) !== '');
    return {
      resize: (wanted) => tmux('resize-window', '-t', 'outside', '-x', `${wanted}`, '-y', '40'),
      line: async () => (await tmux('capture-pane', '-p', '-t', 'outside')).trimEnd().split('\n').at(-1) ?? '',
    };
  }

  /** Where the panes are: `columns`, `rows`, or neither. */
  async function arrangement(): Promise<string> {
    const panes = await tmux(
      'list-panes',
      '-t',
      `=${party.session.name}:`,
      '-F',
      '#{@party_role} #{pane_left} #{pane_top}',
    );
    const places = new Map(
      panes
        .trim()
        .split('\n')
        .map((row) => [row.split(' ')[0], row.split(' ').slice(1).map(Number)]),
    );
    const left = (role: string) => places.get(role)?.[0] ?? -1;
    const top = (role: string) => places.get(role)?.[1] ?? -1;
    if (left('codex') < left('claude') && left('claude') === left('shell') && top('claude') < top('shell'))
      return 'columns';
    if ([left('codex'), left('claude'), left('shell')].every((one) => one === 0) && top('codex') < top('claude'))
      return top('claude') < top('shell') ? 'rows' : 'other';
    return 'other';
  }

  beforeEach(async () => {
    party = await at.box.start(at.project);
  });

  it('says what the agents do, in the words of their titles, and what blocks', async () => {
    const { line } = await attach();
    const shows = (text: string) => until(`"${text}"`, async () => (await line()).includes(text));
    await shows('project · codex idle · claude idle');
    await title('codex', 'Ready | 0123');
    await title('claude', '◐ Fixing');
    await shows('project · codex idle · claude working');
    await title('claude', '✳ Fixing');
    await shows('claude idle');
    await title('codex', '[ ! ] Action Required');
    await shows('codex needs you');
    await tmux('set-option', '-t', `=${party.session.name}:`, '@party_review', '1 blocking');
    await shows(' · 1 blocking');
    await tmux('copy-mode', '-t', party.panes.claude);
    await shows('claude scrolling');
  });

  it('keeps that Claude asks until Claude works again', async () => {
    const { line } = await attach();
    const shows = (text: string) => until(`"${text}"`, async () => (await line()).includes(text));
    await shows('claude idle');
    await title('claude', '✳ Fixing');
    await tmux('set-option', '-p', '-t', party.panes.claude, '@party_needs', '1');
    await shows('claude needs you');
    await title('claude', '◑ Fixing');
    await shows('claude working');
    await title('claude', '✳ Fixing');
    await shows('claude idle');
  });

  it('has no date, no id and no colours of its own, and changes nothing outside its session', async () => {
    await at.box.tmux('new-session', '-d', '-s', 'mine');
    const { line } = await attach();
    await until('the line', async () => (await line()).includes('project · codex'));
    assert.doesNotMatch(await line(), /party-|\d\d:\d\d/);
    assert.equal(await option('-t', `=${party.session.name}:`, 'status-style'), 'default');
    assert.equal(await option('-t', `=${party.session.name}:`, 'status-interval'), '0');
    assert.match(await option('-g', 'status-style'), /green/);
    assert.equal(await option('-g', 'status-interval'), '15');
    assert.match(await option('-gw', 'mode-style'), /yellow/);
    assert.equal((await at.box.tmux('show-options', '-t', 'mine')).stdout, '');
  });

  it('runs and styles nothing that the name of a directory says', async () => {
    const place = at.box.directory('a#[fg=red]#(touch pwned)#{pane_id}');
    await at.box.party(['stop'], { cwd: at.project });
    party = await at.box.start(place);
    const { line } = await attach();
    await until('the name as it is', async () =>
      (await line()).startsWith(' a#[fg=red]#(touch pwned)#{pane_id} · codex'),
    );
  });

  it('is arranged in columns, in rows, or zoomed on one pane', async () => {
    const layout = (...args: string[]) =>
      at.box.partyJson<{ layout: string }>(['layout', ...args, '--json'], { cwd: at.project });
    const flag = async () =>
      (await tmux('display-message', '-p', '-t', party.panes.codex, '#{window_zoomed_flag}#{pane_active}')).trim();
    assert.equal((await layout()).layout, 'auto');
    assert.equal(await arrangement(), 'columns');
    assert.equal((await layout('rows')).layout, 'rows');
    assert.equal(await arrangement(), 'rows');
    assert.equal((await layout('zoom', 'codex')).layout, 'zoom');
    assert.equal(await flag(), '11');
    await layout('zoom');
    assert.equal(await flag(), '10');
    await layout('columns');
    assert.equal(await arrangement(), 'columns');
    assert.equal(await flag(), '00');
    const sizes = await tmux('list-panes', '-t', party.panes.codex, '-F', '#{pane_width} #{pane_height}');
    await layout('columns');
    assert.equal(await tmux('list-panes', '-t', party.panes.codex, '-F', '#{pane_width} #{pane_height}'), sizes);
  });

  it('refuses a layout that it does not know', async () => {
    assert.equal((await at.failure(['layout', 'diagonal'])).code, 'USAGE');
    assert.equal((await at.failure(['layout', 'rows', 'codex'])).code, 'USAGE');
  });

  it('turns to rows by itself while the terminal is narrow', async () => {
    const { resize } = await attach(80);
    await until('rows', async () => (await arrangement()) === 'rows');
    await resize(150);
    await until('columns', async () => (await arrangement()) === 'columns');
    await resize(90);
    await until('rows again', async () => (await arrangement()) === 'rows');
    await at.box.party(['layout', 'columns'], { cwd: at.project });
    await resize(85);
    assert.equal(await arrangement(), 'columns');
  });

  it('leaves the panes alone when the user has opened more', async () => {
    await tmux('split-window', '-d', '-t', party.panes.shell);
    const before = await arrangement();
    const { line } = await attach(80);
    await until('the line', async () => (await line()).includes('codex'));
    assert.equal(await arrangement(), before);
  });

  it('puts a pane that was made again where the layout wants it', async () => {
    await at.box.party(['layout', 'rows'], { cwd: at.project });
    await tmux('kill-pane', '-t', party.panes.codex);
    await at.box.party(['restart', 'codex', '--force'], { cwd: at.project });
    assert.equal(await arrangement(), 'rows');
  });
});
