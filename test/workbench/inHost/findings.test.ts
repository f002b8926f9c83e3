// Findings in a real editor: a real review in a real repository, its rows, diagnostics and quick fixes, and how they
// follow what is done to the code.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type CommandName, commandId, diagnosticSource } from '../../../src/extension/app/contributions.ts';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { priceCode as code, playRound, switchToTopic, writeCode } from '../playRound.ts';
import { until } from './until.ts';

/** A diagnostic of a finding has its key and its address. */
function keyOf({ code: named }: vscode.Diagnostic): string {
  return typeof named === 'object' ? String(named.value) : '';
}

describe('findings', function () {
  this.timeout(60_000);
  let api: TestedParty;
  let folder: string;
  let uri: vscode.Uri;
  const run = (name: CommandName, ...args: unknown[]) => vscode.commands.executeCommand(commandId(name), ...args);
  const store = () => api.internals.findings.store;
  const placed = (key: string) => {
    const found = store().all.find(({ finding }) => finding.key === key);
    assert(found, `there is no ${key}`);
    return found;
  };
  /** What VS Code knows its row by. */
  const row = (key: string): string => {
    const { id } = placed(key);
    assert(api.internals.findings.view.tree().row(id), `${key} is not shown`);
    return id;
  };
  /** `r1-F1@3` */
  const shown = (of = uri) =>
    vscode.languages
      .getDiagnostics(of)
      .filter(({ source }) => source === diagnosticSource)
      .map((diagnostic) => `${keyOf(diagnostic)}@${diagnostic.range.start.line + 1}`)
      .sort()
      .join(' ');
  const showsDiagnostics = (expected: string, of = uri) =>
    until(`${expected}, not ${shown(of)}`, () => shown(of) === expected || undefined).catch((error) => {
      throw new Error(`${error.message}; it is ${shown(of)}`);
    });
  const groups = () =>
    api.internals.findings.view
      .tree()
      .top.map(({ title, count }) => `${title.by === 'severity' ? title.severity : title.by} ${count}`)
      .join(', ');
  const showsGroups = async (expected: string) => {
    await until(expected, () => groups() === expected).catch((error) => {
      throw new Error(`${error.message}; it is ${groups()}`);
    });
  };
  const all = 'r1-F1@3 r1-F2@3 r1-F3@5 r1-F6@1';

  before(async () => {
    const extension = vscode.extensions.getExtension<TestedParty>('party.party');
    assert(extension !== undefined, 'party.party is not installed');
    api = await extension.activate();
    await api.ready;
    assert.equal(
      vscode.workspace.getConfiguration('files').get('autoSave'),
      'off',
      'else unsaved edits reach the disk',
    );
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    uri = vscode.Uri.file(join(folder, 'src/price.js'));
    switchToTopic(folder);
    writeCode(folder, 'src/price.js', code);
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    execFileSync('git', ['-C', folder, 'switch', '--quiet', '--force', 'main'], { stdio: 'ignore' });
    rmSync(join(folder, 'src'), { recursive: true, force: true });
  });

  it('appear by themselves when a review is completed, without a party', async () => {
    assert.equal(store().size, 0);
    const at = (id: string, line: number | null, more = {}) => ({
      ...{ id, file: 'src/price.js', line, severity: 'blocking' as const, description: `About ${id}` },
      ...more,
    });
    await playRound(process.env, folder, [
      at('F1', 3, { description: 'Adds a price that is not a number', suggestion: 'Check it' }),
      at('F2', 3, { severity: 'non-blocking' }),
      at('F3', 5, { description: '**Bold** [run](command:party.stop) $(trash) <img src=x>' }),
      at('F4', 1, { file: '../outside.js' }),
      at('F5', 999),
      at('F6', null, { severity: 'non-blocking' }),
    ]);
    await showsGroups('blocking 4, non-blocking 2');
    assert.equal(api.internals.findings.view.view.badge?.value, 4);
  });

  it('are diagnostics at their lines; those without a place are only listed', async () => {
    await showsDiagnostics(all);
    const [first] = vscode.languages.getDiagnostics(uri).filter((one) => keyOf(one) === 'r1-F1');
    assert.equal(first?.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(first.message, 'Adds a price that is not a number\nSuggestion: Check it');
    assert.equal(first.range.start.character, 2);
    assert.equal(store().shownAt(placed('r1-F4')).kind, 'outside');
    assert.equal(store().shownAt(placed('r1-F5')).kind, 'beyond');
    assert.equal(store().shownAt(placed('r1-F6')).kind, 'file');
  });

  it('open at their line', async () => {
    await run('openFinding', row('r1-F3'));
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, uri.fsPath);
    assert.equal(editor.selection.active.line, 4);
  });

  it('have quick fixes, one set for each of two on one line', async () => {
    const titles = async (line: number) => {
      const range = new vscode.Range(line, 4, line, 4);
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        range,
      );
      return found.map(({ title }) => title).filter((title) => /Claude|Fixed|Reject|Out of Scope/.test(title));
    };
    const offers = ['Send to Claude', 'Mark as Fixed', 'Reject with Reason…', 'Mark as Out of Scope…'];
    const of = (words: string) => offers.map((title) => `${title}: "${words}"`);
    assert.deepEqual(await titles(4), of('**Bold**…'));
    const both = await titles(2);
    assert.equal(both.length, 8);
    assert.deepEqual(both, [...of('Adds a price that is not…'), ...of('About F2')]);
    assert.deepEqual(await titles(1), []);
  });

  it('follow edits: five lines above move them', async () => {
    await change((edit) => edit.insert(uri, new vscode.Position(1, 0), '// new\n'.repeat(5)));
    await showsDiagnostics('r1-F1@8 r1-F2@8 r1-F3@10 r1-F6@1');
    await run('openFinding', row('r1-F3'));
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 9);
  });

  it('stay where the line itself is edited', async () => {
    await change((edit) => edit.replace(uri, new vscode.Range(9, 4, 9, 9), 'totalPrice'));
    assert.equal(shown(), 'r1-F1@8 r1-F2@8 r1-F3@10 r1-F6@1');
    assert.deepEqual(store().shownAt(placed('r1-F3')), { kind: 'line', line: 9, changed: true });
  });

  it('of a deleted line are marked for verification, and return when the deletion is undone', async () => {
    await change((edit) => edit.delete(uri, new vscode.Range(9, 0, 10, 0)));
    await showsDiagnostics('r1-F1@8 r1-F2@8 r1-F6@1');
    assert.equal(store().shownAt(placed('r1-F3')).kind, 'gone');
    await showsGroups('blocking 4, non-blocking 2');
    // These commands act on the active editor, which may have become another one.
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('undo');
    await showsDiagnostics('r1-F1@8 r1-F2@8 r1-F3@10 r1-F6@1');
  });

  it('are found again in a file that another program rewrites', async () => {
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await showsDiagnostics(all);
    writeFileSync(uri.fsPath, `// one\n// two\n${code.replace('    total = total - 10;\n', '')}`);
    await showsDiagnostics('r1-F1@5 r1-F2@5 r1-F6@1');
    assert.equal(store().shownAt(placed('r1-F3')).kind, 'gone');
    rmSync(uri.fsPath);
    await showsDiagnostics('');
    assert.equal(store().shownAt(placed('r1-F1')).kind, 'absent');
    writeFileSync(uri.fsPath, code);
    await showsDiagnostics(all);
  });

  it('stay at a line that an agent replaces, marked for verification, whether its file is open or not', async () => {
    const mended = code.replace('total - 10', 'total * 0.9');
    const changed = () => {
      const shownAt = store().shownAt(placed('r1-F3'));
      return shownAt.kind === 'line' && shownAt.line === 4 && shownAt.changed === true;
    };
    writeFileSync(uri.fsPath, mended);
    await until('a changed line in a closed file', changed);
    await showsDiagnostics(all);
    writeFileSync(uri.fsPath, code);
    await until('the code as it was', () => !changed());
    await run('openFinding', row('r1-F3'));
    writeFileSync(uri.fsPath, mended);
    await until('a changed line in an open file', changed);
    await showsDiagnostics(all);
    writeFileSync(uri.fsPath, code);
    await until('the code as it was', () => !changed());
  });

  it('are visited in order, also two of one line, and from the last to the first', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const lines: number[] = [];
    for (let step = 0; step < 5; step++) {
      await run('nextFinding');
      lines.push((vscode.window.activeTextEditor?.selection.active.line ?? -1) + 1);
    }
    assert.deepEqual(lines, [1, 3, 3, 5, 1]);
    await run('previousFinding');
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
  });

  it('are marked fixed by the shipped program, and restored', async () => {
    await run('markFindingFixed', row('r1-F1'));
    await showsGroups('blocking 3, non-blocking 2, resolved 1');
    await showsDiagnostics('r1-F2@3 r1-F3@5 r1-F6@1');
    assert.equal(placed('r1-F1').finding.by, 'human');
    await until('a smaller badge', () => api.internals.findings.view.view.badge?.value === 3);
    await run('reopenFinding', row('r1-F1'));
    await showsGroups('blocking 4, non-blocking 2');
    await showsDiagnostics(all);
  });

  it('are not changed by a click on an outdated row, wherever the cursor is', async () => {
    await run('openFinding', row('r1-F3'));
    for (const lost of [undefined, null, 'nothing that is shown']) {
      await run('markFindingFixed', lost);
      await run('sendFindingToClaude', lost, undefined);
    }
    assert.deepEqual([groups(), placed('r1-F3').finding.state], ['blocking 4, non-blocking 2', 'open']);
    // A key brings nothing along: then the cursor counts.
    await run('markFindingFixed');
    await showsGroups('blocking 3, non-blocking 2, resolved 1');
    assert.equal(placed('r1-F3').finding.state, 'fixed');
    await run('reopenFinding', row('r1-F3'));
    await showsGroups('blocking 4, non-blocking 2');
    await showsDiagnostics(all);
  });

  it('are copied as plain text', async () => {
    await run('copyFinding', row('r1-F3'));
    assert.match(await vscode.env.clipboard.readText(), /^r1-F3 · blocking · correctness\nsrc\/price\.js:5\n/);
  });

  it('can be grouped and filtered, which is remembered', async () => {
    await run('groupFindingsByFile');
    assert.equal(api.internals.findings.view.tree().top.length, 2);
    await run('hideNonBlockingFindings');
    await api.internals.findings.view.prefer({ text: 'number' });
    assert.equal(api.internals.findings.view.tree().shown, 1);
    assert.equal(api.internals.findings.view.view.badge?.value, 4);
    await run('clearFindingsFilter');
    await run('groupFindingsBySeverity');
    await showsGroups('blocking 4, non-blocking 2');
  });

  it('that come back in another round say so', async () => {
    await run('markFindingFixed', row('r1-F3'));
    await showsGroups('blocking 3, non-blocking 2, resolved 1');
    writeCode(folder, 'src/price.js', `${code}// more\n`);
    const again = { file: 'src/price.js', line: 5, severity: 'non-blocking' as const };
    const text = '**Bold** [run](command:party.stop) $(trash) <img src=x>';
    await playRound(process.env, folder, [{ id: 'X9', ...again, description: text }], true);
    await until('round 2', () => placed('r1-F3').finding.raised.length === 2);
    assert.deepEqual([placed('r1-F3').finding.state, placed('r1-F3').finding.drifted], ['re-raised', true]);
  });

  async function change(make: (edit: vscode.WorkspaceEdit) => void): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    make(edit);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }
});
