// Paths, keys of the configuration, commands of Claude, messages and pictures in the documents for users: each exists.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownKeys } from '../../src/core/config/knownKeys.ts';
import { wantedLinks } from '../../src/core/install/installPlan.ts';
import { partyPaths } from '../../src/node/project/paths.ts';
import { root } from '../runner/places.mjs';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const inFolder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
/** Without those that are written by programs. */
const documents = ['README.md', 'SECURITY.md', ...inFolder('docs')].filter(
  (file) => !/(?:cli|figures|compatibility)\.md$/.test(file),
);

const prose = (text: string) => text.replace(/```[\s\S]*?```/g, '');
const codeWords = (text: string) => [...prose(text).matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

describe('the documents for users', () => {
  for (const file of documents) {
    const words = codeWords(read(file)).flatMap((code) => code.split(/\s+/));

    it(`name paths that exist: ${file}`, () => {
      assert.deepEqual(
        words.filter((word) => isPath(word) && !leadsSomewhere(word)),
        [],
      );
    });

    it(`name keys that Party reads: ${file}`, () => {
      assert.deepEqual(
        [
          ...words.filter((word) => /^(?:budget|evidence|gates|plan|pm|review)\.[a-zA-Z]+$/.test(word)),
          ...keysIn(read(file)),
        ].filter((word) => !isKey(word)),
        [],
      );
    });

    it(`name commands and skills of Claude that ship: ${file}`, () => {
      const text = prose(read(file));
      const commands = words.flatMap((word) => /^\/(codex-[a-z]+)$/.exec(word)?.[1] ?? []);
      const skills = [...text.matchAll(/\bskill `([^`]+)`/g)].map(([, skill = '']) => skill);
      const missing = [
        ...commands.filter((name) => !existsSync(join(root, `resources/claude/commands/${name}.md`))),
        ...skills.filter((name) => !existsSync(join(root, `resources/claude/skills/${name}/SKILL.md`))),
      ];
      assert.deepEqual(missing, []);
    });

    it(`quote messages as they are: ${file}`, () => {
      const plain = prose(read(file)).replace(/`[^`]*`/g, '`');
      const messages = [...plain.matchAll(/"([A-Z][^"…]{9,})"/g)].map(([, message = '']) => message);
      assert.deepEqual(
        messages.filter((message) => !isInSource(message)),
        [],
      );
    });
  }

  it('are looked at in a way that finds a mistake', () => {
    for (const path of [
      'docs/no-plan.md',
      '~/.claude/skills/codex-cli/no.sh',
      `${state}/current/no.json`,
      '~/.party/x',
    ])
      assert.ok(isPath(path) && !leadsSomewhere(path), path);
    assert.ok(!isKey('review.limit'));
    assert.ok(!isInSource('This pull request is not ripe'));
  });

  it('show the four pictures that the script takes', () => {
    const shown = [...read('README.md').matchAll(/\]\((media\/[^)]+\.png)\)/g)].map(([, picture = '']) => picture);
    const taken = [...read('test/workbench/screenshot.ts').matchAll(/await take\(workbench, '([^']+)'\)/g)];
    assert.equal(shown.length, 4);
    assert.deepEqual(shown.sort(), taken.map(([, name = '']) => `media/${name}.png`).sort());
    for (const picture of shown) assert.ok(existsSync(join(root, picture)), picture);
  });
});

function isPath(word: string): boolean {
  return /^(?:~\/|\$PARTY_HOME\/|\.claude\/|\.tmux-team\/|docs\/|resources\/|src\/[^g]|test\/)/.test(word);
}

const home = '/home/me';
const state = partyPaths({ HOME: home }).home.replace(home, '~');
/** Of the user's shells, terminals and clients. */
const others = [
  ...['~/.bashrc', '~/.zshrc', '~/.config/fish/config.fish', '~/.tmux.conf', '~/Library/Application'],
  ...['~/.claude', '~/.codex', '~/.local/bin', '~/.claude-tmux', '~/.claude/settings.json'],
];

function leadsSomewhere(word: string): boolean {
  const path = word.replace(/[/*.]+$/, '').replace('$PARTY_HOME', state);
  if (others.includes(path) || path === state) return true;
  if (path.startsWith(`${state}/current/`)) return existsSync(join(root, path.slice(`${state}/current/`.length)));
  if (path.startsWith(`${state}/`)) return isInSource(`'${path.slice(state.length + 1)}'`);
  if (/^~\/\.(?:claude|codex)\/skills\//.test(path)) return isLinked(path);
  if (/^(?:resources|src|test)\//.test(path)) return existsSync(join(root, path));
  return isInSource(path.replace(/^~\//, '')) || existsSync(join(root, path));
}

function isLinked(path: string): boolean {
  const places = { bin: 'b', claude: '~/.claude', typedClaude: '~/.claude', codex: '~/.codex', current: root };
  const link = wantedLinks(places).find((one) => path.startsWith(`${one.path}/`));
  return link !== undefined && existsSync(link.target + path.slice(link.path.length));
}

function isKey(word: string): boolean {
  const [group = '', key = ''] = word.split('.');
  const below = knownKeys[group];
  return below !== undefined && (below === true || below[key] !== undefined);
}

/** `review.rounds` of each file that a document shows. */
function keysIn(text: string): string[] {
  const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);
  const inline = codeWords(text).filter((word) => /^\{ "(?:agents|review|plan|pm|gates)":[\s\S]*\}$/.test(word));
  return [...blocks, ...inline].flatMap((json) =>
    Object.entries<object>(JSON.parse(json)).flatMap(([group, values]) =>
      typeof values === 'object' ? Object.keys(values).map((key) => `${group}.${key}`) : [`${group}.`],
    ),
  );
}

let source: string | undefined;
function isInSource(words: string): boolean {
  source ??= execFileSync('git', ['grep', '-hI', '', '--', 'src', 'resources'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return source.includes(words);
}
