// Compares package.json with the code: it holds what the rooms declare, and every id in one of them exists in the
// other.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFiles } from '../../build.mjs';
import { permissionModes } from '../../src/core/config/configLayer.ts';
import {
  codeScheme,
  commandId,
  contextKeys,
  mcpProvider,
  rows,
  settings,
  taskScheme,
  terminalProfile,
  viewContainerId,
  walkthroughId,
} from '../../src/extension/app/contributions.ts';
import { commandNames } from '../../src/extension/app/manifest.ts';
import { root } from '../runner/places.mjs';

const manifestText = readFileSync(join(root, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText);
const { contributes } = manifest;
const texts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));

const sorted = (values: Iterable<string>) => [...new Set(values)].sort();
const matches = (text: string, pattern: RegExp) => sorted([...text.matchAll(pattern)].map(([, found]) => found ?? ''));
/** The `when` clauses and the links of the welcome texts name ids too. */
const everything = manifestText + JSON.stringify(texts);

interface Menu {
  readonly command: string;
  readonly when: string;
  readonly group: string;
}

function offers(when: string, row: string): boolean {
  const [, literal, pattern] = /viewItem (?:== (\w+)|=~ \/(.+)\/)/.exec(when) ?? [];
  return literal === row || (pattern !== undefined && new RegExp(pattern).test(row));
}

/** Also the rows of a pattern, which may only be a list: `viewItem =~ /^message(Written|Typed)$/`. */
function rowsInMenus(): string[] {
  const patterns = [...manifestText.matchAll(/viewItem =~ \/\^(\w*)\(([\w|]+)\)\$\//g)];
  assert.equal(patterns.length, manifestText.split('viewItem =~').length - 1);
  const listed = patterns.flatMap(([, start, ends = '']) => ends.split('|').map((end) => `${start}${end}`));
  return [...matches(manifestText, /viewItem == (\w+)/g), ...listed];
}

/** Every view that the code names, in whichever room. */
function viewsInCode(): string[] {
  const folder = join(root, 'src/extension');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  return matches(code, /\b(?:viewId|menusOf)\('(\w+)'\)/g).map((name) => `party.${name}`);
}

describe('the manifest', () => {
  it('is what the rooms declare', async () => {
    for (const [name, text] of Object.entries(await manifestFiles())) {
      const written = readFileSync(join(root, name), 'utf8');
      assert.deepEqual(JSON.parse(written), JSON.parse(text), `${name} is old: run \`npm run build\``);
      assert.ok(written === text, `${name} is in another order or form: run \`npm run build\``);
    }
  });

  const pairs: [title: string, declared: Iterable<string>, inCode: Iterable<string>][] = [
    ['commands', contributes.commands.map((entry: { command: string }) => entry.command), commandNames.map(commandId)],
    ['containers', contributes.viewsContainers.activitybar.map((entry: { id: string }) => entry.id), [viewContainerId]],
    ['views', contributes.views[viewContainerId].map((entry: { id: string }) => entry.id), viewsInCode()],
    ['settings', Object.keys(contributes.configuration.properties), Object.values(settings)],
    ['terminal profiles', contributes.terminal.profiles.map((entry: { id: string }) => entry.id), [terminalProfile]],
    ['MCP providers', contributes.mcpServerDefinitionProviders.map((entry: { id: string }) => entry.id), [mcpProvider]],
    ['walkthroughs', contributes.walkthroughs.map((entry: { id: string }) => entry.id), [walkthroughId]],
    ['rows in menus', rowsInMenus(), Object.values(rows)],
    ['context keys', matches(manifestText, /(party\.\w+) (?:==|=~|!=)/g), Object.values(contextKeys)],
  ];
  for (const [title, declared, inCode] of pairs) {
    it(`declares the ${title} that the code knows`, () => assert.deepEqual(sorted(declared), sorted(inCode)));
  }

  it('links only to commands that exist', () => {
    const linked = matches(everything, /command:(party\.\w+)/g);
    const listed = matches(manifestText, /"command": "(party\.\w+)"/g);
    const known: string[] = commandNames.map(commandId);
    assert.deepEqual(
      [...linked, ...listed].filter((id) => !known.includes(id)),
      [],
    );
  });

  it('has a text for every key, and no text too many', () => {
    assert.deepEqual(matches(manifestText, /%([\w.]+)%/g), sorted(Object.keys(texts)));
  });

  it('has no visible text of its own', () => {
    const visible =
      /"(?:title|displayName|description|markdownDescription|contents|name|category|contextualTitle)": "([^"%]+)"/g;
    // Left over: the name of the package, and words that are ids.
    assert.deepEqual(matches(manifestText, visible), ['party']);
  });

  it('offers only permission modes that `party start` takes', () => {
    const { enum: offered } = contributes.configuration.properties[settings.permissionMode];
    assert.deepEqual(
      offered.filter((mode: string) => !permissionModes.some((known) => known === mode)),
      [],
    );
  });

  it('describes every setting and every value', () => {
    for (const [name, property] of Object.entries<Record<string, unknown>>(contributes.configuration.properties)) {
      assert.ok(property['markdownDescription'] && property['scope'], name);
      const [values, descriptions] = [property['enum'], property['enumDescriptions']] as (unknown[] | undefined)[];
      assert.equal(descriptions?.length, values?.length, name);
    }
  });

  it('shows at most three actions in a row', () => {
    const inline = contributes.menus['view/item/context'].filter((entry: Menu) => entry.group.startsWith('inline'));
    for (const row of Object.values(rows)) {
      const shown = inline.filter(({ when }: Menu) => offers(when, row));
      assert.ok(shown.length <= 3, row);
    }
  });

  it('has its one button in the Session view while no party runs', () => {
    const buttons = (name: string) =>
      (texts[name] ?? '').split('\n').filter((line) => /^\[[^\]]+\]\(\S+\)$/.test(line));
    assert.deepEqual(buttons('welcome.notStarted'), ['[Start](command:party.start)']);
    assert.deepEqual(buttons('welcome.findings.noParty'), []);
  });

  it('offers each button of a row in its menu too, because the keyboard reaches only the menu', () => {
    const entries: Menu[] = contributes.menus['view/item/context'];
    const inMenu = entries.filter(({ group }) => !group.startsWith('inline'));
    for (const row of Object.values(rows)) {
      const shown = entries.filter(({ group, when }) => group.startsWith('inline') && offers(when, row));
      const offered = inMenu.filter(({ when }) => offers(when, row)).map(({ command }) => command);
      assert.deepEqual(
        shown.map(({ command }) => command).filter((command) => !offered.includes(command)),
        [],
        row,
      );
    }
  });

  it('offers each action only where it means something', () => {
    const states = (command: string) =>
      Object.entries(rows)
        .filter(([, row]) =>
          contributes.menus['view/item/context'].some(
            (entry: Menu) => entry.command === command && offers(entry.when, row),
          ),
        )
        .map(([state]) => state);
    assert.deepEqual(states(commandId('retryMessage')), ['typed']);
    assert.deepEqual(states(commandId('sendMessageAnyway')), ['held']);
    assert.deepEqual(states(commandId('cancelMessage')), ['written', 'held', 'typed', 'queued', 'unsure']);
    assert.deepEqual(states(commandId('resendMessage')), ['typed', 'unsure', 'submitted', 'failed', 'cancelled']);
    assert.deepEqual(states(commandId('markFindingFixed')), ['findingOpen', 'findingPatch']);
    assert.deepEqual(states(commandId('applySuggestion')), ['findingPatch']);
    assert.deepEqual(states(commandId('reopenFinding')), ['findingResolved']);
  });

  it('offers only what needs no folder in the palette of an untrusted window', () => {
    const limited = new Set<string>(contributes.menus.commandPalette.map(({ command }: Menu) => command));
    const always = contributes.commands.filter(
      (one: { command: string; enablement?: string }) => one.enablement === undefined && !limited.has(one.command),
    );
    assert.deepEqual(
      always.map(({ command }: Menu) => command),
      ['showLog', 'openDemo', 'doctor', 'copyDiagnostics'].map((name) => `party.${name}`),
    );
  });

  it('sends only with a live party in a trusted workspace', () => {
    const sending = contributes.commands.filter(({ command }: Menu) => command.startsWith('party.send'));
    assert.equal(sending.length, 11);
    for (const { command, enablement } of sending) {
      assert.equal(enablement, "party.situation == 'live' && isWorkspaceTrusted", command);
    }
  });

  it('never lets a project decide what Claude may do without asking', () => {
    assert.equal(contributes.configuration.properties[settings.permissionMode].scope, 'machine');
  });

  it('starts Party when an editor with one of its documents is restored', () => {
    const schemes = manifest.activationEvents.flatMap((event: string) => /^onFileSystem:(.+)/.exec(event)?.[1] ?? []);
    assert.deepEqual(sorted(schemes), sorted([codeScheme, taskScheme]));
  });

  it('points to files that exist', () => {
    const files = matches(manifestText, /"(media\/[^"]+)"/g);
    assert.ok(files.length > 0);
    assert.deepEqual(
      files.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });

  it('asks for the VS Code whose types we compile against', () => {
    const [, floor] = /^\^(\d+\.\d+)/.exec(manifest.engines.vscode) ?? [];
    assert.ok(manifest.devDependencies['@types/vscode'].startsWith(`${floor}.`));
  });
});

describe('the code of the extension', () => {
  const source = join(root, 'src/extension');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(join(source, name), 'utf8')] as const);
  const naming = (pattern: RegExp) => files.filter(([, text]) => pattern.test(text)).map(([name]) => name);

  it('reads settings in one place', () => assert.deepEqual(naming(/getConfiguration/), ['app/config.ts']));
  it('shows errors in one place', () => assert.deepEqual(naming(/showErrorMessage/), ['app/report.ts']));
  it('registers commands in one place', () => assert.deepEqual(naming(/registerCommand\(/), ['entry.ts']));

  it('only composes in `activate`', () => {
    const text = readFileSync(join(source, 'extension.ts'), 'utf8');
    const body = text.slice(text.indexOf('export function activate'));
    assert.ok(body.slice(0, body.indexOf('\n}')).split('\n').length <= 25);
  });
});
