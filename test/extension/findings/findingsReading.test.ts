// What shows findings where one reads, and what one does with several: of the built extension in an editor without a
// window, on two projects. The program that decides is the shipped one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { type FakeDiagnostic, FakeEditor } from '../../support/editor/fakeEditor.ts';
import { newProject, type Project } from '../../support/project.ts';
import { until } from '../../support/sandbox.ts';
import { type Played, playRound, writeCode } from '../../workbench/playRound.ts';

const code = [
  'export function price(items) {',
  '  let total = 0;',
  '  for (const item of items) total += item.price;',
  '  return total / items.length;',
  '}',
  '',
].join('\n');
const markup = 'Dividing by **zero** [x](command:party.stop) $(trash), as in src/util.js:2 and ../secret.js:1';
const better = '  return items.length === 0 ? 0 : total / items.length;';
const found: Played[] = [
  {
    id: 'F1',
    file: 'src/price.js',
    line: 4,
    severity: 'blocking',
    description: markup,
    suggestion: `Use:\n\`\`\`js\n${better}\n\`\`\``,
  },
  { id: 'F2', file: 'src/price.js', line: 3, severity: 'non-blocking', description: 'Use reduce here' },
  { id: 'F3', file: 'src/price.js', line: 3, severity: 'non-blocking', description: 'Use reduce here, please' },
  { id: 'F4', file: 'src/util.js', line: 1, severity: 'blocking', description: 'No test' },
];

describe('findings where one reads', function () {
  this.timeout(60_000);
  let project: Project;
  let other: Project;
  let editor: FakeEditor;
  let api: TestedParty;
  const priceFile = () => join(project.top, 'src/price.js');
  const placed = (key: string, top = project.top) =>
    api.internals.findings.store.all.find(({ folder, finding }) => finding.key === key && folder.top === top) ??
    assert.fail(`no ${key}`);
  const id = (key: string) => placed(key).id;
  const states = () => ['r1-F1', 'r1-F2', 'r1-F3', 'r1-F4'].map((key) => placed(key).finding.state).join(' ');
  const diagnostic = (key: string): FakeDiagnostic =>
    editor.diagnostics.get(priceFile())?.find(({ code: { value } }) => value === key) ?? assert.fail(`no ${key}`);
  const at = (line: number) => ({ line, character: 5 });
  const document = (path: string) => ({ uri: { fsPath: path, scheme: 'file' } });
  const bulb = (line: number) => {
    const range = { start: at(line), end: at(line) };
    return editor.fixes.flatMap((one) => one.provideCodeActions(document(priceFile()), range, { diagnostics: [] }));
  };
  const row = (key: string) => editor.trees.get('party.findings')?.items.get(id(key)) ?? assert.fail(`no row ${key}`);
  const open = (path: string, query = '') =>
    editor.uris?.handleUri({ path, query, scheme: 'vscode', fsPath: path }) ?? assert.fail('no handler');

  before(async () => {
    [project, other] = [newProject({ git: true }), newProject({ git: true })];
    writeCode(project.top, 'src/price.js', code);
    writeCode(project.top, 'src/util.js', 'export const one = 1;\nexport const two = 2;\n');
    await playRound(project.env, project.top, found);
    writeCode(other.top, 'src/other.js', 'export const here = 1;\n');
    const env = { ...other.env, PARTY_HOME: project.env['PARTY_HOME'] };
    await playRound(env, other.top, [
      { id: 'X1', file: 'src/other.js', line: 1, severity: 'blocking', description: 'Only here' },
      { id: 'F1', file: 'src/other.js', line: 1, severity: 'blocking', description: 'In both' },
    ]);
    editor = new FakeEditor([project.top, other.top]);
    api = editor.activate<TestedParty>(project.env);
    await api.ready;
    await until('the diagnostics', () => editor.diagnostics.get(priceFile())?.length === 3);
    editor.trees.get('party.findings')?.show();
  });
  after(async () => {
    editor.dispose();
    await project.dispose();
    await other.dispose();
  });

  it('have a row that begins with the place', () => {
    assert.deepEqual([row('r1-F2').label, row('r1-F2').description], ['price.js:3', 'Use reduce here']);
    assert.equal(row('r1-F1').contextValue, 'findingOpenPatch');
    assert.equal(row('r1-F2').contextValue, 'findingOpen');
    assert.match(row('r1-F2').accessibilityInformation?.label ?? '', /src\/price\.js:3: Use reduce here$/);
  });

  it('are diagnostics with an address, and with the other places that they name', () => {
    const { code: named, relatedInformation } = diagnostic('r1-F1');
    assert.match(String(named.target), /^vscode:\/\/party\.party\/finding\/r1-F1\?change=[\w-]+$/);
    assert.deepEqual(
      relatedInformation.map(({ message, location }) => [message, location.uri.fsPath, location.range.line]),
      [['r1-F1 names this place', join(project.top, 'src/util.js'), 1]],
    );
    assert.deepEqual(diagnostic('r1-F2').relatedInformation, []);
  });

  it('show what can be done under the mouse, and nothing of the reviewer as Markdown', () => {
    const { contents = [] } = editor.hovers[0]?.provideHover(document(priceFile()), at(3)) ?? {};
    const [only] = contents;
    assert.equal(contents.length, 1);
    const text = only?.value ?? '';
    assert.ok(!text.includes('trash') && !text.includes('party.stop'), text);
    const links = [...text.matchAll(/\[([^\]]+)\]\(command:([\w.]+)\?([^)]+)\)/g)];
    assert.deepEqual(
      links.map(([, title = '']) => title.replace('&#8230;', '…')),
      [
        'Show Suggestion as Diff',
        'Send to Claude',
        'Ask Codex About Finding…',
        'Mark as Fixed',
        'Reject with Reason…',
        'Show Thread',
      ],
    );
    const { enabledCommands } = (only?.isTrusted ?? {}) as { enabledCommands?: string[] };
    assert.deepEqual(
      links.map(([, , command]) => command),
      enabledCommands,
    );
    for (const [, , , args = ''] of links) assert.deepEqual(JSON.parse(decodeURIComponent(args)), [id('r1-F1')]);
    assert.equal(editor.hovers[0]?.provideHover(document(priceFile()), at(2))?.contents.length, 2);
    assert.equal(editor.hovers[0]?.provideHover(document(priceFile()), at(0)), undefined);
  });

  it('are offered in the light bulb by their words', () => {
    assert.deepEqual(
      bulb(3).map(({ title }) => title),
      [
        'Show Suggestion as Diff: "Dividing by **zero**…"',
        'Apply Suggestion: "Dividing by **zero**…"',
        'Send to Claude: "Dividing by **zero**…"',
        'Mark as Fixed: "Dividing by **zero**…"',
        'Reject with Reason…: "Dividing by **zero**…"',
        'Mark as Out of Scope…: "Dividing by **zero**…"',
        'Make Task: "Dividing by **zero**…"',
      ],
    );
    const fixed = bulb(2).filter(({ title }) => title.startsWith('Mark as Fixed'));
    assert.deepEqual(
      fixed.map(({ title }) => title),
      ['Mark as Fixed: "Use reduce here"', 'Mark as Fixed: "Use reduce here, please"'],
    );
    assert.deepEqual(fixed[1]?.command.arguments, [id('r1-F3')]);
  });

  it('are meant by the cursor in their file, and not in an earlier version of it', async () => {
    const cursorIn = (scheme: string) => {
      const uri = { scheme, fsPath: priceFile() };
      editor.activeTextEditor = { document: { uri }, selection: { start: at(2), end: at(2) } };
    };
    cursorIn('file');
    await editor.run('party.copyFinding');
    assert.match(editor.copied.at(-1) ?? '', /Use reduce here/);
    const copies = editor.copied.length;
    cursorIn('party-code');
    await editor.run('party.copyFinding');
    assert.match(editor.told.at(-1) ?? '', /No finding here/);
    assert.equal(editor.copied.length, copies);
    editor.activeTextEditor = undefined;
  });

  describe('by their address', () => {
    it('are shown, in whichever folder they are', async () => {
      await open('/finding/r1-X1');
      const shown = editor.activeTextEditor?.document as { uri: { fsPath: string } };
      assert.equal(shown.uri.fsPath, join(other.top, 'src/other.js'));
      assert.ok(editor.executed.every(([command]) => command !== 'party.markFindingFixed'));
    });

    it('are chosen by the user when two folders have one, unless the address names the change', async () => {
      let offered: readonly string[] = [];
      editor.choose = (items) => {
        offered = items.map(({ label }) => label);
        return undefined;
      };
      editor.activeTextEditor = undefined;
      await open('/finding/r1-F1');
      assert.deepEqual(offered, [project.top, other.top]);
      assert.equal(editor.activeTextEditor, undefined);
      offered = [];
      const { target } = diagnostic('r1-F1').code;
      await open('/finding/r1-F1', target.query);
      const shown = editor.activeTextEditor as unknown as { document: { uri: { fsPath: string } } };
      assert.deepEqual([offered, shown.document.uri.fsPath], [[], priceFile()]);
    });

    for (const [path, query, told] of [
      ['/finding/r9-F9', '', 'No project in this window has the finding r9-F9'],
      ['/finding/r1-X1', 'change=other', 'r1-X1 belongs to another change than the one that is reviewed here'],
      ['/finding/x', '', 'This link does not name a finding: /finding/x. A finding has a key such as r1-F1'],
      [
        '/run/[x](command:y)',
        '',
        'This link does not name a finding: /run/x(command:y). A finding has a key such as r1-F1',
      ],
    ] as const) {
      it(`are not there: ${path}?${query}`, async () => {
        await open(path, query);
        assert.equal(editor.told.at(-1), told);
      });
    }
  });

  it('are no links in a terminal that is not of a party', () => {
    const [links] = editor.links;
    assert.deepEqual(links?.provideTerminalLinks({ line: 'r1-F1 src/price.js:3', terminal: {} }), []);
  });

  describe('several at once', () => {
    const both = () => [id('r1-F2'), ['group/severity/non-blocking', id('r1-F2'), id('r1-F3')]] as const;
    const undo = async () => {
      const [item] = [...editor.statusItems].filter(({ text }) => text?.includes('Undo'));
      const { command = '', arguments: args = [] } = item?.command ?? {};
      await editor.run(command, ...args);
    };
    const offer = () => [...editor.statusItems].map(({ text = '' }) => text).find((text) => text.includes('Undo'));

    it('are marked as fixed with progress and one summary, and reopened by one undo', async () => {
      editor.progress.length = 0;
      await editor.run('party.markFindingFixed', ...both());
      await until('both are fixed', () => states() === 'open fixed fixed open');
      assert.deepEqual(editor.progress.slice(0, 3), ['2 findings: marking…', '1 of 2', '2 of 2']);
      assert.equal(offer(), '$(discard) 2 findings are marked as fixed – Undo');
      await undo();
      await until('both are open', () => states() === 'open open open open');
      assert.equal(offer(), undefined);
    });

    it('are rejected with one reason', async () => {
      editor.input = 'We like loops';
      await editor.run('party.rejectFinding', ...both());
      assert.equal(editor.asked, 'Reject 2 findings');
      await until('both are rejected', () => states() === 'open rejected rejected open');
      assert.equal(placed('r1-F3').finding.reason, 'We like loops');
      // Those that are decided already stay as they are.
      await editor.run('party.findingOutOfScope', id('r1-F2'), [id('r1-F2'), id('r1-F4')]);
      await until('one more', () => states() === 'open rejected rejected out-of-scope');
      assert.equal(offer(), '$(discard) r1-F4 is out of scope – Undo');
      await editor.run('party.reopenFinding', id('r1-F2'), [id('r1-F2'), id('r1-F3'), id('r1-F4')]);
      await until('all are open', () => states() === 'open open open open');
    });

    it('take only the clicked row when that is outside the selection', async () => {
      await editor.run('party.markFindingFixed', id('r1-F4'), [id('r1-F2'), id('r1-F3')]);
      await until('it is fixed', () => states() === 'open open open fixed');
      await undo();
      await until('it is open', () => states() === 'open open open open');
    });

    it('are copied together', async () => {
      await editor.run('party.copyFinding', ...both());
      assert.match(editor.copied.at(-1) ?? '', /^r1-F2 .*\n\n\nr1-F3 /s);
    });

    it('become tasks of a team that is made for them', async () => {
      await editor.run('party.makeFindingTask', ...both());
      assert.equal(editor.told.at(-1), '$(check) 2 findings are now tasks');
      await until('the tasks', () => placed('r1-F2').finding.task !== undefined);
      assert.notEqual(placed('r1-F3').finding.task?.id, placed('r1-F2').finding.task?.id);
      await editor.run('party.makeFindingTask', ...both());
      assert.equal(editor.told.at(-1), '$(info) The findings already have tasks');
    });
  });

  describe('exported', () => {
    const choose = (words: string) => {
      editor.choose = (items) => items.find(({ label }) => label.includes(words)) ?? items[0];
    };
    const exportTo = async (words: string, name: string) => {
      choose(words);
      editor.saveTo = { scheme: 'file', path: join(project.top, name), fsPath: join(project.top, name), query: '' };
      await editor.run('party.exportFindings');
      assert.match(editor.told.at(-1) ?? '', /^The findings are exported/);
      return readFileSync(editor.saveTo.fsPath, 'utf8');
    };

    it('to the clipboard as Markdown', async () => {
      choose('Copy as Markdown');
      await editor.run('party.exportFindings');
      assert.match(editor.copied.at(-1) ?? '', /^# Findings\n\n## Blocking \(2\)\n/);
    });

    it('to files, in each form', async () => {
      assert.match(await exportTo('Markdown File', 'out.md'), /^# Findings\n/);
      assert.equal(editor.told.at(-1), 'The findings are exported');
      assert.equal(editor.suggested?.fsPath, join(project.top, 'findings.md'));
      assert.equal(JSON.parse(await exportTo('SARIF', 'out.sarif')).version, '2.1.0');
      assert.match(editor.told.at(-1) ?? '', /out\.sarif is now part of the change/);
      assert.ok(!editor.suggested?.fsPath.startsWith(project.top), 'a form that is code to git is offered elsewhere');
      assert.equal(JSON.parse(await exportTo('JSON', 'out.json')).findings.length, 4);
    });

    it('nowhere when the user turns away, or when the place cannot be written', async () => {
      const before = editor.told.length;
      choose('SARIF');
      editor.saveTo = undefined;
      await editor.run('party.exportFindings');
      assert.equal(editor.told.length, before);
      const path = '/proc/none/out.sarif';
      editor.saveTo = { scheme: 'file', path, fsPath: path, query: '' };
      await editor.run('party.exportFindings');
      assert.match(editor.told.at(-1) ?? '', /out\.sarif cannot be written/);
    });
  });

  describe('with a suggestion that is a patch', () => {
    const patched = code.replace('  return total / items.length;', better);

    it('show it as a diff', async () => {
      await editor.run('party.showSuggestion', id('r1-F1'));
      const [command, left, right, title] = editor.executed.at(-1) as [string, { fsPath: string }, never, string];
      assert.deepEqual([command, left.fsPath], ['vscode.diff', priceFile()]);
      assert.equal(title, 'price.js (r1-F1: Current ↔ Suggested)');
      assert.equal(await editor.contents.get('party-suggestion')?.provideTextDocumentContent(right), patched);
    });

    it('say why not, when it is words', async () => {
      await editor.run('party.applySuggestion', id('r1-F2'));
      assert.equal(editor.told.at(-1), 'r1-F2: The suggestion of r1-F2 is not a patch');
      assert.equal(editor.documents.texts.size, 0);
    });

    it('refuse to apply it while the document is other than what Party knows, or VS Code refuses', async () => {
      editor.documents.texts.set(priceFile(), code.replace('total / items', 'total / (items'));
      await editor.run('party.applySuggestion', id('r1-F1'));
      assert.equal(editor.told.at(-1), 'r1-F1: The file is changing right now. Try again');
      editor.documents.texts.clear();
      editor.documents.accepts = false;
      await editor.run('party.applySuggestion', id('r1-F1'));
      assert.equal(editor.told.at(-1), 'r1-F1: The file is changing right now. Try again');
      editor.documents.accepts = true;
      assert.equal(editor.documents.texts.size, 0);
    });

    it('apply it as an edit of the document, and decide nothing', async () => {
      await editor.run('party.applySuggestion', id('r1-F1'));
      assert.equal(editor.documents.texts.get(priceFile()), patched);
      assert.equal(readFileSync(priceFile(), 'utf8'), code);
      assert.equal(placed('r1-F1').finding.state, 'open');
      editor.documents.texts.clear();
    });
  });

  // The last one, because its round resolves the other findings.
  describe('in another round', () => {
    it('lead to the file of the round that raised them before', async () => {
      writeCode(project.top, 'src/util.js', 'export const one = 1;\nexport const two = 3;\n');
      const again = found
        .filter(({ id: own }) => own === 'F2')
        .map((one) => ({ ...one, severity: 'blocking' as const }));
      await playRound(project.env, project.top, again, true);
      await editor.run('party.checkAgain');
      await until('two rounds', () => placed('r1-F2').finding.raised.length === 2);
      await until('the place', () => diagnostic('r1-F2').relatedInformation.length === 1);
      const [related] = diagnostic('r1-F2').relatedInformation;
      assert.equal(related?.message, 'Round 1 raised it as non-blocking');
      const { uri, range } = related?.location ?? assert.fail('no place');
      assert.deepEqual([uri.scheme, uri.path, range.line], ['party-code', priceFile(), 2]);
      assert.equal(Buffer.from((await editor.files.get('party-code')?.readFile(uri)) ?? '').toString(), code);
    });
  });
});
