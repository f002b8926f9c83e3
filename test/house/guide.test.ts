// The documents for users quote commands, options, settings, files, buttons and messages. Each of them is compared with
// the code, so that a reader can do what a page says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cliReference } from '../../build.mjs';
import { headings } from '../../src/cli/party/headings.ts';
import { errorCodes } from '../../src/core/base/errors.ts';
import { parseConfig } from '../../src/core/config/config.ts';
import { root } from '../runner/places.mjs';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const inFolder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const documents = ['README.md', 'SECURITY.md', ...inFolder('docs')];
const manifest = JSON.parse(read('package.json'));
/** Held by publicIds.test.ts. The first word is that of the extension itself. */
const publicIds = ['party.party', ...Object.values(JSON.parse(read('test/house/publicIds.json'))).flat()];

describe('the documents for users', () => {
  for (const file of documents) {
    const text = read(file);

    it(`link to what exists: ${file}`, () => {
      const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
      assert.deepEqual(
        links.filter((link) => !linkLeadsOn(file, link)),
        [],
      );
    });

    it(`name commands and options that exist: ${file}`, () => {
      assert.deepEqual(commandLines(text).flatMap(problemsOf), []);
    });

    it(`name settings, variables and error codes that exist: ${file}`, () => {
      const unknown = codeWords(text).filter((word) => !isKnownName(word));
      assert.deepEqual(unknown, []);
    });

    it(`show configuration that Party accepts: ${file}`, () => {
      const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);
      const inline = codeWords(text).filter((word) => /^\{ "[\s\S]*\}$/.test(word) && !word.includes('…'));
      for (const json of [...blocks, ...inline]) parseConfig(json.replace('[…]', '["x"]'), file);
    });

    it(`quote buttons and messages as they are: ${file}`, () => {
      assert.deepEqual(
        quoted(text).filter((words) => !isShown(words)),
        [],
      );
    });
  }

  it('have enough in them for this test to mean something', () => {
    const texts = documents.map(read);
    assert.ok(texts.flatMap(commandLines).length > 100);
    assert.ok(texts.flatMap(quoted).length > 60);
  });

  it('have a reference of the command line that is current', async () => {
    assert.equal(read('docs/cli.md'), await cliReference(), 'run npm run build');
  });
});

function linkLeadsOn(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : relative(root, join(root, dirname(file), path));
  if (!existsSync(join(root, target))) return false;
  if (anchor === undefined) return true;
  const titles = read(target).match(/^#+ .*$/gm) ?? [];
  return titles.some((title) => slug(title) === anchor);
}

/** As GitHub makes the anchor of a title. */
function slug(title: string): string {
  const words = title.replace(/^#+ /, '').toLowerCase();
  return words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}

/** Code in a line, and the lines of blocks of commands. */
function codeWords(text: string): string[] {
  return [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, word = '']) =>
    word.replace(/\s+/g, ' '),
  );
}

function commandLines(text: string): string[][] {
  const blocks = [...text.matchAll(/```(?:sh)?\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'));
  const lines = [...blocks, ...codeWords(text)].map((line) => line.replace(/ +#.*$/, '').trim());
  return lines
    .map((line) =>
      line
        .replace(/^resources\/bin\//, '')
        .replace(/"[^"]*"/g, 'TEXT')
        .split(/ +/),
    )
    .filter(([program, verb]) => program === 'party' && verb !== undefined && verb !== 'VERB' && verb !== '…');
}

const helps = new Map<string, string>();
function helpOf(verb: string): string {
  const known = helps.get(verb);
  if (known !== undefined) return known;
  const help = execFileSync(process.execPath, [join(root, 'dist/cli.cjs'), 'help', verb], { encoding: 'utf8' });
  helps.set(verb, help);
  return help;
}

function problemsOf(words: readonly string[]): string[] {
  const [, verb = '', ...rest] = words;
  if (verb.startsWith('--')) return ['--help', '--version'].includes(verb) ? [] : [words.join(' ')];
  if (!(verb in headings)) return [words.join(' ')];
  const help = helpOf(verb);
  const end = rest.indexOf('--');
  const own = end === -1 ? rest : rest.slice(0, end);
  const options = own.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=|,.\]].*$/, ''));
  const unknown = options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(help));
  const [action = ''] = own;
  const takesAction = help.startsWith(`party ${verb} [ACTION`);
  const named = /^[a-z][a-z-]*/.exec(action)?.[0];
  // The actions are the first words of the lines above the options.
  const isAction = new RegExp(`^${named}\\b`, 'm').test(help);
  const noAction = takesAction && named !== undefined && !isAction && !isShort(verb, action);
  return unknown.length > 0 || noAction ? [words.join(' ')] : [];
}

/** tmux-team's short forms. */
function isShort(verb: string, action: string): boolean {
  return verb === 'pm' && ['t', 'm', 'ls'].includes(action);
}

const source = execFileSync('git', ['grep', '-hIoE', 'PARTY_[A-Z_]+', '--', 'src', 'resources', 'test'], {
  cwd: root,
  encoding: 'utf8',
});
const settings = Object.keys(manifest.contributes.configuration.properties);

function isKnownName(word: string): boolean {
  if (/^\$?PARTY_[A-Z_]+$/.test(word)) return source.includes(word.replace('$', ''));
  if (/^party\.[a-z]+(?:\.[a-zA-Z]+)*$/.test(word))
    return settings.includes(word) || publicIds.includes(word) || /\.(?:sh|vsix|tgz|json)$/.test(word);
  if (/^[A-Z]{2,}_[A-Z_]+$/.test(word)) return word in errorCodes || shownTexts().includes(word.toLowerCase());
  return true;
}

/** What GitHub's and VS Code's own screens say, and words that are set in italics for their sound. */
const others = [
  'auto-add to project',
  'item added to project',
  'item closed',
  'item reopened',
  'labels',
  'workflows',
  'install in ssh: host',
  'install from vsix',
  'install from vsix…',
];

/** Words in italics name a button, a state or a message. */
function quoted(text: string): string[] {
  const plain = text.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`/g, '`');
  return [...plain.matchAll(/(?<![*\w])\*(?![*\s])([^*\n]*(?:\n[^*\n]+)?)\*(?![*\w])/g)].map(([, words = '']) =>
    words.replace(/\s+/g, ' '),
  );
}

let texts: string | undefined;
function shownTexts(): string {
  texts ??= execFileSync('git', ['grep', '-hI', '', '--', 'src', 'resources', 'package.nls.json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).toLowerCase();
  return texts;
}

function isShown(words: string): boolean {
  const bare = words
    .toLowerCase()
    .replace(/^party: /, '')
    .replace(/[.…]$/, '');
  if (others.includes(bare) || others.includes(words.toLowerCase())) return true;
  // A number, a time or a name on screen is a placeholder in the code.
  const parts = bare.split(/\s*(?:\d+(?::\d+)?|greet\.js)\s*/).filter((part) => part.length > 2);
  return parts.every((part) => shownTexts().includes(part));
}
